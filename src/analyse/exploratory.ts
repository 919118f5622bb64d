/** Lowers the label of a comparison that the plan's primary family does not name: it stops at `suggestive` (STATISTICS 6). */

import type { Label } from "../core/verdict.ts";
import type { Evidence } from "./evidence.ts";
import type { Draft } from "./ruling.ts";

/** Remaining claim by label; labels that claim nothing are not here and stay. */
const LEFT_OF: Readonly<Partial<Record<Label, "suggestive" | "suggestive-harm" | "no-effect-shown">>> = {
  verified: "suggestive",
  demonstrated: "suggestive",
  saves: "suggestive",
  "saves-harm-not-excluded": "suggestive",
  harmful: "suggestive-harm",
  "costs-more": "suggestive-harm",
  mixed: "no-effect-shown",
  "no-gain": "no-effect-shown",
  "no-harm": "no-effect-shown",
  "no-worse": "no-effect-shown",
  "no-saving": "no-effect-shown",
  "no-large-effect": "no-effect-shown",
};

/** The draft of a primary comparison as it is; that of an exploratory one without its claim, and with the reason. */
export function lowerExploratory(draft: Draft, { exploratory }: Pick<Evidence, "exploratory">): Draft {
  if (!exploratory) return draft;
  const left = LEFT_OF[draft.label];
  const add = ["exploratory", ...(draft.add ?? [])] as const;
  if (left === undefined) return { ...draft, add };
  return { label: left, add, reasons: [{ code: "exploratory", claim: draft.label }, ...draft.reasons] };
}
