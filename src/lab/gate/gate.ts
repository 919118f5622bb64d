/** The regression gate: a candidate against its base, in parts, with one outcome and one exit code. */

import { existsSync } from "node:fs";
import { pairsToCertify } from "../../analyse/non-inferiority.ts";
import { modelsOf } from "../../core/effective-arm.ts";
import { LabError } from "../../core/errors.ts";
import { countText, roundTo } from "../../core/format.ts";
import type { GatePart, GatePolicy, Quarantine } from "../../core/gate.ts";
import { isSimulated } from "../../core/model-settings.ts";
import { dryRunOf } from "../../core/no-result.ts";
import { gradeExamples } from "../../grade/examples.ts";
import { saysPhrase } from "../../grade/says-phrase.ts";
import { passesOnWrongReply } from "../../grade/wrong-replies.ts";
import { acquireRunLock, type RunLock } from "../../record/run-lock.ts";
import { lintScenarios } from "../../scenario/lint.ts";
import { pricesFor } from "../endpoint/model-access.ts";
import { writeNoResult } from "../environment/outputs.ts";
import { readStore } from "../environment/read-store.ts";
import type { LabResult } from "../environment/result.ts";
import { requirePrice } from "../experiment/budget.ts";
import { dryRun } from "../experiment/dry-run.ts";
import { setUpCheckout } from "./checkout-base.ts";
import { type Decided, decideGate } from "./decide.ts";
import { setUpFlag } from "./flag-base.ts";
import { documentOf } from "./gate-document.ts";
import { beginOutputs, deliver } from "./gate-outputs.ts";
import type { GateRequest, GateTask } from "./gate-request.ts";
import type { GateSetup } from "./gate-setup.ts";
import { readTerms } from "./policy-file.ts";
import { quarantineNotes, requireJudgedScenario } from "./quarantine.ts";
import { type GateRun, openGateRun } from "./run-gate.ts";
import { type SimulatedPart, simulatedPart } from "./simulated-part.ts";
import { setUpStored } from "./stored-base.ts";

/** Everything a gate found, before it is put into a document. */
export interface GateFindings {
  readonly setup: GateSetup;
  readonly policy: GatePolicy;
  readonly quarantine: Quarantine | null;
  readonly parts: readonly GatePart[];
  /** On the seeds asked for and those added; null when nothing could be run at all. */
  readonly decided: Decided | null;
  readonly confirm: Decided | null;
  /** The same scenarios on the simulated model, beside a real one; null when the whole gate is simulated or it was not asked. */
  readonly simulated: SimulatedPart | null;
  readonly seeds: readonly string[];
  readonly run: GateRun;
  /** Price of the replies of earlier runs of this gate, whose blocks are taken as stored; null = unknown. */
  readonly spentBefore: number | null;
  readonly broken: readonly string[];
  readonly notes: readonly string[];
}

/** Runs the gate and writes every output; rejects before anything is spent on wrong use and on a base that does not fit. */
export async function gate(asked: GateRequest): Promise<LabResult> {
  await beginOutputs(asked);
  const request: GateTask = { ...asked, ...(await readTerms(asked.policy)) };
  const { quarantine } = request;
  const setup = await openSetup(request);
  try {
    const policy = policyOf(setup, request);
    const selected = setup.scenarios.map(({ scenario }) => scenario.id);
    if (quarantine) requireJudgedScenario(quarantine, selected);
    requireReachable(setup, policy, request);
    const prices = await pricesFor(setup.draft.model);
    if (request.bars.cost !== undefined || request.budgetUsd !== undefined)
      for (const model of modelsOf(setup.draft)) requirePrice(model, await pricesFor(model));
    // One gate is several runs, and no other command may come between them.
    await using lock = request.dryRun ? null : await acquireRunLock(request.db);
    const run = await openGateRun(setup, request, lock);
    if (request.dryRun) {
      await writeNoResult(dryRunOf("gate"), request.output);
      return await dryRun(run.experiment, setup.scenarios, {
        prices,
        db: request.db,
        width: request.width,
        harnessDigest: setup.harnessDigest,
        // A scripted model passes by its pairs, whatever their number.
        ...(policy.rule === "statistical" ? { margin: policy.margin } : {}),
      });
    }
    const findings = await examine(run, setup, { policy, request, lock });
    const document = await documentOf(findings, request);
    return await deliver(document, request);
  } finally {
    await setup.close();
  }
}

async function openSetup(request: GateRequest): Promise<GateSetup> {
  const { baseline, checkout, candidate } = request;
  if (baseline !== undefined && checkout !== undefined)
    throw new LabError({
      code: "two-bases",
      what: "a stored baseline and another checkout are both named as the base",
      where: "--baseline, --checkout",
      remedy: "name one of them",
    });
  if (checkout !== undefined) return setUpCheckout(request, checkout);
  if (baseline === undefined && candidate.length > 0) return setUpFlag(request);
  return setUpStored(request);
}

function policyOf({ draft, recorded }: GateSetup, request: GateTask): GatePolicy {
  const { margin, alpha, onInconclusive, failOn, release, statistical, maxSeeds } = request;
  const rule = isSimulated(draft.model) && !statistical ? "deterministic" : "statistical";
  // A recorded base has no further seeds, and a rule without statistics needs none.
  const mayGrow = onInconclusive === "more" && recorded === null && rule === "statistical" && failOn === null;
  return {
    margin,
    alpha,
    looks: mayGrow && maxSeeds > draft.seeds.length ? 2 : 1,
    rule,
    onInconclusive,
    failOn,
    release,
  };
}

/** A gate that cannot reach a decision with the pairs it may run is wrong use, found before anything is spent. */
function requireReachable({ base, draft }: GateSetup, policy: GatePolicy, request: GateRequest): void {
  if (policy.rule === "deterministic" || policy.failOn || request.force || base.kind !== "arm") return;
  const seeds = policy.looks > 1 ? request.maxSeeds : draft.seeds.length;
  const scenarios = draft.comparisons[0]?.stress.length ?? 0;
  const { exact } = pairsToCertify(
    { b: 0, c: 0 },
    { margin: policy.margin, alpha: policy.alpha / policy.looks },
  );
  if (exact !== null && exact <= seeds * scenarios) return;
  const needed = exact === null ? "more pairs than can be run" : `${exact} pairs`;
  throw new LabError({
    code: "unreachable-gate",
    what: `a margin of ${roundTo(policy.margin * 100, 1)} points needs ${needed} even when none differs, and this gate may run ${seeds * scenarios} (${scenarios} scenarios, ${seeds} seeds)`,
    where: "--seeds, --max-seeds, margin of gate.yaml",
    remedy: "give more seeds or scenarios, or --force to run it all the same",
  });
}

interface Examination {
  readonly policy: GatePolicy;
  readonly request: GateTask;
  readonly lock: RunLock | null;
}

async function examine(
  run: GateRun,
  setup: GateSetup,
  { policy, request, lock }: Examination,
): Promise<GateFindings> {
  const { quarantine } = request;
  const lint = await lintPart(setup);
  const selected = setup.scenarios.map(({ scenario }) => scenario.id);
  const base = {
    ...{ setup, policy, quarantine, run },
    notes: [...setup.notes, ...quarantineNotes(quarantine, selected)],
    spentBefore: await spentOn(run.experiment.id, request.db),
  };
  const nothing = { decided: null, confirm: null, simulated: null, seeds: [] };
  if (lint.state === "broken") return { ...base, ...nothing, parts: [lint], broken: [lint.detail] };

  const decide = async (seeds: readonly string[], { recorded }: Pick<GateSetup, "recorded"> = setup) => {
    const stale = await run.stale();
    return readStore(request.db, (store) =>
      decideGate(store, {
        stale,
        experiment: run.experiment,
        scenarios: setup.scenarios,
        seeds,
        flags: setup.flags,
        policy,
        quarantine,
        bars: request.bars,
        mayBeAbsent: run.notRun() !== null,
        recordedBase: recorded !== null,
      }),
    );
  };
  const simulated = saysSomething(run, setup) ? await simulatedPart(setup, { policy, request, lock }) : null;
  if (simulated?.part.state === "regression" && run.hasKey)
    run.withhold("the simulated scenarios show a regression already, and asking the model costs money");
  let seeds = setup.draft.seeds;
  await run.run(seeds);
  // What the model itself showed; `decided` is what is judged, which may be what stands in for it.
  let own = (await isStored(request.db, run)) ? await decide(seeds) : null;
  if (own && policy.looks > 1 && asksForMore(own, run)) {
    seeds = grownSeeds(seeds, own, { setup, quarantine, maxSeeds: request.maxSeeds });
    request.console.note(`Inconclusive so far; adding seeds up to ${seeds.length}.`);
    await run.run(seeds);
    own = await decide(seeds);
  }
  const decided = (own?.present ?? 0) > 0 ? own : standInFor(own, run, simulated);
  let confirm: Decided | null = null;
  if (decided && mayConfirm(decided, setup, { policy, request, run })) {
    const fresh = freshSeeds(seeds, seeds.length);
    request.console.note(`A regression shows; running ${fresh.length} fresh seeds to confirm it.`);
    await run.runFresh(fresh);
    if (run.notRun() === null) confirm = await decide(fresh, { recorded: null });
  }
  return {
    ...base,
    parts: [
      lint,
      ...(simulated ? [simulated.part] : []),
      ...runParts(setup, run, own),
      ...confirmParts(confirm),
    ],
    decided,
    confirm,
    simulated,
    seeds,
    broken: run.broken(),
  };
}

/** If the real model produced no pairs: the simulated result if there is one, nothing if the model was never called, else its broken pairs. */
function standInFor(own: Decided | null, run: GateRun, simulated: SimulatedPart | null): Decided | null {
  if (simulated?.decided) return simulated.decided;
  return run.notRun() === null ? own : null;
}

/** Price of the replies of an experiment so far; 0 when it is not stored, null when unknown. */
async function spentOn(id: string, db: string): Promise<number | null> {
  if (!existsSync(db)) return 0;
  return readStore(db, async (store) => {
    const rows = await store.experiments();
    return rows.some((row) => row.id === id) ? (await store.totals(id)).spentUsd : 0;
  });
}

/**
 * Need of the simulated scenarios beside the real model: when the real model cannot be called, or when code changed. When the candidate
 * only changes a flag, they would tell nothing.
 */
function saysSomething({ experiment, hasKey }: GateRun, { flags }: GateSetup): boolean {
  const { arms, model } = experiment;
  // What another model does the simulated one cannot stand in for; a setting is changed on purpose, as a flag is.
  if (isSimulated(model) || arms.some((arm) => arm.model)) return false;
  return !hasKey || (flags.length === 0 && arms.every((arm) => arm.settings === undefined));
}

async function lintPart({ scenarios }: GateSetup): Promise<GatePart> {
  const findings = await lintScenarios(scenarios, { passesOnWrongReply, saysPhrase, gradeExamples });
  const errors = findings.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (!first)
    return { name: "lint", state: "pass", detail: `${countText(scenarios.length, "scenario")}, no error` };
  return {
    name: "lint",
    state: "broken",
    detail: `${errors.length} errors in the scenarios, so their checks say nothing; first: ${first.scenario}: ${first.message}`,
  };
}

function asksForMore({ decision }: Decided, run: GateRun): boolean {
  return (
    decision.outcome === "inconclusive" &&
    !decision.untested &&
    run.notRun() === null &&
    run.broken().length === 0
  );
}

/** As many seeds as would certify the margin if nothing further differs, within the cap. */
function grownSeeds(
  seeds: readonly string[],
  { decision }: Decided,
  {
    setup,
    quarantine,
    maxSeeds,
  }: { readonly setup: GateSetup; readonly quarantine: Quarantine | null; readonly maxSeeds: number },
): readonly string[] {
  const aside = new Set(quarantine?.scenarios.map(({ id }) => id));
  const scenarios = setup.scenarios.filter(({ scenario }) => !aside.has(scenario.id)).length;
  const wanted =
    decision.pairsToCertify === null ? maxSeeds : Math.ceil(decision.pairsToCertify / Math.max(1, scenarios));
  const count = Math.min(maxSeeds, Math.max(wanted, seeds.length + 1));
  return [...seeds, ...freshSeeds(seeds, count - seeds.length)];
}

/** The next numbers that are not seeds yet. */
function freshSeeds(used: readonly string[], count: number): readonly string[] {
  const taken = new Set(used);
  const fresh: string[] = [];
  for (let next = 1; fresh.length < count; next++) if (!taken.has(String(next))) fresh.push(String(next));
  return fresh;
}

function mayConfirm(
  { decision }: Decided,
  setup: GateSetup,
  {
    policy,
    request,
    run,
  }: { readonly policy: GatePolicy; readonly request: GateTask; readonly run: GateRun },
): boolean {
  return (
    decision.outcome === "regression" &&
    policy.rule === "statistical" &&
    policy.failOn === null &&
    request.confirm &&
    runsHere(setup) &&
    run.notRun() === null &&
    run.broken().length === 0
  );
}

/** Both arms can run on fresh seeds: the base's source is beside the candidate's, or is today's. */
function runsHere({ recorded, base, harnessDigest }: GateSetup): boolean {
  return recorded === null || base.harnessDigest === harnessDigest;
}

async function isStored(db: string, run: GateRun): Promise<boolean> {
  const rows = await readStore(db, (store) => store.experiments());
  return rows.some(({ id }) => id === run.experiment.id);
}

function runParts(setup: GateSetup, run: GateRun, decided: Decided | null): readonly GatePart[] {
  const own: GatePart = isSimulated(run.experiment.model)
    ? { ...livePart(run, decided), name: "simulated" }
    : livePart(run, decided);
  if (setup.recorded === null || decided === null) return [own];
  const { settled, planned } = decided;
  const recorded = recordedPart(decided);
  return settled === planned ? [recorded] : [recorded, own];
}

/** Sentence on the blocks that the recording settled, and on no others. */
function recordedPart({ inert, settled, settledWorse, planned, decision }: Decided): GatePart {
  if (settled === 0)
    return {
      name: "recorded",
      state: "not-run",
      detail: `none of ${planned} blocks could be settled by the base's recorded replies: each asks something that was not asked then`,
    };
  const own = settled === planned && inert < planned ? decision.outcome : "inert";
  return {
    name: "recorded",
    state: settledWorse > 0 ? decision.outcome : own,
    detail: `${settled} of ${planned} blocks were settled by the base's recorded replies and cost no call; in ${inert} of all no request differs`,
  };
}

function livePart(run: GateRun, decided: Decided | null): GatePart {
  const [broken] = run.broken();
  if (broken !== undefined) return { name: "live", state: "broken", detail: broken };
  const notRun = run.notRun();
  if (notRun !== null && (decided === null || decided.present === decided.settled))
    return { name: "live", state: "not-run", detail: `${notRun.blocks} blocks: ${notRun.reason}` };
  if (decided === null) return { name: "live", state: "not-run", detail: "nothing was run" };
  const cut = notRun === null ? "" : ` ${countText(notRun.blocks, "block")} not run: ${notRun.reason}.`;
  return { name: "live", state: decided.decision.outcome, detail: `${decided.decision.sentence}${cut}` };
}

function confirmParts(confirm: Decided | null): readonly GatePart[] {
  if (confirm === null) return [];
  return [{ name: "confirm", state: confirm.decision.outcome, detail: confirm.decision.sentence }];
}
