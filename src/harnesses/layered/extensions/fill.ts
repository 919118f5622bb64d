/** Fills the points that another feature owns, typed by the point. */

import type { Hook } from "./hook.ts";
import type { Fill, HookPoint, SlotPoint } from "./owned-points.ts";
import type { TurnScope } from "./scope.ts";

/** Hangs on another feature's hook; optional where the feature has work of its own when the owner is not installed. */
export function fillHook<Input, Value>(
  point: HookPoint<Input, Value>,
  hook: Hook<TurnScope, Input, Value>,
  { optional = false }: { readonly optional?: boolean } = {},
): Fill {
  return { kind: "hook", point, hook, optional } as Fill;
}

/** Takes another feature's slot; one of the fillers at most. */
export function fillSlot<Provider>(
  point: SlotPoint<Provider>,
  provide: (fallback: Provider) => Provider,
): Fill {
  return { kind: "slot", point, provide } as unknown as Fill;
}
