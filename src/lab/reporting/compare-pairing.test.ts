/** Arms that nothing ties together, and how a run that cannot be judged ends (statistics-1 rows 7 and 13; reports-1). */

import { expect, test } from "vitest";
import { command } from "../../testing/run-command.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { type CompareRequest, compareRows } from "./compare.ts";

async function only(lines: readonly string[], options: Partial<CompareRequest> = {}) {
  using folder = tempFolder();
  folder.write("rows.csv", lines.join("\n"));
  const document = await compareRows({
    file: folder.file("rows.csv"),
    control: "off",
    pairing: "none",
    ...options,
  });
  const [section] = document.sections;
  if (section === undefined) throw new Error("no section");
  return { ...section.comparison, notes: document.notes.join("\n") };
}

const HEAD = "arm,task,seed,success";

/** One task, `n` rows an arm, seeds counted on from arm to arm; OFF passes 3, ON 9. */
function apart(n: number, more = 0): readonly string[] {
  const row = (arm: string, passes: number, i: number) => `${arm},a,${arm}-${i},${i < passes}`;
  return [
    HEAD,
    ...Array.from({ length: n }, (_, i) => row("off", 3, i)),
    ...Array.from({ length: n + more }, (_, i) => row("on", 9, i)),
  ];
}

test("seeds that differ by arm are no loss where nothing ties the arms together", async () => {
  const { denominators, counts, verdict, notes } = await only(apart(12));
  expect(counts.n).toBe(12);
  expect(denominators).toMatchObject({ lostShare: 0, unmatched: [], missing: { control: 0, treatment: 0 } });
  expect(verdict.label).not.toBe("invalid");
  expect(notes).not.toContain("In one arm only");
  expect((await only(apart(12), { pairing: "seed" })).verdict.label).toBe("invalid");
});

test("rows beyond the other arm's number stand alone and are no loss either", async () => {
  const { denominators, counts, units } = await only(apart(12, 5));
  expect(counts.n).toBe(12);
  expect(denominators).toMatchObject({ lostShare: 0, unmatched: [], missing: { control: 0, treatment: 0 } });
  expect(units.filter(({ alone }) => alone === "treatment")).toHaveLength(5);
});

test("rows that are lost are lost all the same, as a share of the rows", async () => {
  const lines = apart(12).map((line, i) => (i >= 13 && i < 16 ? line.replace("true", "") : line));
  const { denominators } = await only(lines);
  expect(denominators).toMatchObject({ unscored: { control: 0, treatment: 3 }, lostShare: 3 / 24 });
});

test("equal seeds keep their names, whatever the order of the rows", async () => {
  const lines = [HEAD, "off,a,7,true", "off,a,9,false", "on,a,9,true", "on,a,7,true"];
  const { units } = await only(lines);
  expect(units.map(({ seed, control, treatment }) => [seed, control.outcome, treatment.outcome])).toEqual([
    ["7", "pass", "pass"],
    ["9", "fail", "pass"],
  ]);
});

test("rows to be matched and arms that are not tied together exclude each other", async () => {
  await expect(only(apart(3), { matchedOnly: true })).rejects.toThrow(/--matched-only/);
});

test.each([
  ["nothing matches", [HEAD, "off,a,1,1", "on,b,1,1"], 4],
  ["every result is empty", [HEAD, "off,a,1,", "on,a,1,"], 4],
  ["every row has an error", [`${HEAD},error`, "off,a,1,1,true", "on,a,1,1,true"], 4],
  ["half of the pairs are lost", [HEAD, "off,a,1,1", "on,a,1,1", "off,b,1,1", "on,b,1,"], 4],
  ["one arm loses far more than the other", [HEAD, ...lopsided()], 4],
  ["one of 20 pairs is lost", [HEAD, ...twenty()], 0],
  [
    "the treatment is worse",
    [HEAD, ...[1, 2, 3, 4, 5, 6, 7].flatMap((i) => [`off,a,${i},1`, `on,a,${i},0`])],
    0,
  ],
])("where %s the exit code is that of STATISTICS 11.2", async (_, lines, code) => {
  using folder = tempFolder();
  folder.write("rows.csv", lines.join("\n"));
  const ran = await command(["compare", folder.file("rows.csv"), "--control", "off"]);
  expect(ran.code, ran.err + ran.out).toBe(code);
});

function twenty(): readonly string[] {
  return Array.from({ length: 20 }, (_, i) => i).flatMap((i) => [
    `off,a,${i},1`,
    `on,a,${i},${i === 0 ? "" : 1}`,
  ]);
}

function lopsided(): readonly string[] {
  return Array.from({ length: 100 }, (_, i) => i).flatMap((i) => [
    `off,a,${i},1`,
    `on,a,${i},${i < 9 ? "" : 1}`,
  ]);
}
