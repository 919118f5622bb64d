/** Finishes a build: makes the command executable and records which harness source it was built from. */

import { chmod, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { digestSources } from "../dist/lab/source-digest.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

await chmod(path("../dist/cli/main.js"), 0o755);
const harnessDigest = await digestSources(path("../src"));
await writeFile(path("../dist/build-info.json"), `${JSON.stringify({ harnessDigest })}\n`);
