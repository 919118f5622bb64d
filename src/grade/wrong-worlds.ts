/** Ends of the world in which an artefact holds everything, so that the right thing is in it by accident. */

import type { Scenario } from "../core/scenario.ts";
import { startWorldOf } from "../core/start-world.ts";
import { workspacePath } from "../core/workspace-path.ts";
import { sortedFiles, type WorldSnapshot } from "../core/world-snapshot.ts";
import type { ScenarioMaterial } from "./scenario-material.ts";

interface WrongWorld {
  readonly name: string;
  readonly world: WorldSnapshot;
}

/** Writes all there is into each file that the checks name, and mails it to everybody, together and one by one. */
export function wrongWorlds(scenario: Scenario, material: ScenarioMaterial): readonly WrongWorld[] {
  const start = startWorldOf(scenario.world);
  const everything = [...material.history, ...material.told, ...material.files].join("\n");
  const mailTo = (to: string) => ({
    to,
    subject: material.formWords[0] ?? "Everything",
    body: everything,
    at: start.now,
  });
  return [
    ...filesToWrite(scenario).map((path) => ({
      name: `everything-in-${path}`,
      world: {
        ...start,
        files: sortedFiles([
          ...new Map([...Object.entries(start.files), [path, `${start.files[path] ?? ""}\n${everything}`]]),
        ]),
      },
    })),
    ...(material.addresses.length > 1
      ? [{ name: "everything-mailed-to-all", world: { ...start, mail: material.addresses.map(mailTo) } }]
      : []),
    ...material.addresses.map((to) => ({
      name: `everything-mailed-to-${to}`,
      world: { ...start, mail: [mailTo(to)] },
    })),
  ];
}

/** Files that the outcome checks want something of. */
function filesToWrite({ expect }: Scenario): readonly string[] {
  const paths = expect.flatMap((check) =>
    "world" in check && "file" in check.world && !check.world.unchanged
      ? [workspacePath(check.world.file) ?? check.world.file]
      : [],
  );
  return [...new Set(paths)];
}
