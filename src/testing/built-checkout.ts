/** A folder that looks like another built checkout of the lab: its command line is this one, run from source. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT_ROOT } from "../lab/environment/project.ts";

/** Makes the folder and returns it; `before` is code that runs ahead of the command line. */
export function builtCheckout(folder: string, before = ""): string {
  const url = (path: string) => JSON.stringify(pathToFileURL(join(PROJECT_ROOT, path)).href);
  mkdirSync(join(folder, "dist", "cli"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "dist", "cli", "main.js"),
    [
      `import { register } from ${url("node_modules/tsx/dist/esm/api/index.mjs")};`,
      "register();",
      before,
      `await import(${url("src/cli/main.ts")});`,
    ].join("\n"),
  );
  return folder;
}
