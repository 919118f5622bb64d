/** Scheduled faults of a scenario: the same in every arm, seen by the harness and by nothing below it. */

import { z } from "zod";

const callNumbers = z.union([
  z.number().int().positive(),
  z.array(z.number().int().positive()).min(1),
  z.strictObject({ from: z.number().int().positive() }),
  z.literal("all"),
]);

/** Makes the n-th call of a purpose fail (counted per trial and purpose; ARCHITECTURE 8, injected faults). */
export const ModelFault = z.strictObject({
  on: z.literal("model"),
  purpose: z.string().min(1),
  call: callNumbers,
  status: z.number().int().min(400).max(599).optional(),
  error: z.enum(["timeout", "network", "malformed"]).optional(),
});
export type ModelFault = z.infer<typeof ModelFault>;

/** Makes the n-th call of a tool fail (counted per trial and tool). */
export const ToolFault = z.strictObject({
  on: z.literal("tool"),
  tool: z.string().min(1),
  call: callNumbers,
  error: z.enum(["timeout", "network", "server-error", "permission", "failed"]),
});
export type ToolFault = z.infer<typeof ToolFault>;

export const Fault = z.discriminatedUnion("on", [ModelFault, ToolFault]);
export type Fault = z.infer<typeof Fault>;

/** True where a fault's schedule covers the n-th call (1-based). */
export function faultCovers(call: ModelFault["call"], n: number): boolean {
  if (call === "all") return true;
  if (typeof call === "number") return call === n;
  return "from" in call ? n >= call.from : call.includes(n);
}
