/** Outcomes that other people recorded: counts and p by a second method, pairing by id, unmatched items listed. */
import { expect, test } from "vitest";
import type { Comparison } from "../core/comparison.ts";
import { type ArmRow, joinArms } from "../rows/join-arms.ts";
import { known } from "../testing/known.ts";
import { outcome, planOf } from "../testing/paired-units.ts";
import {
  type Arms,
  game24Arms,
  intercodeArms,
  type Outcomes,
  popularityArms,
  recordedData,
  recordedJson,
  recordedUnits,
  secondOpinion,
  swebenchArms,
  vexpArms,
} from "../testing/recorded-outcomes.ts";
import { warnOfSkipped } from "../testing/shared-data.ts";
import { compare } from "./compare.ts";

function comparisonOf(control: Outcomes, treatment: Outcomes): Comparison {
  const units = recordedUnits(control, treatment);
  const plan = planOf({
    flag: null,
    control: "first",
    treatment: "second",
    planned: units.length,
    orderKnown: false,
  });
  return compare(units, plan);
}

function expectAgreement(control: Outcomes, treatment: Outcomes): Comparison {
  const found = comparisonOf(control, treatment);
  const second = secondOpinion(control, treatment);
  expect(found.counts).toMatchObject({ n: second.n, b: second.b, c: second.c, both: second.both });
  expect(known(found.effect.exactP) / second.p).toBeCloseTo(1, 9);
  return found;
}

function armOf(arms: Arms, name: string): Outcomes {
  const found = arms.get(name);
  if (found === undefined) throw new Error(`no arm ${name}`);
  return found;
}

const intercode = recordedData("intercode/bash-outcomes.csv");
const game24 = recordedData("tree-of-thought/game24-outcomes.csv");
const swebench = recordedData("swebench-lite-docker");
const vexp = recordedData("vexp-swe-bench");
const tau2 = recordedData("tau2-results");
const popularity = recordedData("inspect-logs/popularity-10x5");

warnOfSkipped([
  [intercode, 3],
  [game24, 2],
  [swebench, 2],
  [vexp, 1],
  [tau2, 1],
  [popularity, 1],
]);

const intercodeArm = (name: string) => armOf(intercodeArms(), name);

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

const game24Arm = (name: string) => armOf(game24Arms(), name);

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

test.skipIf(swebench === null)(
  "swe-bench lite: equal totals with 24 items won and 24 lost are not 'no difference per item'",
  () => {
    const arms = swebenchArms();
    const found = expectAgreement(
      armOf(arms, "20240402_sweagent_gpt4"),
      armOf(arms, "auto-code-rover-run-1"),
    );
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
    const arms = swebenchArms();
    const counts = [
      ["1", "2"],
      ["1", "3"],
      ["2", "3"],
    ].map(([left, right]) => {
      const found = expectAgreement(
        armOf(arms, `auto-code-rover-run-${left}`),
        armOf(arms, `auto-code-rover-run-${right}`),
      );
      expect(["suggestive", "no-large-effect"]).toContain(found.verdict.label);
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
  const arms = vexpArms();
  const arm = (name: string) => armOf(arms, name);
  const equal = expectAgreement(arm("livesweagent"), arm("sonar"));
  expect(equal.counts).toEqual({ n: 500, b: 18, c: 18, both: 378, neither: 86 });
  const ahead = expectAgreement(arm("openhands"), arm("sonar"));
  expect(ahead.counts).toEqual({ n: 500, b: 22, c: 14, both: 374, neither: 90 });
  // 36 fair coins with at most 14 on the rarer side: .24.
  expect(ahead.effect.exactP).toBeCloseTo(0.2429849540349, 10);
  expect(ahead.verdict.label).toBe("no-large-effect");
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
  const { simulations } = recordedJson(`tau2-results/${name}.json`) as Tau2Run;
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
  const arms = popularityArms();
  const found = expectAgreement(armOf(arms, "claude-sonnet-4"), armOf(arms, "gpt-5"));
  expect(found.counts).toEqual({ n: 50, b: 0, c: 3, both: 30, neither: 17 });
  expect(found.effect.exactP).toBe(0.25);
  expect(found.scenarioLevel.scenarios).toBe(10);
  expect(found.verdict).toMatchObject({ label: "suggestive-harm", strength: "moderate" });
  // Both models repeat themselves on most items: the 5 epochs of one item are hardly 5 independent facts.
  expect(found.reliability.treatment.flipRate).toBeLessThan(0.3);
});
