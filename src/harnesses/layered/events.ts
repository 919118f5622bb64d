/** The kinds of event that only this harness has, and how each reads in a transcript. */

import type { CommonEventBody } from "../../core/event.ts";
import type { EventLine, EventStep } from "../../core/event-line.ts";
import { count, countText } from "../../core/format.ts";
import type { Json } from "../../core/json.ts";
import { declareEvents } from "../contract/declare-events.ts";
import type { LayerId } from "./layer-id.ts";

export type LayeredEvent =
  /** A row of the phase table begins. */
  | { readonly type: "phase"; readonly phase: string; readonly layer: LayerId | null }
  /** A layer has done its part; the summary is its own. */
  | { readonly type: "layer-end"; readonly layer: LayerId; readonly summary: Json }
  /** A gate let something pass or not. */
  | {
      readonly type: "gate-decision";
      readonly gate: string;
      readonly decision: string;
      readonly reason: string;
    }
  /** A task changes its state. */
  | { readonly type: "task-state"; readonly task: string; readonly state: string; readonly reason: string }
  /** A task failed. */
  | {
      readonly type: "task-failed";
      readonly task: string;
      readonly kind: "system-error" | "exhausted" | "verification";
      readonly message: string;
    }
  /** The ladder chose a strategy, and perhaps queued the task again. */
  | {
      readonly type: "recovery";
      readonly task: string;
      readonly strategy: string;
      readonly requeued: boolean;
      readonly reason: string;
    }
  /** Two beliefs contradict each other. */
  | {
      readonly type: "contradiction";
      readonly severity: string;
      readonly between: readonly [string, string];
      readonly description: string;
    }
  /** A remark that stands beside the reply and not in it: a feature's, or of the output itself whether it is verified. */
  | { readonly type: "reply-label"; readonly feature: string; readonly label: string }
  /** A fact is stored, changed or retired. */
  | { readonly type: "memory-write"; readonly store: string; readonly operation: string; readonly fact: Json }
  /** Count of facts in the request. */
  | {
      readonly type: "memory-render";
      readonly included: number;
      readonly omitted: number;
      readonly chars: number;
    }
  /** The older transcript is folded. */
  | {
      readonly type: "compaction";
      readonly method: string;
      readonly folded: number;
      readonly kept: number;
      readonly chars: number;
    };

/** Everything that this harness emits. */
export type LayeredEventBody = CommonEventBody | LayeredEvent;

export const EVENTS = declareEvents<LayeredEvent>({
  // A layer's own phases are listed once, when the layer ends.
  phase: ({ phase, layer }) => step(layer === null ? `(${phase})` : null),
  "layer-end": ({ layer }) => step(layer),
  "gate-decision": ({ gate, decision, reason }) => line("gate", `${gate} ${decision}: ${reason}`),
  "task-state": ({ task, state, reason }) => line("task", `${task} ${state}: ${reason}`),
  "task-failed": ({ task, kind, message }) => line("task failed", `${task} ${kind}: ${message}`, "bad"),
  recovery: ({ task, strategy, requeued, reason }) =>
    line("recovery", `${task} ${strategy}${requeued ? ", queued again" : ""}: ${reason}`, "open"),
  contradiction: ({ severity, description, between: [one, other] }) =>
    line("contradiction", `${severity}: ${description} ("${one}" against "${other}")`, "open"),
  "reply-label": ({ label }) => line("label", label),
  "memory-write": ({ operation, store, fact }) =>
    line("memory", `${operation} in ${store}: ${shorten(fact)}`),
  "memory-render": ({ included, omitted, chars }) =>
    line(
      "memory",
      `${countText(included, "fact")} shown, ${count(omitted)} left out, ${countText(chars, "character")}`,
    ),
  compaction: ({ method, folded, kept, chars }) =>
    line(
      "compaction",
      `${method}: ${countText(folded, "message")} folded, ${count(kept)} kept, ${countText(chars, "character")}`,
    ),
});

function line(label: string, text: string, tone: EventLine["tone"] = null): EventLine {
  return { label, text, tone };
}

function step(name: string | null): EventStep {
  return { list: "layers", step: name };
}

const SHOWN_CHARS = 160;

function shorten(value: Json): string {
  const characters = [...JSON.stringify(value)];
  return characters.length <= SHOWN_CHARS
    ? characters.join("")
    : `${characters.slice(0, SHOWN_CHARS - 1).join("")}…`;
}
