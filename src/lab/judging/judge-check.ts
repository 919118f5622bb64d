/** Checks a judge against labels: how far it agrees with people on each rubric, and whether it may gate. */

import { checkJudge, type Judged } from "../../analyse/checked-judge.ts";
import type { CheckedJudge } from "../../core/checked-judge.ts";
import { digestOf } from "../../core/digest.ts";
import { answererOf } from "../../core/endpoint-address.ts";
import { EXIT, LabError } from "../../core/errors.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { checkId } from "../../core/score.ts";
import { isSpoiled } from "../../core/trial.ts";
import { askJudge, JUDGE_WORDING, type JudgedMaterial, materialOf } from "../../grade/judge-check.ts";
import { meteredModel } from "../../llm/wrappers/metered.ts";
import type { Store } from "../../record/store-port.ts";
import { judgeCheckText } from "../../report/judge-check-text.ts";
import { errorFromCalls } from "../../run/trial-error.ts";
import { SIMULATED } from "../endpoint/model-access.ts";
import { readStore } from "../environment/read-store.ts";
import type { Console, LabResult } from "../environment/result.ts";
import { loadSelection } from "../environment/selection.ts";
import { rubricsOf } from "./judge-facts.ts";
import { type Judge, type JudgeOptions, judgeSettings, openJudge } from "./judging.ts";
import { type Label, type LabelFile, readLabels } from "./labels.ts";

export interface JudgeCheckRequest {
  /** JSON lines or CSV. */
  readonly labels: string;
  readonly db: string;
  readonly judge: JudgeOptions;
  /** Whose rules a simulated judge answers by, where a label does not say; the built-in ones when absent. */
  readonly scenarios?: readonly string[] | undefined;
  /** Verdicts at once. */
  readonly width: number;
  readonly console: Console;
}

/** Result of labels about a judge, as `judge-check --json` prints it. */
interface JudgeCheckDocument {
  readonly format: "harness-lab-judge-check/1";
  /** One for each rubric. */
  readonly checks: readonly CheckedJudge[];
  /** Rows of the file. */
  readonly labels: number;
  /** Of these, the ones that say the same of the same as another row. */
  readonly doubled: number;
  /** Null when the price of some call is not known. */
  readonly spentUsd: number | null;
}

/** Subject of a label, ready to be judged. */
interface Item {
  readonly label: Label;
  readonly material: JudgedMaterial;
  readonly arm: string | null;
  readonly scenario: LoadedScenario | null;
}

/** Asks the judge about every label and stores what came of it; exit code 0 when it may gate on every rubric. */
export async function judgeCheck(request: JudgeCheckRequest): Promise<LabResult> {
  const settings = judgeSettings(request.judge);
  if (!settings)
    throw new LabError({
      code: "no-judge",
      what: "no judge is named",
      where: "--judge-model",
      remedy: "name the model whose verdicts are to be checked",
    });
  const file = await readLabels(request.labels);
  const items = distinct(file, await itemsOf(file, request));
  const rules = settings.model === SIMULATED ? await rulesFor(items, request.scenarios) : null;
  const { acquireRunLock } = await import("../../record/run-lock.ts");
  await using _lock = await acquireRunLock(request.db);
  const judge = await openJudge(settings, [], request.console);
  if (!judge) throw new Error("the judge was not opened");
  const { judged, spentUsd } = await askAll(judge, items, { ...request, rules });
  const checks = [...new Set(items.map(({ label }) => label.rubric))].map((rubric) =>
    checkJudge(
      judged.filter((one) => one.rubric === rubric),
      {
        judge: answererOf(settings),
        rubric,
        wording: JUDGE_WORDING,
        checkedAt: new Date().toISOString(),
        labels: { file: file.file, digest: file.digest },
      },
    ),
  );
  const { withStore } = await import("../../record/store.ts");
  await withStore(request.db, "write", async (store) => {
    for (const check of checks) await store.saveJudgeCheck(check);
  });
  const doubled = file.labels.length - items.length;
  return {
    text: judgeCheckText(checks, { doubled, spentUsd }),
    json: {
      format: "harness-lab-judge-check/1",
      checks,
      labels: file.labels.length,
      doubled,
      spentUsd,
    } satisfies JudgeCheckDocument,
    exitCode: checks.every(({ qualified }) => qualified) ? EXIT.pass : EXIT.failed,
  };
}

async function itemsOf(file: LabelFile, { db }: JudgeCheckRequest): Promise<readonly Item[]> {
  const ofText = file.labels.flatMap((label): readonly Item[] =>
    label.text === undefined
      ? []
      : [
          {
            label,
            material: {
              conversation: label.user === undefined ? [] : [{ role: "user", content: label.user }],
              reply: label.text,
              rubric: label.rubric,
            },
            arm: label.arm ?? null,
            scenario: null,
          },
        ],
  );
  const ofTrials = file.labels.filter(({ trial }) => trial !== undefined);
  if (ofTrials.length === 0) return ofText;
  const stored = await readStore(db, async (store) => {
    const items: Item[] = [];
    for (const label of ofTrials) items.push(await trialItem(store, file, label));
    return items;
  });
  return [...ofText, ...stored].sort((a, b) => a.label.line - b.label.line);
}

async function trialItem(store: Store, { file }: LabelFile, label: Label): Promise<Item> {
  const { outcome } = await store.loadTrial((await store.findTrial(label.trial ?? "")).id);
  const turn =
    label.turn === undefined
      ? outcome.turns.at(-1)
      : outcome.turns.findLast((one) => one.turn === label.turn);
  if (!turn)
    throw new LabError({
      code: "bad-labels",
      what: `trial ${label.trial} has ${outcome.turns.length} turns, none of which is ${label.turn ?? "there to be judged"}`,
      where: `${file}, line ${label.line}`,
      remedy: "name a turn that took place (harness-lab show)",
    });
  const { scenarios } = await store.loadExperiment(outcome.key.experiment);
  return {
    label,
    material: materialOf(outcome, turn, label.rubric),
    arm: label.arm ?? outcome.key.arm,
    scenario: scenarios.find(({ scenario }) => scenario.id === outcome.key.scenario) ?? null,
  };
}

/** One item for equal words under one rubric: repeats add no evidence, and two people may not disagree. */
function distinct({ file }: LabelFile, items: readonly Item[]): readonly Item[] {
  const byContent = new Map<string, Item>();
  for (const item of items) {
    const key = digestOf(item.material);
    const known = byContent.get(key);
    if (!known) byContent.set(key, item);
    else if (known.label.label !== item.label.label)
      throw new LabError({
        code: "bad-labels",
        what: `the same words are labelled pass and fail under one rubric (lines ${known.label.line} and ${item.label.line})`,
        where: `${file}, line ${item.label.line}`,
        remedy: "settle on one label for them",
      });
  }
  return [...byContent.values()];
}

/** The scenario whose rules a simulated judge answers by: the label's, the trial's, or one with this rubric. */
async function rulesFor(
  items: readonly Item[],
  patterns: readonly string[] | undefined,
): Promise<(item: Item) => LoadedScenario> {
  const selected = items.every(({ scenario }) => scenario !== null)
    ? []
    : await loadSelection(patterns, undefined);
  const find = ({ scenario, label }: Item): LoadedScenario | undefined =>
    label.scenario === undefined
      ? (scenario ?? selected.find((loaded) => rubricsOf(loaded).includes(label.rubric)))
      : selected.find((loaded) => loaded.scenario.id === label.scenario);
  return (item) => {
    const found = find(item);
    if (found) return found;
    throw new LabError({
      code: "no-rules",
      what: "a simulated judge answers by the rules of a scenario, and none of the selected ones has this rubric",
      where: `rubric "${item.label.rubric}"`,
      remedy: "name the scenario with --scenarios, or in the label's field scenario",
    });
  };
}

async function askAll(
  judge: Judge,
  items: readonly Item[],
  {
    width,
    rules,
    console,
  }: Pick<JudgeCheckRequest, "width" | "console"> & {
    readonly rules: ((item: Item) => LoadedScenario) | null;
  },
): Promise<{ readonly judged: readonly Judged[]; readonly spentUsd: number | null }> {
  const verdicts = new Map<Item, Judged>();
  let spentUsd: number | null = 0;
  let next = 0;
  const one = async (item: Item): Promise<void> => {
    const base = judge.modelFor(rules ? rules(item) : NO_SCENARIO);
    const model = meteredModel(base, {
      trialSeed: "judge-check",
      drawSalt: "",
      prices: judge.prices,
      onCall(call) {
        spentUsd = spentUsd === null || call.spentUsd === null ? null : spentUsd + call.spentUsd;
        const failure = errorFromCalls([call]);
        if (isSpoiled(failure))
          throw new LabError({
            code: "dead-judge",
            what: `the judge cannot be asked: ${failure?.message}`,
            where: `--judge-model ${judge.settings.model}`,
            remedy: "check --judge-model, --judge-base-url and --judge-api-key-env",
            exitCode: EXIT.broken,
          });
      },
    });
    const place = { session: 1, turn: 1, iteration: 0, task: checkId("outcome", 0) };
    const { result } = await askJudge(model, item.material, place);
    const { rubric, label } = item.label;
    verdicts.set(item, {
      rubric,
      label,
      arm: item.arm,
      verdict: result === "unscored" ? null : result === "pass",
    });
    console.status?.(`${verdicts.size}/${items.length} verdicts`);
  };
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item; item = items[next++]) {
      console.signal.throwIfAborted();
      await one(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return { judged: items.flatMap((item) => verdicts.get(item) ?? []), spentUsd };
}

/** A real judge is the same for every scenario. */
const NO_SCENARIO = {} as LoadedScenario;
