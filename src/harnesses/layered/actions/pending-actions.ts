/** Staged actions: recorded and never run until the user approves (A-155..A-157). */

import type { Clock } from "../../../core/clock.ts";
import type { PendingAction } from "../../../core/event.ts";
import type { Json } from "../../../core/json.ts";
import type { ToolCall } from "../../../core/tool.ts";
import type { DurableStore } from "../../contract/harness.ts";

const KEY = "pending-actions";
const SWEEP_AFTER_MS = 24 * 60 * 60 * 1000;

interface Stored {
  readonly count: number;
  readonly pending: readonly PendingAction[];
}

/** The trial's undecided actions; they outlive a session. */
export interface PendingActions {
  list(): readonly PendingAction[];
  /** Records a call under the next action id of the trial. */
  stage(call: ToolCall): PendingAction;
  /** Takes an action out; undefined when there is none of this id. */
  take(id: string): PendingAction | undefined;
  /** Takes out what has waited for more than 24 hours (A-157; no session of this harness is ever resumable). */
  sweep(): readonly PendingAction[];
}

/** Opens the list that is kept in the durable store. */
export function pendingActions(durable: DurableStore, clock: Clock): PendingActions {
  const read = (): Stored =>
    (durable.get(KEY) as Json as unknown as Stored | undefined) ?? { count: 0, pending: [] };
  const write = (stored: Stored): void => {
    durable.set(KEY, stored as unknown as Json);
  };
  return {
    list: () => read().pending,
    stage(call) {
      const { count, pending } = read();
      const action = { id: `action-${count + 1}`, call, stagedAt: clock.now().toISOString() };
      write({ count: count + 1, pending: [...pending, action] });
      return action;
    },
    take(id) {
      const { count, pending } = read();
      const action = pending.find((one) => one.id === id);
      if (action) write({ count, pending: pending.filter((one) => one !== action) });
      return action;
    },
    sweep() {
      const { count, pending } = read();
      const old = pending.filter(
        (one) => clock.now().getTime() - new Date(one.stagedAt).getTime() > SWEEP_AFTER_MS,
      );
      if (old.length > 0) write({ count, pending: pending.filter((one) => !old.includes(one)) });
      return old;
    },
  };
}
