/** A run that its budget ended, in words. */

import { countText, usd } from "../core/format.ts";

/** Amounts of a run that its budget ended. */
interface BudgetEnd {
  readonly spentUsd: number;
  readonly limitUsd: number;
  /** Most that the refused call may have cost; null where no call was refused. */
  readonly refusedUsd: number | null;
}

/** The amounts: spent, allowed, and the highest cost of the refused call. */
export function budgetWords({ spentUsd, limitUsd, refusedUsd }: BudgetEnd): string {
  const next = refusedUsd === null ? "" : `; the next call may cost up to ${usd(refusedUsd)}`;
  return `spent ${usd(spentUsd)} of ${usd(limitUsd)}${next}`;
}

/** The line that a run stopped by its budget ends with. */
export function stopWords(stopped: BudgetEnd & { readonly setAside: number }): string {
  return `Stopped by budget: ${budgetWords(stopped)}. ${countText(stopped.setAside, "block")} set aside, neither failed nor lost; the same command with a larger --budget-usd resumes the run.`;
}
