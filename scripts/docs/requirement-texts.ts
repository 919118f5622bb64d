/** The requirements of the harnesses by id, as their tables word them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, ROOT } from "./citations.ts";

const ROW = /^\| <a id="[^"]+"><\/a>([ALO]-\d{3}) \| (.*) \|$/gm;

/** Text by id. */
export const requirements: ReadonlyMap<string, string> = new Map(
  filesBelow("docs/requirements", /\.md$/).flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(ROW)].map(
      ([, id = "", text = ""]) => [id, text] as const,
    ),
  ),
);
