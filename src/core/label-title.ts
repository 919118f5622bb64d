/** The name of every label as readers meet it, in sentences and in tables. */

import type { ByArm } from "./pairs.ts";
import type { Label, Verdict } from "./verdict.ts";

/** A label alone, without what it rests on. */
export const LABEL_TITLE: Readonly<Record<Label, string>> = {
  invalid: "invalid",
  inert: "inert",
  harmful: "harmful",
  mixed: "mixed",
  "no-gain": "no gain",
  "no-harm": "no harm",
  verified: "verified",
  demonstrated: "demonstrated",
  "mechanism-not-demonstrated": "mechanism not demonstrated",
  saves: "saves",
  "saves-harm-not-excluded": "saves, harm not excluded",
  "costs-more": "costs more",
  "no-saving": "no saving",
  fires: "fires",
  "no-large-effect": "no large effect",
  suggestive: "suggestive",
  "suggestive-harm": "suggestive of harm",
  underpowered: "underpowered",
  "no-effect-shown": "no effect shown",
};

/** The label with what it rests on: "mechanism demonstrated", "leans to ON". */
export function labelTitle(
  { label, basis, strength }: Pick<Verdict, "label" | "basis" | "strength">,
  arms: ByArm<string>,
): string {
  if (basis === "mechanism")
    return label === "saves" ? "mechanism demonstrated (saves)" : "mechanism demonstrated";
  if (strength === "lean") return `leans to ${label === "suggestive" ? arms.treatment : arms.control}`;
  return LABEL_TITLE[label];
}
