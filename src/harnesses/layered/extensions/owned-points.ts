/** Slots and hooks that a feature owns and other features fill; the catalogue's `requires` of a filler names the owner. */

import type { Contribution } from "./contribution.ts";
import type { Hook } from "./hook.ts";

declare const input: unique symbol;
declare const value: unique symbol;

/** A hook that its owner consults. */
export interface HookPoint<Input, Value> {
  /** Id of the feature that consults it. */
  readonly owner: string;
  readonly name: string;
  readonly [input]?: Input;
  readonly [value]?: Value;
}

/** A slot that its owner uses; without a filler the fallback is in it. */
export interface SlotPoint<Provider> {
  /** Id of the feature that uses it. */
  readonly owner: string;
  readonly name: string;
  readonly fallback: Provider;
}

/** Part that a feature puts into a point of another one; made by `fillHook` and `fillSlot`. */
export type Fill =
  | {
      readonly kind: "hook";
      readonly point: HookPoint<never, unknown>;
      readonly optional?: boolean;
      readonly hook: Hook<never, never, unknown>;
    }
  | {
      readonly kind: "slot";
      readonly point: SlotPoint<never>;
      readonly provide: (fallback: never) => unknown;
    };

/** Declares a hook of a feature. */
export function hookPoint<Input, Value>(owner: string, name: string): HookPoint<Input, Value> {
  return { owner, name };
}

/** Declares a slot of a feature; one without a fallback does not compile. */
export function slotPoint<Provider>(owner: string, name: string, fallback: Provider): SlotPoint<Provider> {
  return { owner, name, fallback };
}

/** Question to a slot's provider, and the changes that its answer names. */
export type Use<Provider, T> = (provider: Provider) => Contribution<T> | Promise<Contribution<T>>;
