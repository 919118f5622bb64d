/** Every pair of arms in the recorded outcomes of other people: counts, p and verdict by a second method. */
import { expect, test } from "vitest";
import type { Label } from "../core/verdict.ts";
import { known } from "../testing/known.ts";
import { planOf } from "../testing/paired-units.ts";
import {
  type Arms,
  game24Arms,
  intercodeArms,
  type Outcomes,
  recordedData,
  recordedJson,
  recordedUnits,
  secondOpinion,
  swebenchArms,
  vexpArms,
} from "../testing/recorded-outcomes.ts";
import { warnOfSkipped } from "../testing/shared-data.ts";
import { compare } from "./compare.ts";

/** The outcomes with every item that only the other arm has, passed or failed. */
function completed(own: Outcomes, other: Outcomes, passed: boolean): Outcomes {
  return new Map([...[...other.keys()].map((key) => [key, passed] as const), ...own]);
}

/**
 * The labels that may stand, from the two p-values alone: proven where p is at most .05 and stays so with every
 * unmatched item counted against the leader; suggestive where the mid-p is at most 1/3; else neither. Which of the
 * words for "no difference" it is depends on an interval that this method does not have.
 */
function labelsFor(control: Outcomes, treatment: Outcomes): readonly Label[] {
  const { b, c, n, p, midP } = secondOpinion(control, treatment);
  const units = new Set([...control.keys(), ...treatment.keys()]).size;
  if (units - n > 0.1 * units) return ["invalid"];
  const gains = b > c;
  const worst = secondOpinion(completed(control, treatment, gains), completed(treatment, control, !gains));
  const stands = worst.p <= 0.05 && worst.b > worst.c === gains;
  if (p <= 0.05 && stands) return [gains ? "demonstrated" : "harmful"];
  const none: readonly Label[] = ["underpowered", "no-effect-shown", "no-large-effect"];
  if (b === c || midP > 1 / 3) return none;
  return [gains ? "suggestive" : "suggestive-harm", "no-large-effect"];
}

/** Judges pairs of arms, every one unless told which, and gives "b/c" of each. */
function judgeAll(
  arms: Arms,
  wanted: (left: string, right: string) => boolean = () => true,
): readonly string[] {
  const names = [...arms.keys()];
  return names.flatMap((left, place) =>
    names
      .slice(place + 1)
      .filter((right) => wanted(left, right))
      .map((right) => {
        const [control, treatment] = [arms.get(left) ?? new Map(), arms.get(right) ?? new Map()];
        // The rows of one arm are turned round, so that pairing by position would pair the wrong items.
        const units = recordedUnits(control, treatment);
        const plan = planOf({ flag: null, planned: units.length, orderKnown: false });
        const { counts, effect, verdict, denominators } = compare(units, plan);
        const { p, midP: _, ...second } = secondOpinion(control, treatment);
        expect([left, right, counts]).toMatchObject([left, right, second]);
        expect(known(effect.exactP) / p).toBeCloseTo(1, 9);
        expect(denominators.unmatched).toHaveLength(units.length - second.n);
        const labels = labelsFor(control, treatment);
        expect([left, right, labels.includes(verdict.label), verdict.label]).toEqual([
          left,
          right,
          true,
          verdict.label,
        ]);
        return `${counts.b}/${counts.c}`;
      }),
  );
}

const intercode = recordedData("intercode/bash-outcomes.csv");
const logs = recordedData("intercode/bash-fs4__gpt-4__tryagain.json");
const game24 = recordedData("tree-of-thought/game24-outcomes.csv");
const swebench = recordedData("swebench-lite-docker");
const vexp = recordedData("vexp-swe-bench");
warnOfSkipped([
  [intercode, 4],
  [logs, 1],
  [game24, 1],
  [swebench, 1],
  [vexp, 1],
]);

// Tasks differ between the four file systems, so arms pair within one alone: 36 + 21 + 28 + 28 pairs.
test.skipIf(intercode === null).each([
  ["1", 36],
  ["2", 21],
  ["3", 28],
  ["4", 28],
] as const)("intercode, file system %s: all %i pairs of arms", (system, pairs) => {
  const arms = new Map([...intercodeArms()].filter(([name]) => name.endsWith(`_fs_${system}`)));
  expect(judgeAll(arms)).toHaveLength(pairs);
});

test.skipIf(logs === null)("intercode: the logs of three arms say what the table of outcomes says", () => {
  const arms = intercodeArms();
  for (const [log, name] of [
    ["gpt-3.5__react", "gpt-3.5/ic_bash_react_10_turns_fs_4"],
    ["gpt-3.5__tryagain", "gpt-3.5/ic_bash_multiturn_gpt-3.5_10_turns_fs_4"],
    ["gpt-4__tryagain", "gpt-4/ic_bash_multiturn_gpt-4_10_turns_fs_4"],
  ] as const) {
    const tasks = recordedJson(`intercode/bash-fs4__${log}.json`) as Readonly<
      Record<string, { readonly task_id: number; readonly summary: { readonly max_reward: number } }>
    >;
    expect(
      new Map(Object.values(tasks).map(({ task_id, summary }) => [`${task_id}|1`, summary.max_reward === 1])),
    ).toEqual(arms.get(name));
  }
});

test.skipIf(game24 === null)(
  "game of 24: tree of thought against standard prompting, on the samples of both",
  () => {
    const all = game24Arms();
    const tot = all.get("tot_b5") ?? new Map();
    const arms = new Map(
      [...all].map(([name, outcomes]) => [name, new Map([...outcomes].filter(([key]) => tot.has(key)))]),
    );
    expect([...arms.keys()]).toEqual(["cot", "standard", "tot_b5"]);
    expect(judgeAll(arms, (left) => left === "standard")).toEqual(["108/25"]);
  },
);

test.skipIf(swebench === null)(
  "swe-bench lite: one agent against the second and third repeat of another",
  () => {
    const arms = new Map([...swebenchArms()].filter(([name]) => !name.endsWith("run-1")));
    expect(judgeAll(arms, (left) => left.includes("sweagent"))).toEqual(["27/24", "26/23"]);
  },
);

test.skipIf(vexp === null)("vexp: the third pair on 500 items, and all 3 on the published 100", () => {
  const third = (left: string, right: string) => left === "openhands" && right === "livesweagent";
  expect(judgeAll(vexpArms(), third)).toEqual(["18/10"]);
  expect(judgeAll(vexpArms(true))).toEqual(["6/6", "5/3", "6/4"]);
});
