/** A calibration as text: noise, bias, flaky scenarios, our gate's false alarms, whether the failure recurs. */

import type { CalibratedArm, CalibrationFinding, CalibrationRun } from "../core/calibration-run.ts";
import type { Experiment } from "../core/experiment.ts";
import { count, countText, percent, pValue, ratio } from "../core/format.ts";
import { isSimulated } from "../core/model-settings.ts";

/** The lines for people; shared replies must leave no discordance, independent draws show how much there is. */
export function calibrationText(
  { name, id, independent, sameSeeds, seeds, model }: Experiment,
  arms: readonly CalibratedArm[],
): string {
  const head = `${name}: ${isSimulated(model) ? "simulated model" : `model ${model.model}`}, ${countText(seeds.length, "seed")}, ${independent ? (sameSeeds ? "each arm asks, same seeds" : "independent draws") : "shared replies"}, experiment ${id}`;
  return [head, ...arms.map((arm) => armText(arm, { independent, simulated: isSimulated(model) }))].join(
    "\n\n",
  );
}

/** Origin of the replies of a calibration. */
interface Draws {
  readonly independent: boolean;
  /** The noise is the one its scenarios declare, so no figure estimates another. */
  readonly simulated: boolean;
}

function armText({ spec, run, reproduces, setAside = 0 }: CalibratedArm, draws: Draws): string {
  const { calibration, psi, psiInterval, band95 } = run;
  const { independent, simulated } = draws;
  const { b, c, pairs } = calibration;
  if (psi === null)
    return `${spec.id}: ${spec.control} against itself\n  no pair has two results, so nothing is calibrated`;
  const share = simulated
    ? ""
    : `: ${percent(psi)}${psiInterval ? ` (95 % ${percent(psiInterval[0])} to ${percent(psiInterval[1])})` : ""}`;
  const lines = [
    `noise      ${countText(b + c, "pair")} of ${count(pairs)} differ between the control and itself${share}`,
    ...(independent ? independentLines(run, draws) : [sharedLine(b + c)]),
    ...(simulated
      ? []
      : [`placebo    95 % of runs of this size stay within a net difference of ${count(band95)}`]),
    `failure    ${failureText(reproduces, setAside)}`,
    ...run.findings.map((finding) => `note       ${findingText(finding, draws)}`),
  ];
  return [`${spec.id}: ${spec.control} against itself`, ...lines.map((line) => `  ${line}`)].join("\n");
}

function sharedLine(discordant: number): string {
  return discordant === 0
    ? "sharing    no pair differs, as it must be where replies are shared"
    : `sharing    BUG OF THE LAB: ${countText(discordant, "pair")} differ although every reply is shared; please report it`;
}

function independentLines(
  { calibration, flakiness }: CalibrationRun,
  { simulated }: Draws,
): readonly string[] {
  const { b, c, biasP, latency99, gateFalseAlarm } = calibration;
  const atMost = b + c === 0 ? "at most " : "";
  const share = percent(gateFalseAlarm);
  const latency =
    latency99 === null ? "timing unknown" : `timing 99 % ${ratio(latency99[0])} to ${ratio(latency99[1])}`;
  const test = simulated ? "" : `, exact p ${pValue(biasP)}; ${latency}`;
  const uneven = flakiness.filter(({ discordant }) => discordant > 0);
  return [
    `bias       ${count(b)} better, ${count(c)} worse${test}`,
    ...(simulated
      ? []
      : [
          `our gate   blocks a harmless change in ${share.startsWith("under") ? "" : atMost}${share} of such runs`,
        ]),
    `scenarios  ${uneven.length === 0 ? "none differs from itself" : uneven.map(({ scenario, discordant, pairs, noisy }) => `${scenario} ${discordant}/${pairs}${noisy ? " (flaky)" : ""}`).join(", ")}`,
  ];
}

function findingText(finding: CalibrationFinding, { simulated }: Draws): string {
  switch (finding.code) {
    case "outcomes-differ":
      return `outcomes differ between the control and itself${simulated ? "" : ` (p ${pValue(finding.p)})`}`;
    case "latency-differs":
      return "latency differs between the control and itself";
    case "few-pairs":
      return `${countText(finding.pairs, "pair")}, ${finding.needed} are needed for a suite`;
  }
}

function failureText(reproduces: boolean | null, setAside: number): string {
  if (reproduces === null)
    return setAside === 0
      ? "no scenario declares what it looks like, so M4 is not checked"
      : `M4 is not checked: ${countText(setAside, "pair")} set aside in which the simulated model succeeded by its declared chance, and no other tells whether the control failed as declared`;
  const aside =
    setAside === 0
      ? ""
      : `, ${countText(setAside, "pair")} set aside in which the simulated model succeeded by its declared chance`;
  return reproduces
    ? `the control failed as declared in every repeat (M4)${aside}`
    : `the control did not fail as declared in every repeat${aside}`;
}
