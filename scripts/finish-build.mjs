/** Finishes a build: makes the command executable, links it, and records which harness sources it was built from. */

import { existsSync } from "node:fs";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { HARNESSES } from "../dist/lab/environment/harness-registry.js";
import { digestSources } from "../dist/lab/environment/source-digest.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

await chmod(path("../dist/cli/main.js"), 0o755);
const harnessDigests = {};
for (const harness of HARNESSES.values())
  harnessDigests[harness.id] = await digestSources(path("../src"), harness);
await writeFile(path("../dist/build-info.json"), `${JSON.stringify({ harnessDigests })}\n`);

// package.json names the folder of commands (directories.bin) and no `bin`: npx installs and rebuilds a checkout whose
// `bin` holds the name it looks for, which takes seconds at every start.
await mkdir(path("../dist/bin"), { recursive: true });
await writeFile(path("../dist/bin/harness-lab"), '#!/usr/bin/env node\nimport "../cli/main.js";\n');
await chmod(path("../dist/bin/harness-lab"), 0o755);

// npm links the commands of dependencies alone. With a link of its own, `npx harness-lab` in the checkout starts this
// command and never looks for a registry package of that name.
const bin = path("../node_modules/.bin");
if (existsSync(bin)) await linkCommand(`${bin}/harness-lab`);

async function linkCommand(file) {
  await rm(file, { force: true });
  if (process.platform !== "win32") return symlink("../../dist/bin/harness-lab", file);
  await writeFile(`${file}.cmd`, '@node "%~dp0\\..\\..\\dist\\bin\\harness-lab" %*\r\n');
}
