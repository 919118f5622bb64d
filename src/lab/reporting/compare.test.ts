/** Proves that imported rows are judged like our own, and that bad rows are refused by line and column. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { command } from "../../testing/run-command.ts";
import { type CompareRequest, compareRows } from "./compare.ts";

const folder = mkdtempSync(join(tmpdir(), "lab-compare-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(...lines: readonly string[]): string {
  const file = join(folder, "rows.csv");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

function judged(lines: readonly string[], options: Omit<CompareRequest, "file"> = {}) {
  return compareRows({ file: fileOf(...lines), control: "off", ...options });
}

async function only(lines: readonly string[], options: Omit<CompareRequest, "file"> = {}) {
  const [section] = (await judged(lines, options)).sections;
  if (section === undefined) throw new Error("no section");
  return section.comparison;
}

// Six tasks that only ON passes and one that both pass: b = 6, c = 0, so p = 2 / 2^6 = 0.03125; ON costs 2 of 1.
const SEVEN = [
  "arm,task,seed,success,cost_usd",
  ...[1, 2, 3, 4, 5, 6].flatMap((task) => [`off,t${task},1,false,1`, `on,t${task},1,true,2`]),
  "off,t7,1,True,1",
  "on,t7,1,TRUE,2",
];

test("rows are paired by scenario and seed whatever their order, and judged by the exact test", async () => {
  const [head = "", ...rows] = SEVEN;
  const { counts, effect, ratios, cost, verdict } = await only([head, ...rows.toReversed()]);
  expect(counts).toEqual({ n: 7, b: 6, c: 0, both: 1, neither: 0 });
  expect(effect.exactP).toBe(0.03125);
  expect(ratios.costUsd.ofTotals?.ratio).toBe(2);
  expect(cost.basis).toBe("billed");
  expect(verdict.label).toBe("demonstrated");
});

test("an empty field is unknown: no result is unscored, no cost leaves the ratio to the other pairs", async () => {
  const lines = [
    "arm,task,seed,success,cost_usd",
    "off,a,1,true,1",
    "on,a,1,,3",
    "off,b,1,true,1",
    "on,b,1,true,",
    "off,c,1,true,2",
    "on,c,1,true,1",
  ];
  const { denominators, ratios, effect } = await only(lines);
  expect([denominators.pairs, denominators.unscored.treatment]).toEqual([2, 1]);
  expect(effect.delta).toBe(0);
  // Pairs a and c: 4 against 3.
  expect([ratios.costUsd.known, ratios.costUsd.of, ratios.costUsd.ofTotals?.ratio]).toEqual([2, 3, 4 / 3]);
});

test("what rows do not say is unknown: firing, order, plan, transcripts, model", async () => {
  const document = await judged(SEVEN);
  const [section] = document.sections;
  expect(section?.comparison).toMatchObject({
    engagement: { fired: { treatment: { yes: 0, no: 0, unknown: 7 } } },
    position: { state: "unknown" },
    denominators: { planned: null, notRun: null },
    nEff: { distinct: null },
    ratios: { calls: { state: "unknown" }, totalTokens: { state: "unknown" } },
  });
  expect(section?.comparison.verdict.sentence).toContain("Order unknown");
  expect(document).toMatchObject({
    origin: "rows",
    basis: "unknown",
    rows: { models: [] },
    totals: { calls: null, spentUsd: null, trialsPlanned: null },
  });
});

test("a token total counts without its parts", async () => {
  const { ratios } = await only([
    "arm,task,success,tokens",
    "off,a,1,100",
    "on,a,1,150",
    "off,b,1,100",
    "on,b,1,150",
  ]);
  expect(ratios.totalTokens.ofTotals?.ratio).toBe(1.5);
  expect(ratios.inputTokens.state).toBe("unknown");
});

test("rows that do not satisfy --valid are no outcome, and are listed", async () => {
  const lines = [
    "arm,task,seed,success,ran,invalid_run",
    "off,a,1,true,true,false",
    "on,a,1,true,true,true",
    "off,b,1,true,true,false",
    "on,b,1,true,,false",
    "off,c,1,true,1,0",
    "on,c,1,false,TRUE,false",
  ];
  const document = await judged(lines, { valid: "ran=true,invalid_run=false" });
  const { denominators, counts } = document.sections[0]?.comparison ?? {};
  expect([counts?.n, counts?.c, denominators?.missing]).toEqual([1, 1, { control: 0, treatment: 2 }]);
  expect(document.notes.join("\n")).toContain(
    "line 3 (on, a, seed 1: invalid_run is true); line 5 (on, b, seed 1: ran is unknown)",
  );
});

test("units that only one arm has are listed, never dropped in silence", async () => {
  const document = await judged(["arm,task,success", "off,a,1", "on,a,1", "off,b,1", "on,c,0"]);
  expect(document.sections[0]?.comparison.denominators.unmatched).toEqual([
    { scenario: "b", seed: "1", absent: "treatment" },
    { scenario: "c", seed: "1", absent: "control" },
  ]);
  expect(document.notes.join("\n")).toContain("In one arm only (2): b seed 1");
});

test("units of one arm alone count as lost, or are cut and listed where the user says so", async () => {
  const lines = [...SEVEN, ...[8, 9, 10].map((task) => `off,t${task},1,true,1`)];
  expect((await only(lines)).verdict.label).toBe("invalid");
  const document = await judged(lines, { matchedOnly: true });
  expect(document.sections[0]?.comparison).toMatchObject({
    counts: { n: 7, b: 6 },
    verdict: { label: "demonstrated" },
  });
  expect(document.notes.join("\n")).toContain(
    "Left out, because only one arm has the unit (3): line 16 (off, t8, seed 1)",
  );
});

test("a graded score passes from --pass-at on and is compared as a score beside it", async () => {
  const lines = ["arm,task,score", "off,a,0.2", "on,a,0.9", "off,b,0.6", "on,b,0.5", "off,c,0", "on,c,1"];
  const { counts, graded } = await only(lines, { passAt: 0.6 });
  expect(counts).toMatchObject({ n: 3, b: 2, c: 1 });
  expect(graded?.meanDelta).toBeCloseTo((0.7 - 0.1 + 1) / 3, 12);
});

test("a judge named by the user caps the label", async () => {
  expect((await only(SEVEN, { judged: true })).verdict).toMatchObject({
    label: "suggestive",
    qualifiers: expect.arrayContaining(["judge-scored"]),
  });
  const m6 = (await only(SEVEN)).mechanism.find(({ id }) => id === "M6");
  expect(m6).toMatchObject({ answer: "not-checked", findings: ["who decided is unknown in 7 of 7 pairs"] });
});

// Seven one-way pairs: 2 / 2^7 each, which Holm doubles for two flags.
test("several comparisons in one file are judged as one family", async () => {
  const lines = ["comparison,flag,side,arm,task,success"];
  for (const flag of ["X", "Y"])
    for (const task of [1, 2, 3, 4, 5, 6, 7])
      lines.push(`${flag},${flag},control,${flag}=0,t${task},0`, `${flag},${flag},treatment,base,t${task},1`);
  const { sections } = await compareRows({ file: fileOf(...lines) });
  expect(
    sections.map(({ flag, comparison }) => [flag, comparison.effect.exactP, comparison.effect.adjustedP]),
  ).toEqual([
    ["X", 0.015625, 0.03125],
    ["Y", 0.015625, 0.03125],
  ]);
});

test("with two arms the other one follows, and is printed; among more none is guessed", async () => {
  const two = ["arm,task,success", "off,a,0", "on,a,1"];
  expect((await judged(two)).notes).toContain("Assumed: the treatment is on.");
  const three = [...two, "else,a,1"];
  await expect(judged(three)).rejects.toThrow(/which arm is the treatment.*arms found: off, on, else/);
  const document = await judged(three, { treatment: "on" });
  expect(document.notes.join("\n")).toContain("Rows of other arms are left out (1): else (1)");
});

test.each([
  ["no arm named", ["arm,task,success", "on,a,1", "off,a,0"], { control: undefined }, /arms found: on, off/],
  [
    "an arm that is not there",
    ["arm,task,success", "on,a,1", "off,a,0"],
    { control: "of" },
    /no arm of.*did you mean "off"/,
  ],
  ["one arm alone", ["arm,task,success", "off,a,1"], {}, /only one arm/],
  ["one arm in both roles", ["arm,task,success", "on,a,1", "off,a,0"], { treatment: "off" }, /both arms/],
  [
    "two rows of one trial",
    ["arm,task,seed,success", "off,a,1,1", "on,a,1,1", "off,a,1,0"],
    {},
    /two rows for scenario a, seed 1.*lines 2 and 4/,
  ],
  [
    "a word that is no result",
    ["arm,task,success", "off,a,maybe"],
    {},
    /"maybe" says neither.*line 2, column success/,
  ],
  [
    "a number beyond 1",
    ["arm,task,success", "off,a,1", "on,a,2"],
    {},
    /"2" says neither.*line 3, column success/,
  ],
  [
    "a graded score without a threshold",
    ["arm,task,score", "off,a,0.4"],
    {},
    /graded score.*line 2, column score.*--pass-at/,
  ],
  [
    "a cost that is no number",
    ["arm,task,success,cost", "off,a,1,NA"],
    {},
    /"NA" is not a number.*line 2, column cost/,
  ],
  ["a negative latency", ["arm,task,success,latency_ms", "off,a,1,-3"], {}, /line 2, column latency_ms/],
  ["an empty seed", ["arm,task,seed,success", "off,a,,1"], {}, /seed is empty.*line 2, column seed/],
  ["an unknown column in --valid", ["arm,task,success", "off,a,1"], { valid: "rann=true" }, /no column rann/],
  ["a level that is none", ["arm,task,success", "off,a,1", "on,a,1"], { alpha: 5 }, /--alpha/],
] as const)("refuses %s", async (_name, lines, options, message) => {
  await expect(judged(lines, options)).rejects.toThrow(message);
});

test("the command prints the verdict and writes every format, each naming whose rows they are", async () => {
  const file = fileOf(...SEVEN);
  const outputs = ["html", "md", "json", "csv", "tex", "xml"].map((kind) => join(folder, `out.${kind}`));
  const shown = await command(["compare", file, "--control", "off"]);
  expect(shown).toMatchObject({ code: 0, out: expect.stringMatching(/on against off .* 7\/7 +1\/7/) });
  expect(shown.out).toContain("Recorded by somebody else");
  expect(shown.err).toContain("Assumed from names: arm=arm, scenario=task");
  const { code } = await command(["compare", file, "--control", "off", "-o", ...outputs]);
  expect(code).toBe(0);
  const digest = (await compareRows({ file, control: "off" })).rows.digest.slice(0, 12);
  for (const output of outputs) expect(readFileSync(output, "utf8"), output).toContain(digest);
});

test("rows without one valid pair end as a broken evaluation, with a report all the same", async () => {
  const file = fileOf("arm,task,success", "off,a,1", "on,b,1");
  const { code, out } = await command(["compare", file, "--control", "off", "--json"]);
  expect(code).toBe(4);
  expect(JSON.parse(out).sections[0].comparison.verdict.label).toBe("invalid");
});
