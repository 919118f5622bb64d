/** Standing of a flag in the document of the layered harness. */

import { expect, test } from "vitest";
import { flagNamed, flagsOf } from "./flag-catalogue.ts";

test.each([
  ["AUDIT_CONTROL_STATE_GATE", "core", "A-062"],
  ["AUDIT_REVIEWER_PASS", "core", "A-114"],
  ["AUDIT_MEMORY_BUDGETED_RENDER", "added", "A-185"],
  ["AUDIT_SEMANTIC_HYPOTHESES", "inert", "off by default"],
  ["ASSISTANT_LEXICAL_MODE", "inert", "off by default"],
  ["AUDIT_LAYER_POLICY", "inert", "off by default"],
] as const)("%s is %s, with the evidence (A-012)", (name, kind, evidence) => {
  const standing = flagNamed(name)?.standing;
  expect(standing?.kind).toBe(kind);
  expect(standing?.evidence).toContain(evidence);
});

test("every flag of layered has a class, none of another harness has one (A-012)", () => {
  expect(flagsOf("layered").filter(({ standing }) => standing === null)).toEqual([]);
  for (const harness of ["thin", "longrun"] as const)
    expect(flagsOf(harness).filter(({ standing }) => standing !== null)).toEqual([]);
});
