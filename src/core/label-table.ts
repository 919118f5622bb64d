/** One row for every label: its name, what it claims, what a pipeline does with it, and its colour. */

import type { Tone } from "./event-line.ts";
import type { ByArm } from "./pairs.ts";
import type { Label, Verdict } from "./verdict.ts";

/** Result of a verdict for a pipeline: pass, fail, broken, or open because nothing was shown. */
export type Decision = "pass" | "fail" | "broken" | "open";

export interface LabelRow {
  readonly title: string;
  /** One sentence for a reader who has not met the label. */
  readonly meaning: string;
  readonly decision: Decision;
  /** The label's text always stands beside the colour. */
  readonly tone: Tone;
}

/** Every label, in the order of the verdict ladder. */
export const LABELS: Readonly<Record<Label, LabelRow>> = {
  invalid: {
    title: "invalid",
    meaning: "The run cannot carry a verdict: too much is missing, or the arms differ in more than the flag.",
    decision: "broken",
    tone: "bad",
  },
  inert: {
    title: "inert",
    meaning: "The flag fired in no pair, so nothing here speaks for or against it.",
    // A run that showed nothing never passes.
    decision: "open",
    tone: "quiet",
  },
  mixed: {
    title: "mixed",
    meaning: "ON helps in some scenarios and hurts in others, further apart than one common effect allows.",
    // It breaks some scenarios, whatever it does for others.
    decision: "fail",
    tone: "bad",
  },
  harmful: {
    title: "harmful",
    meaning: "ON is worse than OFF, beyond chance.",
    decision: "fail",
    tone: "bad",
  },
  verified: {
    title: "verified",
    meaning: "ON is better than OFF beyond chance, and a second run on other seeds shows it again.",
    decision: "pass",
    tone: "good",
  },
  demonstrated: {
    title: "demonstrated",
    meaning: "ON is better than OFF, shown by this run.",
    decision: "pass",
    tone: "good",
  },
  "no-gain": {
    title: "no gain",
    meaning: "The run stopped early because a gain of the size asked for was out of sight.",
    decision: "pass",
    tone: "quiet",
  },
  "no-harm": {
    title: "no harm",
    meaning: "The run stopped early because a loss of the size asked for was out of sight.",
    decision: "pass",
    tone: "quiet",
  },
  "mechanism-not-demonstrated": {
    title: "mechanism not demonstrated",
    meaning:
      "Some item of the mechanism checklist is open, so these runs do not show that the flag made the difference.",
    decision: "open",
    tone: "open",
  },
  saves: {
    title: "saves",
    meaning: "ON takes less of what the flag is there to save, and success is not worse by the margin.",
    decision: "pass",
    tone: "good",
  },
  "saves-harm-not-excluded": {
    title: "saves, harm not excluded",
    meaning:
      "ON takes less of what the flag is there to save, but success may be worse by the margin or more.",
    decision: "open",
    tone: "open",
  },
  "costs-more": {
    title: "costs more",
    meaning: "ON takes more of what the flag is there to save.",
    decision: "fail",
    tone: "bad",
  },
  "no-saving": {
    title: "no saving",
    meaning: "ON takes as much of what the flag is there to save as OFF, within 5 %.",
    decision: "pass",
    tone: "quiet",
  },
  "no-worse": {
    title: "no worse",
    meaning: "A loss of success by the margin or more is excluded.",
    decision: "pass",
    tone: "good",
  },
  fires: {
    title: "fires",
    meaning: "The flag acts in most pairs; it claims no outcome, so none is judged.",
    decision: "pass",
    tone: "quiet",
  },
  "no-large-effect": {
    title: "no large effect",
    meaning: "A difference of the size asked for is excluded; a smaller one is not.",
    decision: "pass",
    tone: "quiet",
  },
  suggestive: {
    title: "suggestive",
    meaning: "ON did better, but this run does not prove it.",
    decision: "open",
    tone: "open",
  },
  "suggestive-harm": {
    title: "suggestive of harm",
    meaning: "ON did worse, but this run does not prove it.",
    decision: "open",
    tone: "open",
  },
  underpowered: {
    title: "underpowered",
    meaning:
      "Too few informative pairs to see an effect of the size asked for: this is not evidence of no effect.",
    decision: "open",
    tone: "quiet",
  },
  "no-effect-shown": {
    title: "no effect shown",
    meaning: "The run had a fair chance to see an effect of the size asked for, but saw none.",
    decision: "pass",
    tone: "quiet",
  },
  "no-difference": {
    title: "makes no difference",
    meaning: "On the control scenarios both arms ended alike in every pair, as they must.",
    decision: "pass",
    tone: "good",
  },
  difference: {
    title: "makes a difference",
    meaning: "The arms ended differently on control scenarios, where the flag must change nothing.",
    decision: "fail",
    tone: "bad",
  },
};

/** The label with what it rests on: "mechanism demonstrated", "leans to ON". */
export function labelTitle(
  { label, basis, strength }: Pick<Verdict, "label" | "basis" | "strength">,
  arms: ByArm<string>,
): string {
  if (basis === "mechanism")
    return label === "saves" ? "mechanism demonstrated (saves)" : "mechanism demonstrated";
  if (strength === "lean") return `leans to ${label === "suggestive" ? arms.treatment : arms.control}`;
  return LABELS[label].title;
}
