/** Aims as users meet them: the catalogue's rows, `compare --aim`, stored comparisons, and the refusal to peek (STATISTICS 11.1). */

import { writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { AIMS, type Aim } from "../../core/aim.ts";
import { LabError } from "../../core/errors.ts";
import { FLAGS } from "../../core/flag-catalogue.ts";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { comparisonPlanOf } from "../planning/comparison-plan.ts";
import { requireFixed } from "../planning/fixed-design.ts";
import { compareRows } from "../reporting/compare.ts";

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

test("the catalogue names the flags that aim at something else than success", () => {
  const byAim = (aim: Aim) =>
    FLAGS.filter((flag) => flag.aim === aim)
      .map(({ name }) => name)
      .sort();
  expect(byAim("calls")).toEqual([
    "AUDIT_CONTROL_STATE_GATE",
    "AUDIT_IDENTICAL_CALL_FLAG",
    "AUDIT_TOOL_POLICY_GATE",
  ]);
  expect(byAim("cost")).toEqual(["AUDIT_LAYER_POLICY"]);
  expect(byAim("cost-as-billed")).toEqual(["AUDIT_RECALL_PLACEMENT"]);
  expect(byAim("tokens")).toEqual(["AUDIT_OFFLOAD_REFS", "AUDIT_RESULT_SPILL", "AUDIT_RESUME_GATE"]);
  expect(byAim("latency")).toEqual(["AUDIT_PARALLEL_TOOLS"]);
  expect(byAim("none")).toEqual([
    "ASSISTANT_GOAL_GRAPH_SUGGEST",
    "AUDIT_EPISODIC_RETENTION_DAYS",
    "AUDIT_EXPERIENCE_LEARNING",
    "AUDIT_REVIEWER_REVISION",
    "AUDIT_SEMANTIC_CHANGE_REVIEW",
  ]);
});

/** Rows of 30 pairs in which ON takes less than half the tokens and passes as often. */
function rows(name: string, more = { head: "", row: "" }): string {
  const file = folder.file(name);
  const lines = Array.from({ length: 30 }, (_, place) => [
    `off,task-${place % 6},${place},1,${1000 + place}${more.row}`,
    `on,task-${place % 6},${place},1,${400 + ((place * 7) % 30)}${more.row}`,
  ]);
  writeFileSync(file, [`arm,scenario,seed,success,total_tokens${more.head}`, ...lines.flat()].join("\n"));
  return file;
}

const ARMS = { control: "off", treatment: "on" } as const;

test("compare judges somebody else's rows by the aim that is named, by the flag's, else by success", async () => {
  const labelOf = async (request: Partial<Parameters<typeof compareRows>[0]>) =>
    (await compareRows({ file: rows("tokens.csv"), ...ARMS, ...request })).sections[0]?.comparison.verdict;
  expect((await labelOf({}))?.label).not.toBe("saves");
  const saves = await labelOf({ aim: "tokens" });
  expect(saves?.label).toBe("saves");
  expect(saves?.sentence).toMatch(
    /^Tokens x0\.41 \(0\.41 to 0\.41\) on 30 matched pairs; success 30\/30 vs 30\/30, not worse by 10 points/,
  );
  expect((await labelOf({ flag: "AUDIT_RESULT_SPILL" }))?.label).toBe("saves");
  expect((await labelOf({ flag: "AUDIT_RESULT_SPILL", aim: "success" }))?.label).not.toBe("saves");
  expect((await labelOf({ aim: "tokens", margin: 0.05 }))?.label).toBe("saves-harm-not-excluded");
  expect((await labelOf({ aim: "calls" }))?.reasons).toEqual([{ code: "aim-unknown" }]);
});

test("rows without a column of the whole latency are taken to share nothing", async () => {
  const file = rows("latency.csv", { head: ",latency_ms", row: ",100" });
  const [section] = (await compareRows({ file, ...ARMS, aim: "latency" })).sections;
  expect(section?.comparison.verdict.label).toBe("no-saving");
});

test.each(AIMS)("a design that stops by outcomes is refused for every aim but success: %s", (aim) => {
  const sequential = () => requireFixed(aim, "sequential", "AUDIT_EXAMPLE");
  if (aim === "success") expect(sequential).not.toThrow();
  else expect(sequential).toThrow(LabError);
  expect(() => requireFixed(aim, "fixed", "AUDIT_EXAMPLE")).not.toThrow();
});

test("the refusal names option and remedy", async () => {
  await expect(
    compareRows({ file: rows("peeked.csv"), ...ARMS, aim: "tokens", sequential: true }),
  ).rejects.toMatchObject({
    code: "sequential-aim",
    where: "--sequential",
    remedy: expect.stringContaining("--seeds"),
  });
});

test("a stored comparison of ON against OFF has the flag's aim; a calibration and a peeked run have none", () => {
  const { experiment } = experimentOf({ id: "aims", seeds: ["1"] });
  const [spec] = experiment.comparisons;
  if (!spec) throw new Error("expected a comparison");
  const known = { simulated: false, scenarios: 1 };
  const spill = { ...spec, flag: "AUDIT_RESULT_SPILL" };
  expect(comparisonPlanOf(experiment, spill, known).aim).toBe("tokens");
  expect(comparisonPlanOf(experiment, spec, known).aim).toBeUndefined();
  expect(comparisonPlanOf(experiment, { ...spill, flag: null }, known).aim).toBeUndefined();
  expect(comparisonPlanOf(experiment, { ...spill, kind: "calibration" }, known).aim).toBeUndefined();
  const rule = { design: "sequential", deltaMin: 0.2, until: null } as const;
  expect(comparisonPlanOf({ ...experiment, rule }, spill, known).aim).toBeUndefined();
});
