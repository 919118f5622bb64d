/** Tests of the shell's thread itself. */

import { expect, test } from "vitest";
import { openShell } from "./hermetic-shell.ts";

const job = { command: "echo hi", files: {}, emptyDirectories: [], nowMs: 0, chanceSeed: "1" };

test("a thread that takes too long is ended, and the next job gets a new one", async () => {
  const shell = openShell();
  const [cut, next] = await Promise.all([shell.run(job, 1), shell.run(job)]);
  expect(cut).toEqual({ kind: "timeout" });
  expect(next).toMatchObject({ kind: "done", outcome: { stdout: "hi\n", exitCode: 0, cut: null } });
});
