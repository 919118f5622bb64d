/** The changeable state behind a world: what the tools read and write. */

import type { Clock } from "../core/clock.ts";
import type { Scenario } from "../core/scenario.ts";
import { startWorldOf } from "../core/start-world.ts";
import { type Reminder, type SentMail, sortedFiles, type WorldSnapshot } from "../core/world-snapshot.ts";

/** A page of the scenario's web. */
export type WebPage = Scenario["world"]["web"][number];

export interface WorldState {
  readonly clock: Clock;
  /** Text by normalised path. */
  readonly files: Map<string, string>;
  /** Directories that hold no file; the others exist through their files. */
  readonly emptyDirectories: Set<string>;
  readonly web: readonly WebPage[];
  readonly mail: SentMail[];
  readonly reminders: Reminder[];
  readonly executed: string[];
}

/** Opens the state a scenario's world starts from. */
export function openWorldState(world: Scenario["world"], clock: Clock): WorldState {
  const start = startWorldOf(world);
  return {
    clock,
    files: new Map(Object.entries(start.files)),
    emptyDirectories: new Set(),
    web: world.web,
    mail: [],
    reminders: [...start.reminders],
    executed: [],
  };
}

/** Copies the state as plain data, files sorted by path. */
export function snapshotOf(state: WorldState): WorldSnapshot {
  return {
    now: state.clock.now().toISOString(),
    files: sortedFiles(state.files),
    mail: [...state.mail],
    reminders: [...state.reminders],
    executed: [...state.executed],
  };
}

/** True where a normalised path is a directory: the root, one with files below it, or an empty one. */
export function isDirectory(state: WorldState, path: string): boolean {
  if (path === "" || state.emptyDirectories.has(path)) return true;
  const prefix = `${path}/`;
  for (const known of [...state.files.keys(), ...state.emptyDirectories])
    if (known.startsWith(prefix)) return true;
  return false;
}
