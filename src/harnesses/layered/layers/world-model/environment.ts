/** Changes of the world since a belief was formed: approved actions by what they name (REFERENCE 1.5). */

import type { Json } from "../../../../core/json.ts";
import type { ToolCall } from "../../../../core/tool.ts";
import type { DurableStore } from "../../../contract/harness.ts";

/** A change of the world, by the words that name what was changed. */
export interface EnvironmentChange {
  readonly names: readonly string[];
  readonly at: string;
}

const KEY = "environment-changes";

/** Every change of the trial, oldest first. */
export function environmentChanges(durable: DurableStore): readonly EnvironmentChange[] {
  return (durable.get(KEY) as unknown as readonly EnvironmentChange[] | undefined) ?? [];
}

/** Records that a call has changed what it names. */
export function recordChange(durable: DurableStore, call: ToolCall, at: Date): void {
  const names = namesIn(call);
  if (names.length === 0) return;
  const changes = [...environmentChanges(durable), { names, at: at.toISOString() }];
  durable.set(KEY, changes as unknown as Json);
}

/** True where a change after that instant names something that the text names too. */
export function isTouched(
  { text, formedAt }: { readonly text: string; readonly formedAt: string },
  changes: readonly EnvironmentChange[],
): boolean {
  return changes.some(({ names, at }) => at > formedAt && names.some((name) => mentions(text, name)));
}

/** True where a text names a path, and not merely a longer one that holds it. */
export function mentions(text: string, name: string): boolean {
  if (/\s/.test(name)) return text.includes(name);
  const words = text.match(/[\w./-]+/g) ?? [];
  return words.some((word) => word.replace(/[./-]+$/, "") === name);
}

/** Paths: a path argument as it stands, and what looks like one in a command. */
function namesIn({ arguments: given }: ToolCall): readonly string[] {
  const { path, command } = given;
  const inCommand = typeof command === "string" ? (command.match(/[\w.-]*[\w-][./][\w./-]+/g) ?? []) : [];
  return [...(typeof path === "string" && path !== "" ? [path] : []), ...inCommand];
}
