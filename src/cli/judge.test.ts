/** Judges on the command line: named apart, blind, counted apart, capped until labels show that they may gate. */

import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExperimentReport } from "../core/report-document.ts";
import type { GradedTrial } from "../core/trial.ts";
import { UNLABELLED } from "../llm/server/decode-request.ts";
import { personalityNamed } from "../llm/server/personality.ts";
import { startSimulatedServer } from "../llm/server/simulated-server.ts";
import { withStore } from "../record/store.ts";
import { cannedServer, completion } from "../testing/canned-server.ts";
import { JUDGED, JUDGED_FLAG, RUBRIC } from "../testing/judged-scenario.ts";
import { command } from "../testing/run-command.ts";
import { scenarioFile } from "../testing/scenario-file.ts";
import { FREEZE_TALK } from "../testing/talks.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const folder = tempFolder();
const db = folder.file("lab.duckdb");
const scenario = scenarioFile(folder.path, JUDGED);
const ablate = (...more: readonly string[]) =>
  command(["ablate", JUDGED_FLAG, "--scenarios", scenario, "--seeds", "4", "--db", db, ...more]);
const report = async (...more: readonly string[]) => {
  const ran = await command(["report", "latest", "--db", db, "--json", ...more]);
  expect(ran, ran.err).toMatchObject({ code: 0 });
  return JSON.parse(ran.out) as ExperimentReport;
};

/** The report as it was before any label was there. */
let before: ExperimentReport;

beforeAll(async () => {
  const ran = await ablate("--judge-model", "simulated", "--json");
  expect(ran, ran.err).toMatchObject({ code: 0 });
  before = JSON.parse(ran.out);
});
afterAll(() => folder[Symbol.dispose]());

test("without a judge nothing is run: the model under the harness is never taken for one", async () => {
  const ran = await ablate();
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("--judge-model") });
  const file = folder.file("x.yaml");
  writeFileSync(
    file,
    JSON.stringify({
      name: "of a file",
      scenarios: [scenario],
      seeds: 2,
      judge: { model: "simulated" },
      baseline: { flags: { [JUDGED_FLAG]: false } },
      variants: { on: { flags: { [JUDGED_FLAG]: true } } },
      vary: [JUDGED_FLAG],
    }),
  );
  const named = await command(["run", file, "--db", folder.file("other.duckdb"), "--json"]);
  expect(named, named.err).toMatchObject({ code: 0 });
  expect((JSON.parse(named.out) as ExperimentReport).judge).toMatchObject({ model: "simulated" });
});

test("an address without a judge is wrong use, and a judge nobody asks is left out with a word", async () => {
  expect(await ablate("--judge-base-url", "http://127.0.0.1:1/v1")).toMatchObject({ code: 2 });
  const plain = ["ablate", JUDGED_FLAG, "--scenarios", FREEZE_TALK, "--seeds", "2"];
  const ran = await command([
    ...plain,
    "--db",
    folder.file("other.duckdb"),
    "--judge-model",
    "simulated",
    "--json",
  ]);
  expect(ran, ran.err).toMatchObject({
    code: 0,
    err: expect.stringContaining("No selected scenario has a judge check"),
  });
  expect((JSON.parse(ran.out) as ExperimentReport).judge).toBeUndefined();
});

test("a judge that cannot be reached stops the run before anything is spent", async () => {
  const ran = await ablate(
    "--db",
    folder.file("other.duckdb"),
    "--judge-model",
    "m",
    "--judge-base-url",
    "http://127.0.0.1:9/v1",
    "--retries",
    "0",
  );
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("the judge is not ready") });
});

test("a judged outcome is capped, and the judge's calls are in no cost or count of the harness", async () => {
  const { sections, totals, judge } = before;
  const [section] = sections;
  expect(section?.comparison.counts).toMatchObject({ n: 4 });
  expect(section?.comparison.counts.b).toBeGreaterThan(0);
  expect(section?.comparison.verdict.qualifiers).toContain("judge-scored");
  expect(section?.comparison.mechanism.find(({ id }) => id === "M6")?.answer).toBe("no");
  expect(judge).toMatchObject({ model: "simulated", judgesItself: true });
  const row = section?.purposes.find(({ purpose }) => purpose === "judge");
  expect(row?.control.calls).toBe(4);
  expect(totals.judge?.calls).toBe(8);
  const others = section?.purposes.filter(({ purpose }) => purpose !== "judge") ?? [];
  const sum = (arm: "control" | "treatment") => others.reduce((n, one) => n + one[arm].calls, 0);
  expect(section?.comparison.ratios.calls.totals).toEqual({
    control: sum("control"),
    treatment: sum("treatment"),
  });
  expect(totals.calls).toBe(sum("control") + sum("treatment"));
});

const stored = () =>
  withStore(db, "read", async (store) => {
    const list: GradedTrial[] = [];
    for (const { id } of await store.trials()) list.push(await store.loadTrial(id));
    return list;
  });

/** Calls of judges that were asked when trials were graded again. */
const laterCalls = () =>
  withStore(db, "read", (store) =>
    store.query("SELECT trial, call, judge, source FROM model_calls WHERE grading IS NOT NULL ORDER BY ALL"),
  );

test("trials that say the same share one verdict, over arms and seeds, and no word of arm, flag or seed reaches the judge", async () => {
  const trials = await stored();
  const byReply = new Map<string, Set<string>>();
  let shared = 0;
  for (const { outcome } of trials) {
    const verdict = outcome.calls.at(-1);
    expect(verdict?.purpose).toBe("judge");
    const asked = JSON.stringify(verdict?.request.messages);
    for (const word of ["AUDIT", "baseline", "seed"]) expect(asked).not.toContain(word);
    if (verdict?.source === "shared") shared += 1;
    const key = JSON.stringify(outcome.turns.at(-1)?.reply);
    const text = verdict?.reply.kind === "answer" ? verdict.reply.text : "";
    byReply.set(key, (byReply.get(key) ?? new Set()).add(text));
  }
  expect(trials).toHaveLength(8);
  expect([...byReply.values()].every((verdicts) => verdicts.size === 1)).toBe(true);
  expect(shared).toBe(8 - byReply.size);
  expect(before.totals.judge?.shared).toBe(shared);
});

test("a stored judged trial replays as identical, its verdicts included", async () => {
  const ran = await command(["replay", "latest", "--db", db]);
  expect(ran, ran.out).toMatchObject({ code: 0, out: expect.stringContaining("identical") });
});

test("another judge asked by regrade is paid once: its calls are stored with the grading, the trials stay as they were", async () => {
  const server = await startSimulatedServer({
    port: 0,
    personality: personalityNamed("well-behaved"),
    rules: () => [
      {
        when: { purpose: UNLABELLED, sees: ['/"reply": "[^"]*Which holds/'] },
        json: { pass: true, reason: "asks" },
      },
      { when: { purpose: UNLABELLED }, json: { pass: false, reason: "does not ask" } },
    ],
  });
  try {
    const other = ["--judge-model", "second-judge", "--judge-base-url", server.url];
    const regraded = await command(["regrade", "latest", "--db", db, "--json", ...other]);
    expect(regraded, regraded.err).toMatchObject({ code: 0 });
    const asked = await laterCalls();
    expect(asked.map(({ judge }) => judge)).toEqual(Array(8).fill(`second-judge at ${server.url}`));
    expect(asked.filter(({ source }) => source === "asked")).toHaveLength(
      8 - (before.totals.judge?.shared ?? 0),
    );
    expect((await stored()).every(({ outcome }) => outcome.calls.at(-1)?.reply.kind === "answer")).toBe(true);
    expect(JSON.stringify(await stored())).not.toContain("does not ask");

    // Its verdicts are used again; the judge of the run is still another one.
    expect((await command(["regrade", "latest", "--db", db, ...other])).code).toBe(0);
    expect(await laterCalls()).toEqual(asked);
    const own = await command(["regrade", "latest", "--db", db, "--json"]);
    expect(JSON.parse(own.out)).toMatchObject({ graded: 8, changes: [] });
    expect(await laterCalls()).toEqual(asked);
  } finally {
    await server.close();
  }
});

test("a judge that is lost on the way stops regrade; what it said is kept, and nothing is unscored for that", async () => {
  const verdict = completion({ content: JSON.stringify({ pass: true, reason: "yes" }) });
  const server = await cannedServer([
    verdict,
    verdict,
    { status: 401, body: JSON.stringify({ error: { message: "no credit left" } }) },
  ]);
  try {
    const ran = await command([
      ...["regrade", "latest", "--db", db, "--judge-model", "third", "--judge-base-url", server.url],
    ]);
    expect(ran).toMatchObject({ code: 4, err: expect.stringContaining("no credit left") });
  } finally {
    await server.close();
  }
  expect((await laterCalls()).filter(({ judge }) => judge === `third at ${server.url}`)).toHaveLength(1);
});

/** Labels on which the rule judge is right, but for `wrong` of them. */
function labelsFile(name: string, arms: readonly string[], items: number, wrong = 0): string {
  const file = folder.file(name);
  const lines = Array.from({ length: items }, (_, i) => {
    const names = i % 2 === 0;
    const text = names ? `Case ${i}: 6000 a minute against 50 a second.` : `Case ${i}: about 50 a second.`;
    const agrees = i < items - wrong;
    return { text, rubric: RUBRIC, label: names === agrees ? "pass" : "fail", arm: arms[i % arms.length] };
  });
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
  return file;
}

const check = (file: string, ...more: readonly string[]) =>
  command(["judge-check", file, "--judge-model", "simulated", "--scenarios", scenario, "--db", db, ...more]);

test("too few labels, or labels of one arm, do not lift the cap", async () => {
  const few = await check(labelsFile("few.jsonl", ["on", "off", "off"], 20));
  expect(few).toMatchObject({
    code: 1,
    out: expect.stringMatching(/may gate\s+no.*20 labelled items, 50 needed/s),
  });
  const one = await check(labelsFile("one.jsonl", ["on"], 80));
  expect(one).toMatchObject({ code: 1, out: expect.stringContaining("labels come from one arm only") });
  const sloppy = await check(labelsFile("sloppy.jsonl", ["on", "off", "off"], 80, 12));
  expect(sloppy).toMatchObject({ code: 1, out: expect.stringContaining(".85 needed") });
  expect((await report()).sections[0]?.comparison.verdict.qualifiers).toContain("judge-scored");
});

test("enough labels of both arms qualify the judge on that rubric, for stored and later verdicts", async () => {
  const ran = await check(labelsFile("good.jsonl", ["on", "off", "off"], 100), "--json");
  expect(ran, ran.err).toMatchObject({ code: 0 });
  const { checks } = JSON.parse(ran.out);
  expect(checks[0]).toMatchObject({ qualified: true, raw: 1, kappa: 1, prevalence: 0.5, unscored: 0 });
  expect(checks[0].sensitivityInterval[0]).toBeCloseTo(0.9287, 3);
  const { sections, judge } = await report();
  expect(sections[0]?.comparison.verdict.qualifiers).not.toContain("judge-scored");
  // The checklist asks for a deterministic grader all the same.
  expect(sections[0]?.comparison.mechanism.find(({ id }) => id === "M6")?.answer).toBe("no");
  expect(judge?.rubrics[0]?.checked?.qualified).toBe(true);
  const text = await command(["report", "latest", "--db", db, "-o", folder.file("r.md")]);
  expect(text.code).toBe(0);
});

test("labels may name stored trials, in CSV, with the arm of the trial", async () => {
  const file = folder.file("trials.csv");
  const rows = Array.from({ length: 4 }, (_, i) => [
    `judged/limits#${i + 1}@baseline,"${RUBRIC}",pass`,
    `judged/limits#${i + 1}@${JUDGED_FLAG}=0,"${RUBRIC}",fail`,
  ]).flat();
  writeFileSync(file, ["trial,rubric,label", ...rows].join("\n"));
  const ran = await check(file, "--json");
  expect(ran.err).toBe("");
  const [one] = JSON.parse(ran.out).checks;
  expect(Object.keys(one.byArm)).toEqual([`${JUDGED_FLAG}=0`, "baseline"]);
  expect(one.byArm.baseline.both).toBeGreaterThanOrEqual(1);
});

test.each([
  ["no JSON", "{", /line 1.*/s],
  ["neither text nor trial", `{"rubric":"r","label":"pass"}`, /give either text or trial/],
  ["an unknown label", `{"text":"a","rubric":"r","label":"maybe"}`, /label: use pass or fail/],
  [
    "two labels for the same words",
    `{"text":"a","rubric":"${RUBRIC}","label":"pass"}\n{"text":"a","rubric":"${RUBRIC}","label":"fail"}`,
    /lines 1 and 2/,
  ],
  ["nothing", "", /there is no label/],
])("a file of labels with %s is refused with its place", async (_, content, message) => {
  const file = folder.file("bad.jsonl");
  writeFileSync(file, content);
  expect(await check(file)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
});

test("gate and calibrate name a judge that gives no usable verdict, as a run does", async () => {
  using own = tempFolder();
  const mute = scenarioFile(own.path, {
    ...JUDGED,
    simulate: (JUDGED.simulate ?? []).map((rule) =>
      "when" in rule && rule.when.purpose === "judge" ? { when: rule.when, say: "Hard to tell." } : rule,
    ),
  });
  const asked = ["--scenarios", mute, "--seeds", "1", "--judge-model", "simulated", "--db", own.file("lab")];
  const warning = "gave no usable verdict on";
  const gated = await command(["gate", "--candidate", `${JUDGED_FLAG}=0`, ...asked, "--force", "--json"]);
  expect(JSON.parse(gated.out).notes.join(" "), gated.err).toContain(warning);
  expect((await command(["calibrate", JUDGED_FLAG, ...asked])).err).toContain(warning);
});
