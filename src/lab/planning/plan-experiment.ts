/** Plans an experiment before anything is spent: what its pairs can show, and what they cost. */

import { existsSync } from "node:fs";
import { planPairs } from "../../analyse/pair-plan.ts";
import { SUCCESS_MARGIN } from "../../analyse/saving.ts";
import { type Aim, isSavingAim } from "../../core/aim.ts";
import { modelsOf } from "../../core/effective-arm.ts";
import { answererOf } from "../../core/endpoint-address.ts";
import { type ComparisonSpec, type Experiment, FIXED_RULE } from "../../core/experiment.ts";
import type {
  Claim,
  ExperimentPlan,
  OutOfReach,
  Pilot,
  PlannedComparison,
} from "../../core/experiment-plan.ts";
import { isSimulated } from "../../core/model-settings.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { PriceBook } from "../../llm/prices.ts";
import { blocksOf } from "../../plan/blocks.ts";
import type { AskedOfScenario, Store, StoredExperiment } from "../../record/store-port.ts";
import { calibrationsFor } from "../calibration/find-calibration.ts";
import { openArmPrices } from "../endpoint/arm-models.ts";
import { provenanceOf } from "../environment/provenance.ts";
import { readStore } from "../environment/read-store.ts";
import { type IsQualified, judgeFactsOf, qualification } from "../judging/judge-facts.ts";
import { needsJudge } from "../judging/judging.ts";
import { budgetPlanOf } from "./budget-plan.ts";
import { ALPHA, aimAsked, familyOf } from "./comparison-plan.ts";
import { effortOf } from "./effort.ts";
import { askedBefore, msPerCall, NO_PILOT, pilotOf, sameModelRuns } from "./pilot.ts";
import { mostVerdicts } from "./verdict-count.ts";

/** Stored runs in which the arms shared less than this are planned for as if nothing tied the arms together. */
const FEW_SHARED = 0.5;

export interface PlanSetup {
  readonly harnessDigest: string;
  readonly prices: PriceBook;
  readonly db: string;
  readonly width: number;
  /** The verdict that has to be within reach; null = none, `default` = what suits the model. */
  readonly goal: Claim | "default" | null;
  /** Margin of a gate, as a difference of pass rates; null = no gate. */
  readonly margin: number | null;
  /** Money to plan for, in USD; absent = none. */
  readonly budgetUsd?: number | undefined;
}

/** Plans; reads the store where there is one and stores nothing. */
export async function planExperiment(
  experiment: Experiment,
  scenarios: readonly LoadedScenario[],
  setup: PlanSetup,
): Promise<ExperimentPlan> {
  const rule = experiment.rule ?? FIXED_RULE;
  const history = await historyOf(experiment, scenarios, setup);
  const pricesOf = await openArmPrices(experiment);
  const effort = (specs: Pick<Experiment, "comparisons" | "seeds" | "design">) =>
    effortOf(blocksOf(specs), {
      experiment,
      scenarios,
      prices: setup.prices,
      pricesOf,
      width: setup.width,
      msPerCall: history.msPerCall,
      asked: history.asked,
    });
  const comparisons: PlannedComparison[] = [];
  for (const spec of experiment.comparisons)
    comparisons.push({
      ...plannedPairs(experiment, spec, { scenarios, history, margin: setup.margin }),
      ...(spec.exploratory ? { exploratory: true as const } : {}),
      effort: await effort({ comparisons: [spec], seeds: experiment.seeds }),
    });
  const total = await effort(experiment);
  const models = modelsOf(experiment);
  return {
    format: "harness-lab-plan/1",
    name: experiment.name,
    experiment: experiment.id,
    model: experiment.model.model,
    ...(models.length > 1 ? { models: models.map(answererOf) } : {}),
    simulated: isSimulated(experiment.model),
    priceLike: experiment.model.priceLike,
    design: experiment.design?.kind ?? null,
    stopping: rule.design,
    until: rule.until,
    arms: experiment.arms.map((arm) => arm.name),
    scenarios: scenarios.length,
    seeds: experiment.seeds.length,
    comparisons,
    total,
    judge: experiment.judge
      ? { model: experiment.judge.model, verdicts: mostVerdicts(experiment, scenarios) }
      : null,
    unreachable: comparisons.flatMap((one) => unreachableOf(one, experiment, setup)),
    budget: setup.budgetUsd === undefined ? null : budgetPlanOf(setup.budgetUsd, total.costUsd, comparisons),
  };
}

/** Facts of the store beside the plan. */
interface History {
  readonly pilots: ReadonlyMap<string, Pilot>;
  readonly calibrations: ReadonlyMap<string, { readonly pairs: number; readonly psi: number }>;
  readonly msPerCall: number | null;
  /** By scenario; empty for the simulated model, which is walked. */
  readonly asked: ReadonlyMap<string, AskedOfScenario>;
  /** Labels show that the judge may gate on every rubric it decides by. */
  readonly isQualified: IsQualified;
}

async function historyOf(
  experiment: Experiment,
  scenarios: readonly LoadedScenario[],
  { db, harnessDigest, prices }: PlanSetup,
): Promise<History> {
  if (!existsSync(db))
    return {
      pilots: new Map(),
      calibrations: new Map(),
      msPerCall: null,
      asked: new Map(),
      isQualified: () => false,
    };
  const provenance = await provenanceOf(scenarios, {
    simulated: isSimulated(experiment.model),
    priceTable: prices.describe(),
    harnessDigest,
  });
  return readStore(db, async (store: Store) => {
    const runs: readonly StoredExperiment[] = await sameModelRuns(store, experiment);
    const calibration = await calibrationsFor(store, { experiment, provenance });
    const pilots = new Map<string, Pilot>();
    const calibrations = new Map<string, { pairs: number; psi: number }>();
    for (const spec of experiment.comparisons) {
      pilots.set(spec.id, await pilotOf(store, runs, { experiment, spec, scenarios }));
      const aa = await calibration(spec, spec.stress.length === 0 ? spec.controls : spec.stress);
      if (aa) calibrations.set(spec.id, { pairs: aa.pairs, psi: (aa.b + aa.c) / aa.pairs });
    }
    const judge = await judgeFactsOf(store, experiment, scenarios);
    return {
      pilots,
      calibrations,
      msPerCall: await msPerCall(store, runs),
      // What a scenario asked is stored over all arms of a run, so of several models it tells nothing about one.
      asked:
        provenance.simulated || modelsOf(experiment).length > 1
          ? new Map()
          : await askedBefore(store, runs, scenarios),
      isQualified: qualification(judge, scenarios, { shown: "original", digests: [] }),
    };
  });
}

function plannedPairs(
  experiment: Experiment,
  spec: ComparisonSpec,
  known: {
    readonly scenarios: readonly LoadedScenario[];
    readonly history: History;
    readonly margin: number | null;
  },
): Omit<PlannedComparison, "effort"> {
  const judged = spec.stress.length === 0 ? spec.controls : spec.stress;
  const { design, deltaMin } = experiment.rule ?? FIXED_RULE;
  const pilot = known.history.pilots.get(spec.id) ?? NO_PILOT;
  const aa = known.history.calibrations.get(spec.id) ?? null;
  const coupled =
    !experiment.independent && (pilot.sharedReplies === null || pilot.sharedReplies >= FEW_SHARED);
  const simulated = isSimulated(experiment.model);
  const aim = aimAsked(spec);
  return {
    id: spec.id,
    flag: spec.flag,
    control: spec.control,
    treatment: spec.treatment,
    stress: spec.stress.length,
    controls: spec.controls.length,
    deltaMin,
    aim,
    margin: spec.margin ?? SUCCESS_MARGIN,
    plan: planPairs({
      pairs: judged.length * experiment.seeds.length,
      scenarios: judged.length,
      alpha: ALPHA,
      deltaMin,
      family: familyOf(experiment, spec),
      design,
      purpose: simulated ? "mechanism" : "benefit",
      simulated,
      judged:
        known.scenarios.some((loaded) => judged.includes(loaded.scenario.id) && needsJudge(loaded)) &&
        !known.history.isQualified(judged),
      psi: pilot.psi ?? aa?.psi ?? null,
      controlPassRate: pilot.controlPassRate,
      coupled,
      margin: marginAsked(spec, known.margin),
      aim,
      ...(spec.margin === undefined ? {} : { successMargin: spec.margin }),
    }),
    pilot,
    coupled,
    calibrationPairs: aa?.pairs ?? null,
  };
}

/** The margin that has to be certified: the comparison's own where it asks for one, else that of the gate in view. */
function marginAsked(spec: ComparisonSpec, gate: number | null): number | null {
  return aimAsked(spec) === "no-worse" ? (spec.margin ?? SUCCESS_MARGIN) : gate;
}

/** Reason why a goal cannot be met with the plan. */
function unreachableOf(
  { id, plan, calibrationPairs, aim, stress, exploratory }: Omit<PlannedComparison, "effort">,
  experiment: Experiment,
  { goal, margin }: PlanSetup,
): readonly OutOfReach[] {
  // Control scenarios alone have no goal but to show no difference, and an exploratory comparison claims nothing.
  if (stress === 0 || exploratory) return [];
  const simulated = isSimulated(experiment.model);
  const general = goal === "default" ? (simulated ? "demonstrated (mechanism)" : "demonstrated") : goal;
  const wanted = general === null ? null : claimFor(aim, general);
  const claims: readonly (Claim | null)[] = [
    ...new Set([wanted, margin === null ? null : ("gate pass" as const)]),
  ];
  const short = claims.flatMap((claim): readonly OutOfReach[] => {
    const found = plan.reachable.find((row) => row.claim === claim);
    return found?.obstacle
      ? [{ obstacle: found.obstacle, text: `${id}: ${claim} cannot be reached: ${found.reason}` }]
      : [];
  });
  // By default only the number of pairs counts; whoever names the goal is told what else it takes.
  const uncalibrated: readonly OutOfReach[] =
    wanted === "demonstrated (mechanism)" &&
    goal !== "default" &&
    short.length === 0 &&
    (calibrationPairs ?? 0) < 3
      ? [
          {
            obstacle: "no-calibration",
            text: `${id}: ${goal} cannot be reached: no calibration with 3 repeats of the control is stored (harness-lab calibrate ${experiment.comparisons.flatMap(({ flag }) => flag ?? []).join(" ")})`,
          },
        ]
      : [];
  return [...short, ...uncalibrated];
}

/** Meaning of a goal for a flag with this aim. */
function claimFor(aim: Aim, goal: Claim): Claim {
  if (aim === "none") return goal === "harmful" ? goal : "fires";
  if (aim === "no-worse") return goal === "harmful" ? goal : "gate pass";
  if (!isSavingAim(aim)) return goal;
  if (goal === "demonstrated" || goal === "general") return "saves";
  return goal === "demonstrated (mechanism)" ? "mechanism demonstrated (saves)" : goal;
}

/** The claim behind a verdict that a run aims at. */
export function claimOf(until: "demonstrated" | "harmful", simulated: boolean): Claim {
  return until === "demonstrated" && simulated ? "demonstrated (mechanism)" : until;
}
