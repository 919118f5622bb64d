/** The state of a scenario's world before anything has happened. */

import type { Scenario } from "./scenario.ts";
import { workspacePath } from "./workspace-path.ts";
import { sortedFiles, type WorldSnapshot } from "./world-snapshot.ts";

/** Turns a scenario's world fixture into the snapshot every trial of it starts from. */
export function startWorldOf(world: Scenario["world"]): WorldSnapshot {
  return {
    now: new Date(world.now).toISOString(),
    files: sortedFiles(
      Object.entries(world.files).map(([path, text]) => [workspacePath(path) ?? path, text] as const),
    ),
    mail: [],
    reminders: world.reminders.map((reminder, index) => ({
      id: `reminder-${index + 1}`,
      text: reminder.text,
      due: new Date(reminder.due).toISOString(),
    })),
    executed: [],
  };
}
