/** A folder of a test's own in the system's temporary folder, removed when the test ends. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TempFolder extends Disposable {
  readonly path: string;
  /** Path of a file in it. */
  file(name: string): string;
  /** Writes a file in it and gives its path. */
  write(name: string, text: string): string;
}

/** Makes an empty folder: `using folder = tempFolder()`. */
export function tempFolder(): TempFolder {
  const path = mkdtempSync(join(tmpdir(), "harness-lab-test-"));
  return {
    path,
    file: (name) => join(path, name),
    write(name, text) {
      writeFileSync(join(path, name), text);
      return join(path, name);
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
