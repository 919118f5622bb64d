/** Decides which arm of imported rows is the control and which the treatment; it never guesses from sort order. */

import { LabError } from "../core/errors.ts";
import { didYouMean } from "../core/nearest-names.ts";
import type { OutcomeRow } from "./outcome-row.ts";

/** Statements of the user about the arms. */
export interface ArmChoice {
  readonly file: string;
  readonly control: string | undefined;
  readonly treatment: string | undefined;
  /** Units of which only one arm has a row are left out instead of counting as lost. */
  readonly matchedOnly: boolean;
  /** `none`: the seed does not tie the arms together, so seeds may differ by arm. */
  readonly pairing: "seed" | "none";
}

/** The two arms of a comparison. */
export interface ChosenArms {
  readonly control: string;
  readonly treatment: string;
  /** The arm that was not named and is taken because no other is left. */
  readonly assumed: "control" | "treatment" | null;
}

/** Chooses by name or by the rows' own sides; with two arms and one named the other follows, else it is an error. */
export function chooseArms(rows: readonly OutcomeRow[], { file, control, treatment }: ArmChoice): ChosenArms {
  const arms = [...countBy(rows.map(({ arm }) => arm)).keys()];
  const found = `arms found: ${arms.join(", ")}`;
  const fail = (what: string, remedy: string) =>
    new LabError({ code: "wrong-arms", what, where: file, remedy });
  const sided = (side: "control" | "treatment") => {
    const [only, ...rest] = [...new Set(rows.filter((row) => row.side === side).map(({ arm }) => arm))];
    return rest.length === 0 ? only : undefined;
  };
  const [left, right] = [control ?? sided("control"), treatment ?? sided("treatment")];
  for (const [option, name] of [
    ["--control", left],
    ["--treatment", right],
  ] as const)
    if (name !== undefined && !arms.includes(name))
      throw fail(`there is no arm ${name} (${option})`, didYouMean(name, arms) ?? found);
  if (arms.length === 1) throw fail(`only one arm is in the rows: ${arms[0]}`, "add the rows of another arm");
  if (left === undefined && right === undefined)
    throw fail(
      `which arm is the control was not said; ${found}`,
      "say it: --control <arm>, and --treatment <arm> where there are more than two",
    );
  const [other, ...more] = arms.filter((arm) => arm !== (left ?? right));
  if (left !== undefined && right !== undefined) {
    if (left === right) throw fail(`${left} is named as both arms`, found);
    return { control: left, treatment: right, assumed: null };
  }
  const missing = left === undefined ? "control" : "treatment";
  if (other === undefined || more.length > 0)
    throw fail(`which arm is the ${missing} was not said; ${found}`, `say it: --${missing} <arm>`);
  return { control: left ?? other, treatment: right ?? other, assumed: missing };
}

/** Counts how often each name occurs, in order of first occurrence. */
export function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
