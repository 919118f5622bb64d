/** Outcomes that other people recorded: counts and p by a second method, pairing by id, unmatched items listed. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Comparison } from "../core/comparison.ts";
import { outcome, planOf } from "../testing/paired-units.ts";
import { sharedData } from "../testing/shared-data.ts";
import { zipEntries } from "../testing/zip-entries.ts";
import { compare } from "./compare.ts";
import { type ArmRow, joinArms } from "./join.ts";

/** Outcomes by "scenario|seed": the second method works on these and never sees a pair. */
type Outcomes = ReadonlyMap<string, boolean>;

const at = (path: string) => sharedData(`data/${path}`);
const present = (path: string | null): string => {
  if (path === null) throw new Error("absent");
  return path;
};
const jsonOf = (path: string): unknown => JSON.parse(readFileSync(present(at(path)), "utf8"));

function rowsOf(outcomes: Outcomes): readonly ArmRow[] {
  return [...outcomes].map(([key, passed]) => {
    const [scenario = "", seed = "1"] = key.split("|");
    return { scenario, seed, outcome: outcome(passed ? "pass" : "fail") };
  });
}

function comparisonOf(control: Outcomes, treatment: Outcomes): Comparison {
  // The rows of one arm are turned round, so that pairing by position would pair the wrong items.
  const units = joinArms(rowsOf(control), [...rowsOf(treatment)].reverse());
  const plan = planOf({
    flag: null,
    control: "first",
    treatment: "second",
    planned: units.length,
    orderKnown: false,
  });
  return compare(units, plan);
}

/** Counts by set algebra on the passed ids, and the exact p by Pascal's triangle in doubles. */
function secondMethod(
  control: Outcomes,
  treatment: Outcomes,
): { b: number; c: number; both: number; n: number; p: number } {
  const shared = [...control.keys()].filter((key) => treatment.has(key));
  const won = new Set(shared.filter((key) => treatment.get(key)));
  const had = new Set(shared.filter((key) => control.get(key)));
  const both = shared.filter((key) => won.has(key) && had.has(key)).length;
  const [b, c] = [won.size - both, had.size - both];
  let row = [1];
  for (let m = 0; m < b + c; m++)
    row = Array.from({ length: m + 2 }, (_, k) => ((row[k] ?? 0) + (row[k - 1] ?? 0)) / 2);
  const tail = row.slice(0, Math.min(b, c) + 1).reduce((total, mass) => total + mass, 0);
  return { b, c, both, n: shared.length, p: b === c ? 1 : Math.min(1, 2 * tail) };
}

function expectAgreement(control: Outcomes, treatment: Outcomes): Comparison {
  const found = comparisonOf(control, treatment);
  const second = secondMethod(control, treatment);
  expect(found.counts).toMatchObject({ n: second.n, b: second.b, c: second.c, both: second.both });
  expect(found.effect.exactP / second.p).toBeCloseTo(1, 9);
  return found;
}

function csvOf(path: string): readonly ReadonlyMap<string, string>[] {
  const [header = "", ...lines] = readFileSync(present(at(path)), "utf8")
    .trim()
    .split("\n");
  const columns = header.split(",");
  return lines.map((line) => new Map(line.split(",").map((field, i) => [columns[i] ?? "", field])));
}

const intercode = at("intercode/bash-outcomes.csv");
const game24 = at("tree-of-thought/game24-outcomes.csv");
const swebench = at("swebench-lite-docker");
const vexp = at("vexp-swe-bench");
const tau2 = at("tau2-results");
const popularity = at("inspect-logs/popularity-10x5");

function intercodeArm(name: string): Outcomes {
  const rows = csvOf("intercode/bash-outcomes.csv").filter((row) => row.get("arm") === `bash/${name}`);
  return new Map(rows.map((row) => [`${row.get("task_id")}|1`, Number(row.get("max_reward")) === 1]));
}

test.skipIf(intercode === null)(
  "intercode: 7 better and 1 worse of 27 is not significant, whatever a paired t says",
  () => {
    const found = expectAgreement(
      intercodeArm("gpt-3.5/ic_bash_react_10_turns_fs_4"),
      intercodeArm("gpt-3.5/ic_bash_multiturn_gpt-3.5_10_turns_fs_4"),
    );
    expect(found.counts).toEqual({ n: 27, b: 7, c: 1, both: 6, neither: 13 });
    expect(found.effect.exactP).toBe(0.0703125);
    expect(found.verdict).toMatchObject({ label: "suggestive", strength: "moderate" });
  },
);

test.skipIf(intercode === null)("intercode: 14 better and none worse of 60 is demonstrated", () => {
  const found = expectAgreement(
    intercodeArm("gpt-3.5/ic_bash_react_10_turns_fs_1"),
    intercodeArm("gpt-3.5/ic_bash_multiturn_gpt-3.5_10_turns_fs_1"),
  );
  expect(found.counts).toEqual({ n: 60, b: 14, c: 0, both: 13, neither: 33 });
  // 14 fair coins that all fall one way: 2 / 2^14.
  expect(found.effect.exactP).toBe(2 / 2 ** 14);
  expect(found.verdict).toMatchObject({ label: "demonstrated", scope: "general" });
});

test.skipIf(intercode === null)(
  "intercode: the two tasks one arm never ran are listed and kept out of the pairs",
  () => {
    const found = expectAgreement(
      intercodeArm("chat-bison-001/ic_bash_multiturn_chat-bison-001_10_turns_fs_1"),
      intercodeArm("gpt-4/ic_bash_multiturn_gpt-4_10_turns_fs_1"),
    );
    expect(found.denominators.unmatched).toEqual([
      { scenario: "11", seed: "1", absent: "control" },
      { scenario: "12", seed: "1", absent: "control" },
    ]);
    expect(found.counts).toMatchObject({ n: 58, b: 20, c: 3 });
    // Even if both had counted against the leader: 20 to 5, p = .004.
    expect(found.worstCase).toMatchObject({ counts: { b: 20, c: 5 }, changesLabel: false });
    expect(found.verdict.label).toBe("demonstrated");
  },
);

function game24Arm(arm: string): Outcomes {
  const rows = csvOf("tree-of-thought/game24-outcomes.csv").filter((row) => row.get("arm") === arm);
  return new Map(rows.map((row) => [`${row.get("item")}|${row.get("sample")}`, row.get("success") === "1"]));
}

test.skipIf(game24 === null)(
  "game of 24: chain of thought loses 633 to 302 against standard prompting in 10,000 pairs",
  () => {
    const found = expectAgreement(game24Arm("standard"), game24Arm("cot"));
    expect(found.counts).toEqual({ n: 10_000, b: 302, c: 633, both: 101, neither: 8964 });
    expect(found.verdict.label).toBe("harmful");
    expect(found.verdict.qualifiers).toContain("below-minimum-effect");
  },
);

test.skipIf(game24 === null)(
  "game of 24: 5 samples against 100 leave 9,500 unmatched, so the comparison is invalid until cut to both",
  () => {
    const [cot, tot] = [game24Arm("cot"), game24Arm("tot_b5")];
    const lopsided = comparisonOf(cot, tot);
    expect(lopsided.denominators.unmatched).toHaveLength(9500);
    expect(lopsided.verdict.label).toBe("invalid");
    const found = expectAgreement(new Map([...cot].filter(([key]) => tot.has(key))), tot);
    expect(found.counts).toEqual({ n: 500, b: 112, c: 13, both: 7, neither: 368 });
    expect(found.verdict).toMatchObject({ label: "demonstrated", scope: "general" });
  },
);

type SwebenchReport = Readonly<Record<string, readonly string[]>> & { readonly resolved: readonly string[] };

function swebenchRuns(): { readonly of: (name: string) => Outcomes; readonly items: number } {
  const names = [
    "20240402_sweagent_gpt4",
    "auto-code-rover-run-1",
    "auto-code-rover-run-2",
    "auto-code-rover-run-3",
  ];
  const reports = new Map(
    names.map((name) => [name, jsonOf(`swebench-lite-docker/${name}/report.json`) as SwebenchReport]),
  );
  const items = new Set([...reports.values()].flatMap((report) => Object.values(report).flat()));
  // An item that a run lists nowhere is a failure of that run.
  const of = (name: string): Outcomes => {
    const resolved = new Set(reports.get(name)?.resolved);
    return new Map([...items].map((item) => [`${item}|1`, resolved.has(item)]));
  };
  return { of, items: items.size };
}

test.skipIf(swebench === null)(
  "swe-bench lite: equal totals with 24 items won and 24 lost are not 'no difference per item'",
  () => {
    const runs = swebenchRuns();
    expect(runs.items).toBe(300);
    const found = expectAgreement(runs.of("20240402_sweagent_gpt4"), runs.of("auto-code-rover-run-1"));
    expect(found.counts).toEqual({ n: 300, b: 24, c: 24, both: 30, neither: 222 });
    expect([found.rates.control.passes, found.rates.treatment.passes]).toEqual([54, 54]);
    expect(found.effect).toMatchObject({ delta: 0, exactP: 1 });
    expect(found.scenarioLevel.differing).toBe(48);
    expect(found.verdict.sentence).toContain("24 better, 24 worse, 252 equal");
  },
);

test.skipIf(swebench === null)(
  "swe-bench lite: three repeats of one agent never differ beyond chance",
  () => {
    const { of } = swebenchRuns();
    const counts = [
      ["1", "2"],
      ["1", "3"],
      ["2", "3"],
    ].map(([left, right]) => {
      const found = expectAgreement(of(`auto-code-rover-run-${left}`), of(`auto-code-rover-run-${right}`));
      expect(["suggestive", "fires-no-effect-measured"]).toContain(found.verdict.label);
      return [found.counts.b, found.counts.c];
    });
    expect(counts).toEqual([
      [19, 16],
      [11, 8],
      [14, 14],
    ]);
  },
);

test.skipIf(vexp === null)("vexp: two scaffolds with 396 of 500 each differ on 36 items", () => {
  const resolved = (name: string) =>
    (jsonOf(`vexp-swe-bench/${name}-opus-4.5-resolved.json`) as { readonly resolvedIds: readonly string[] })
      .resolvedIds;
  const names = ["openhands", "sonar", "livesweagent"];
  const solved = [...new Set(names.flatMap(resolved))];
  // 500 items; those that no file names were solved by nobody.
  const items = [...solved, ...Array.from({ length: 500 - solved.length }, (_, i) => `unsolved-${i}`)];
  const arm = (name: string): Outcomes => {
    const set = new Set(resolved(name));
    return new Map(items.map((item) => [`${item}|1`, set.has(item)]));
  };
  const equal = expectAgreement(arm("livesweagent"), arm("sonar"));
  expect(equal.counts).toEqual({ n: 500, b: 18, c: 18, both: 378, neither: 86 });
  const ahead = expectAgreement(arm("openhands"), arm("sonar"));
  expect(ahead.counts).toEqual({ n: 500, b: 22, c: 14, both: 374, neither: 90 });
  // 36 fair coins with at most 14 on the rarer side: .24.
  expect(ahead.effect.exactP).toBeCloseTo(0.2429849540349, 10);
  expect(ahead.verdict.label).toBe("fires-no-effect-measured");
});

interface Tau2Run {
  readonly simulations: readonly {
    readonly task_id: string;
    readonly trial: number;
    readonly agent_cost: number;
    readonly reward_info: { readonly reward: number };
  }[];
}

function tau2Rows(name: string): readonly ArmRow[] {
  const { simulations } = jsonOf(`tau2-results/${name}.json`) as Tau2Run;
  return simulations.map(({ task_id, trial, agent_cost, reward_info }) => ({
    scenario: task_id,
    seed: String(trial),
    // A price list without the fine-tune wrote 0 for every call: that is unknown, not free.
    outcome: outcome(reward_info.reward === 1 ? "pass" : "fail", {
      costUsd: agent_cost === 0 ? null : agent_cost,
    }),
  }));
}

test.skipIf(tau2 === null)(
  "tau2: 6 better and 3 worse of 20 tasks, cost unknown on one side and never 0",
  () => {
    const units = joinArms(tau2Rows("airline20__gpt-4.1"), tau2Rows("airline20__gpt-4.1-finetuned"));
    const found = compare(units, planOf({ flag: null, planned: 20, orderKnown: false }));
    expect(found.counts).toEqual({ n: 20, b: 6, c: 3, both: 7, neither: 4 });
    // 9 fair coins, at most 3 on one side: 2 (1 + 9 + 36 + 84) / 512.
    expect(found.effect.exactP).toBe(260 / 512);
    expect(found.ratios.costUsd).toMatchObject({
      state: "unknown",
      known: 0,
      of: 20,
      reason: "not recorded in the treatment",
    });
    expect(found.cost.word).toBe("unknown");
    expect(found.verdict).toMatchObject({ label: "suggestive", strength: "lean" });
    expect(found.verdict.sentence).toContain("cost unknown");
  },
);

test.skipIf(popularity === null)("inspect popularity: 3 of 50 pairs lost, by id and epoch", () => {
  const arm = (name: string): Outcomes => {
    const entries = [...zipEntries(present(at(`inspect-logs/popularity-10x5/${name}.eval`)))];
    const samples = entries
      .filter(([entry]) => entry.startsWith("samples/"))
      .map(([, text]) => JSON.parse(text));
    return new Map(
      (samples as { id: number; epoch: number; scores: { match: { value: string } } }[]).map((sample) => [
        `${sample.id}|${sample.epoch}`,
        sample.scores.match.value === "C",
      ]),
    );
  };
  const found = expectAgreement(arm("claude-sonnet-4"), arm("gpt-5"));
  expect(found.counts).toEqual({ n: 50, b: 0, c: 3, both: 30, neither: 17 });
  expect(found.effect.exactP).toBe(0.25);
  expect(found.scenarioLevel.scenarios).toBe(10);
  expect(found.verdict).toMatchObject({ label: "suggestive-harm", strength: "moderate" });
  // Both models repeat themselves on most items: the 5 epochs of one item are hardly 5 independent facts.
  expect(found.reliability.treatment.flipRate).toBeLessThan(0.3);
});
