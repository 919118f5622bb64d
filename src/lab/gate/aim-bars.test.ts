/** Bars that a saving flag brings into a gate (STATISTICS 11.1). */

import { expect, test } from "vitest";
import { metricRatios } from "../../analyse/metric-ratios.ts";
import { FLAGS, flagNamed } from "../../core/flag-catalogue.ts";
import { pairsOf } from "../../testing/paired-units.ts";
import { aimBar, savingAims } from "./aim-bars.ts";

const spill = FLAGS.filter(({ name }) => name === "AUDIT_RESULT_SPILL");
const on = { flags: { AUDIT_RESULT_SPILL: true } };
const off = { flags: { AUDIT_RESULT_SPILL: false } };

test("only a flag that the candidate switches on, and that is there to save, brings a bar", () => {
  expect(savingAims(spill, [off, on])).toEqual(["tokens"]);
  expect(savingAims(spill, [{ flags: {} }, on])).toEqual(["tokens"]);
  expect(savingAims(spill, [on, off])).toEqual([]);
  expect(savingAims(spill, [on, on])).toEqual([]);
  const success = flagNamed("AUDIT_SEMANTIC_CONTRADICTION");
  if (!success) throw new Error("expected the flag");
  const values = (value: boolean) => ({ flags: { AUDIT_SEMANTIC_CONTRADICTION: value } });
  expect(savingAims([success], [values(false), values(true)])).toEqual([]);
  const policy = flagNamed("AUDIT_LAYER_POLICY");
  if (!policy) throw new Error("expected the flag");
  const layers = (value: string) => ({ flags: { AUDIT_LAYER_POLICY: value } });
  expect(savingAims([policy], [layers("static"), layers("adaptive")])).toEqual(["cost"]);
});

test.each([
  ["fewer", (place: number) => 3 + (place % 2), "pass"],
  ["not shown to be more", (place: number) => (place % 2 === 0 ? 2 : 19), "pass"],
  ["more", (place: number) => 20 + (place % 2), "regression"],
] as const)("calls are %s", (_, calls, outcome) => {
  const units = pairsOf({
    both: 20,
    control: () => ({ calls: 10 }),
    treatment: (place) => ({ calls: calls(place) }),
  });
  expect(aimBar(metricRatios(units).calls, false).outcome).toBe(outcome);
});
