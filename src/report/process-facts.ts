/** History of the run, as terms and plain values: frozen plan, deviations, runs, discarded attempts, early stops. */

import { count, countText, dateTime, usd } from "../core/format.ts";
import type { RunRow } from "../core/frozen-plan.ts";
import type { DiscardedAttempt, PlanFacts, ProcessFacts, StoppingFacts } from "../core/process-report.ts";
import type { Fact } from "./basis-facts.ts";

const SHOWN = 8;

/** Plan, deviations, runs and discarded attempts. */
export function processFacts({ plan, runs, discarded, addedLate }: ProcessFacts): readonly Fact[] {
  return [
    ...planFacts(plan),
    ["Runs", runLines(runs)],
    ...lateFacts(addedLate),
    ["Discarded attempts", discardLines(discarded)],
  ];
}

/** Whoever adds seeds because the first ones were not convincing finds something far more often than p says. */
function lateFacts(seeds: readonly string[]): readonly Fact[] {
  if (seeds.length === 0) return [];
  const which = `${seeds.slice(0, SHOWN).join(", ")}${seeds.length > SHOWN ? ", ..." : ""}`;
  return [
    [
      "Seeds added after a look",
      `${countText(seeds.length, "seed")} (${which}) began when a run was complete: p and intervals hold for a number fixed beforehand, --sequential for one that grows`,
    ],
  ];
}

/** The same where there is something to beware of: a plan, an unfinished run or anything discarded. */
export function notableProcess({ plan, runs, discarded, addedLate }: ProcessFacts): readonly Fact[] {
  return [
    ...(plan === null ? [] : planFacts(plan)),
    ...(runs.every(({ ending }) => ending === "complete") ? [] : [["Runs", runLines(runs)] as const]),
    ...lateFacts(addedLate),
    ...(discarded.length === 0 ? [] : [["Discarded attempts", discardLines(discarded)] as const]),
  ];
}

function planFacts(plan: PlanFacts | null): readonly Fact[] {
  if (plan === null) return [["Frozen plan", "none: nothing was fixed before the first trial"]];
  const link =
    plan.linkedBy === "experiment" ? "" : "; found by the experiment's name, since its id is another";
  return [
    ["Frozen plan", `${plan.digest}, frozen ${dateTime(plan.frozenAt)}${link}`],
    ["Deviations from it", plan.deviations.length === 0 ? "none" : plan.deviations],
    ...(plan.replaced.length === 0 ? [] : [["Plans it replaced", plan.replaced] as const]),
  ];
}

const ENDINGS: Readonly<Record<NonNullable<RunRow["ending"]>, string>> = {
  complete: "complete",
  budget: "stopped by budget",
  interrupted: "interrupted",
  failed: "failed",
};

function runLines(runs: readonly RunRow[]): string | readonly string[] {
  if (runs.length === 0) return "not recorded";
  if (runs.every(({ ending, fresh }) => ending === "complete" && !fresh))
    return `${countText(runs.length, "run")}, all complete`;
  return runs.map((run) => {
    const ending = run.ending === null ? "killed, or still at work" : ENDINGS[run.ending];
    const detail = run.detail === null ? "" : ` (${run.detail})`;
    return `${dateTime(run.startedAt)}: ${ending}${detail}${run.fresh ? ", run anew on demand" : ""}`;
  });
}

function discardLines(discarded: readonly DiscardedAttempt[]): string | readonly string[] {
  if (discarded.length === 0) return "none";
  const lines = discarded.slice(0, SHOWN).map(({ scenario, seed, attempt, reason, outcomes }) => {
    const why = reason === "error" ? "failed by the endpoint, run again whole" : "run anew on demand";
    const found = Object.entries(outcomes).map(([arm, outcome]) => `${arm} ${outcome}`);
    return `${scenario} seed ${seed}, attempt ${attempt}: ${why}; it had found ${found.join(", ")}`;
  });
  const left = discarded.length - SHOWN;
  return left > 0 ? [...lines, `and ${count(left)} more`] : lines;
}

const DECISIONS: Readonly<Record<StoppingFacts["decision"], string>> = {
  continue: "Sequential, and not stopped by its rule",
  efficacy: "Stopped for efficacy",
  harm: "Stopped for harm",
  futility: "Stopped for futility",
  curtailed: "Stopped because it could no longer decide",
  cap: "Ran to its cap",
  reached: "Stopped at the verdict it aimed at",
};

/** State of a sequential comparison, in a sentence; the figures it stopped by are none on a simulated model. */
export function stoppingSentence(
  stopping: StoppingFacts,
  { simulated }: { readonly simulated: boolean },
): string {
  const { decision, reason, rounds, roundsPlanned, pairsSaved, savedUsd, pairsAside } = stopping;
  const money = savedUsd === null || simulated ? "" : ` (about ${usd(savedUsd)} as deployed)`;
  const saved = pairsSaved === 0 ? "" : `; saved ${countText(pairsSaved, "pair")}${money}`;
  const aside =
    pairsAside === 0
      ? ""
      : ` ${countText(pairsAside, "pair")} outside the rounds looked at ${pairsAside === 1 ? "does" : "do"} not count.`;
  const why = simulated ? "" : `: ${reason}`;
  return `${DECISIONS[decision]} after ${count(rounds)} of at most ${countText(roundsPlanned, "round")}${why}${saved}.${aside}`;
}
