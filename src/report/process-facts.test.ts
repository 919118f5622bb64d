/** Design, stops, plan and runs as readers see them, in every format. */

import { expect, test } from "vitest";
import type { DesignReport } from "../core/design-report.ts";
import type { ProcessFacts, StoppingFacts } from "../core/process-report.ts";
import { sampleReport } from "../testing/report-builder.ts";
import { renderHtml } from "./html/page.ts";
import { renderMarkdown } from "./markdown.ts";
import { notableProcess, processFacts, stoppingSentence } from "./process-facts.ts";
import { renderTerminal } from "./terminal.ts";

const STOP: StoppingFacts = {
  decision: "efficacy",
  reason: "e-value 20.4 reached 20",
  rounds: 7,
  roundsPlanned: 15,
  pairsSaved: 8,
  savedUsd: 0.12,
  pairsAside: 1,
  anytimeP: 0.049,
};
const RUN = {
  id: "r",
  experiment: "e",
  startedAt: "2026-03-01T10:00:00.000Z",
  endedAt: null,
  ending: null,
  detail: null,
  fresh: false,
  budgetUsd: null,
} as const;
const PROCESS: ProcessFacts = {
  plan: {
    digest: "f".repeat(64),
    frozenAt: "2026-02-28T10:00:00.000Z",
    linkedBy: "name",
    deviations: ["more seeds: 2 that were not planned (11, 12), beside 10 that were"],
    replaced: [],
  },
  runs: [
    RUN,
    { ...RUN, endedAt: RUN.startedAt, ending: "budget", detail: "spent $0.51 of $0.5" },
    { ...RUN, endedAt: RUN.startedAt, ending: "complete", fresh: true },
  ],
  discarded: [
    { scenario: "s/one", seed: "3", attempt: 1, reason: "fresh", outcomes: { off: "fail", on: "pass" } },
  ],
  addedLate: [],
};
const estimate = {
  blocks: 12,
  delta: 0.5,
  p: 0.031,
  adjustedP: 0.06,
  interval95: [0.03, 0.79],
  method: "exact-mcnemar",
} as const;
const DESIGN: DesignReport = {
  kind: "factorial",
  screen: false,
  flags: ["AUDIT_A", "AUDIT_B"],
  scenarios: 2,
  seeds: 6,
  blocks: { planned: 12, complete: 11 },
  arms: [
    { arm: "baseline", on: [], passes: 0, of: 12 },
    { arm: "AUDIT_A=1", on: ["AUDIT_A"], passes: 6, of: 0 },
  ],
  effects: [
    {
      flag: "AUDIT_A",
      alone: estimate,
      withOthers: { ...estimate, delta: null, interval95: null },
      importance: null,
      main: { ...estimate, method: "betting-sequence" },
      interaction: {
        basis: "brackets",
        blocks: 12,
        meanGap: -0.5,
        p: 0.001,
        adjustedP: 0.002,
        alarm: true,
        couldRing: true,
      },
    },
  ],
  notes: ["A note about <b>bold</b> claims."],
};

test("seeds that were added after a look are named wherever a run is told", () => {
  const told = { ...PROCESS, addedLate: ["4", "5"] };
  for (const facts of [processFacts(told), notableProcess(told)])
    expect(String(new Map(facts).get("Seeds added after a look"))).toContain(
      "2 seeds (4, 5) began when a run was complete",
    );
  expect(new Map(processFacts(PROCESS)).has("Seeds added after a look")).toBe(false);
});

const REAL = { simulated: false };

test("a stop is told with its reason, what it saved and what does not count", () => {
  expect(stoppingSentence(STOP, REAL)).toBe(
    "Stopped for efficacy after 7 of at most 15 rounds: e-value 20.4 reached 20; saved 8 pairs (about $0.12 as deployed). 1 pair outside the rounds looked at does not count.",
  );
  expect(
    stoppingSentence(
      { ...STOP, decision: "continue", reason: "undecided", pairsSaved: 0, pairsAside: 0 },
      REAL,
    ),
  ).toBe("Sequential, and not stopped by its rule after 7 of at most 15 rounds: undecided.");
  expect(stoppingSentence({ ...STOP, savedUsd: null, pairsAside: 0 }, REAL)).not.toContain("$");
});

test("a killed run, a run stopped by budget and a run anew are all listed", () => {
  const facts = new Map(processFacts(PROCESS));
  expect(facts.get("Runs")).toEqual([
    "2026-03-01 10:00 UTC: killed, or still at work",
    "2026-03-01 10:00 UTC: stopped by budget (spent $0.51 of $0.5)",
    "2026-03-01 10:00 UTC: complete, run anew on demand",
  ]);
  expect(facts.get("Discarded attempts")).toEqual([
    "s/one seed 3, attempt 1: run anew on demand; it had found off fail, on pass",
  ]);
});

test("the terminal is told only what is out of the ordinary", () => {
  const plain: ProcessFacts = {
    plan: null,
    runs: [{ ...RUN, ending: "complete" }],
    discarded: [],
    addedLate: [],
  };
  expect(notableProcess(plain)).toEqual([]);
  expect(new Map(processFacts(plain)).get("Frozen plan")).toContain("none");
});

test("every format shows plan, deviations, stop and design, and no text becomes markup", async () => {
  const sample = sampleReport({ process: PROCESS, design: DESIGN });
  const [first, ...rest] = sample.sections;
  if (!first) throw new Error("the sample has sections");
  const report = { ...sample, sections: [{ ...first, title: "AUDIT_A alone", stopping: STOP }, ...rest] };
  const page = await renderHtml(report);
  const texts = [
    page.replaceAll("<bdi>", "").replaceAll("</bdi>", ""),
    renderMarkdown(report).replaceAll("\\", ""),
    renderTerminal(report, { width: 100, colour: false }),
  ].map((text) => text.replaceAll(/\s+/g, " "));
  for (const text of texts) {
    expect(text).toContain("f".repeat(64));
    expect(text).toContain("more seeds: 2 that were not planned");
    expect(text).toContain("stopped by budget");
    expect(text).toContain("Stopped for efficacy after 7 of at most 15 rounds");
    expect(text).toContain("AUDIT_A alone");
    expect(text).toContain("full factorial");
    expect(text).toContain("RINGS: gap -50");
    expect(text).toContain("11 of 12 blocks");
    expect(text).toContain("holds at any number of blocks");
  }
  expect(page).toContain("<strong>Main effects</strong>");
  expect(page).not.toContain("<b>bold</b>");
});
