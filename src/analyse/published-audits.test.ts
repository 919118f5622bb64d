/** The three published audits of data/buildaharness: every figure of expected.json, which another program computed. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Comparison } from "../core/comparison.ts";
import type { ArmOutcome } from "../core/pairs.ts";
import { type ArmRow, joinArms } from "../rows/join-arms.ts";
import type { ExpectedAudit } from "../testing/expected-audit.ts";
import { known } from "../testing/known.ts";
import { outcome, planOf } from "../testing/paired-units.ts";
import { sharedData, warnOfSkipped } from "../testing/shared-data.ts";
import { compare } from "./compare.ts";
import { differenceOf, groupBy, validPairs } from "./pair-counts.ts";
import { scenarioT } from "./scenarios.ts";

const folder = sharedData("data/buildaharness");
const audits = ["ablation-supervisor-stall", "ablation-contradiction", "ablation-injection"] as const;
// Three tests of each audit, and one of their verdicts.
warnOfSkipped([[folder, 3 * audits.length + 1]]);

function expectedOf(audit: string): ExpectedAudit {
  const all = JSON.parse(readFileSync(`${folder}/expected.json`, "utf8")) as Readonly<
    Record<string, ExpectedAudit>
  >;
  const found = all[audit];
  if (found === undefined) throw new Error(`no figures for ${audit}`);
  return found;
}

/** Reads the rows by column name; none of these files quotes a field. */
function rowsOf(audit: string, arm: string): readonly ArmRow[] {
  const [header = "", ...lines] = readFileSync(`${folder}/${audit}.csv`, "utf8").trim().split("\n");
  const columns = header.split(",");
  return lines
    .map((line) => new Map(line.split(",").map((field, i) => [columns[i] ?? "", field])))
    .filter((row) => row.get("arm") === arm)
    .map((row) => {
      const text = (column: string) => row.get(column) ?? "";
      const number = (column: string) => (text(column) === "" ? null : Number(text(column)));
      const result: ArmOutcome["outcome"] =
        text("ran") !== "true"
          ? "missing"
          : text("invalid_run") === "true"
            ? "error"
            : text("success") === ""
              ? "unscored"
              : text("success") === "true"
                ? "pass"
                : "fail";
      return {
        scenario: text("task"),
        seed: text("seed"),
        outcome: outcome(result, { costUsd: number("cost_usd"), latencyMs: number("latency_ms") }),
      };
    });
}

function comparisonOf(audit: string): Comparison {
  const { control, candidate } = expectedOf(audit);
  const units = joinArms(rowsOf(audit, control), rowsOf(audit, candidate));
  return compare(
    units,
    planOf({
      id: audit,
      flag: audit,
      control,
      treatment: candidate,
      planned: units.length,
      orderKnown: false,
    }),
  );
}

test.skipIf(folder === null).each(audits)(
  "%s: pairs, tests and intervals are those of expected.json",
  (audit) => {
    const expected = expectedOf(audit);
    const { counts, denominators, effect, scenarioLevel, units } = comparisonOf(audit);
    expect(denominators.units).toBe(expected.units);
    expect(counts).toEqual({
      n: expected.pairs,
      b: expected.better,
      c: expected.worse,
      both: expected.bothPass,
      neither: expected.bothFail,
    });
    const lost = (arm: "control" | "treatment") =>
      denominators.errors[arm] + denominators.missing[arm] + denominators.unscored[arm];
    expect([lost("control"), lost("treatment")]).toEqual([
      expected.missing.control,
      expected.missing.candidate,
    ]);
    expect(known(effect.exactP) / expected.exactTwoSided).toBeCloseTo(1, 10);
    expect(known(effect.interval95)[0]).toBeCloseTo(expected.fayLumbard95[0] ?? Number.NaN, 9);
    expect(known(effect.interval95)[1]).toBeCloseTo(expected.fayLumbard95[1] ?? Number.NaN, 9);
    expect(scenarioLevel.scenarios).toBe(expected.scenarios);
    expect(scenarioLevel.differing).toBe(expected.scenariosThatDiffer);
    expect(scenarioLevel.meanDelta).toBeCloseTo(expected.scenarioMeanDelta, 12);
    expect(scenarioLevel.signFlipP).toBeCloseTo(expected.signFlip, 12);
    const groups = [...groupBy(validPairs(units), (unit) => unit.scenario).values()].map((group) =>
      group.map(differenceOf),
    );
    const t = scenarioT(groups, 0.95);
    expect(t.S).toBe(expected.scenarioT.S);
    expect(t.mean).toBeCloseTo(expected.scenarioT.mean, 12);
    expect(t.se).toBeCloseTo(expected.scenarioT.se, 12);
    expect(t.interval?.[0]).toBeCloseTo(expected.scenarioT.lo, 9);
    expect(t.interval?.[1]).toBeCloseTo(expected.scenarioT.hi, 9);
    if (expected.scenarioT.p === null) expect(t.p).toBeNull();
    else expect(t.p).toBeCloseTo(expected.scenarioT.p, 9);
  },
);

test.skipIf(folder === null).each(audits)(
  "%s: cost ratios are those of expected.json, by seed and without each seed",
  (audit) => {
    const expected = expectedOf(audit);
    const { ratios, omissions, cost } = comparisonOf(audit);
    const { costUsd } = ratios;
    expect([costUsd.known, costUsd.of]).toEqual([expected.costPairs, expected.costPairs]);
    expect(costUsd.ofTotals?.ratio).toBeCloseTo(expected.costRatioOfTotals.ratio, 9);
    expect(costUsd.ofTotals?.interval95?.[0]).toBeCloseTo(expected.costRatioOfTotals.lo, 9);
    expect(costUsd.ofTotals?.interval95?.[1]).toBeCloseTo(expected.costRatioOfTotals.hi, 9);
    const bySeed = Object.fromEntries(
      costUsd.bySeed.map(({ seed, ratio }) => [seed, Number(ratio?.toFixed(4))]),
    );
    expect(bySeed).toEqual(expected.costRatioBySeed);
    const without = omissions.filter(({ kind }) => kind === "seed");
    expect(
      Object.fromEntries(without.map((row) => [row.omitted, Number(row.cost?.ratio.toFixed(4))])),
    ).toEqual(expected.costRatioWithoutSeed);
    expect(cost.basis).toBe("billed");
  },
);

test.skipIf(folder === null).each(audits)(
  "%s: the scenario whose omission hurts most is the one of expected.json",
  (audit) => {
    const { leaveOneScenarioOutWorst: worst } = expectedOf(audit);
    const rows = comparisonOf(audit).omissions.filter(({ kind }) => kind === "scenario");
    const row = rows.find(({ omitted }) => omitted === worst.scenario);
    expect(row).toMatchObject({ b: worst.better, c: worst.worse });
    expect((row?.exactP ?? 0) / worst.exact).toBeCloseTo(1, 10);
    expect(Math.max(...rows.map(({ exactP }) => known(exactP)))).toBe(row?.exactP);
  },
);

test.skipIf(folder === null)(
  "the verdicts differ from the authors' where one unit or the order carries theirs",
  () => {
    const stall = comparisonOf("ablation-supervisor-stall");
    expect(stall.verdict).toMatchObject({ label: "demonstrated", basis: "statistical", scope: "general" });
    expect(stall.verdict.qualifiers).toEqual(["engagement-unknown"]);
    expect(stall.verdict.sentence).toContain("31 better, 1 worse, 127 equal");
    expect(stall.verdict.sentence).toContain("1 pair of 160 lost");

    // KEEP by the authors; 7 better and 3 worse is .34.
    const contradiction = comparisonOf("ablation-contradiction");
    expect(contradiction.verdict.label).not.toBe("demonstrated");

    // CUT by the authors for 19 % more cost; without the seed whose candidate ran first it is 0.4 % less.
    const injection = comparisonOf("ablation-injection");
    expect(injection.verdict.label).toBe("no-large-effect");
    expect(injection.verdict.qualifiers).toContain("hangs-on-one");
    expect(injection.cost).toMatchObject({ word: "more-expensive", strength: "suggestive" });
    expect(
      injection.omissions.filter(({ changes }) => changes.includes("cost")).map(({ omitted }) => omitted),
    ).toContain("1");
    expect(injection.verdict.sentence).toContain("Order unknown");
  },
);
