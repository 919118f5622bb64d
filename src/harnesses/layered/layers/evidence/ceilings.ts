/** Ceilings of the reliability of evidence, by tool (A-022, A-023, REFERENCE 1.6). */

import type { ToolTraits } from "../../../../tools/world.ts";
import type { Reliability } from "../world-model/world-model.ts";
import { capReliability, type EvidenceStore } from "./evidence-store.ts";

/** Hits of a search are an inference about what they come from, as those of grep; what is not named has no ceiling. */
const CEILINGS: Readonly<Record<string, Reliability>> = { search_files: "LOW", web_search: "LOW" };

/** The ceiling of a tool: lower for what comes from outside the user's files (our choice), and by an envelope of the turn. */
export function ceilingOf(traits: ToolTraits, envelopes: EvidenceStore["envelopes"]): Reliability {
  const own = CEILINGS[traits.spec.name] ?? (traits.untrusted ? "MEDIUM" : "HIGH");
  return capReliability(own, envelopes[traits.spec.name] ?? "HIGH");
}
