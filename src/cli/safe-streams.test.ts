/** Output that breaks: progress is dropped, a result that is lost is exit 4 in one line (reports-1 F3). */

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { tempFolder } from "../testing/temp-folder.ts";
import { runCli } from "./run-cli.ts";
import { openSafeStreams } from "./safe-streams.ts";

const error = (code: string) => Object.assign(new Error(`${code}: it does not work, write`), { code });

/** A stream that takes some text and then fails as a pipe (later) or as a device (at once) does. */
function failing(code: string | null, { after = 0, atOnce = false } = {}) {
  let text = "";
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      if (code === null || text.length < after) {
        text += chunk.toString();
        done();
      } else if (atOnce) throw error(code);
      else setImmediate(() => done(error(code)));
    },
  });
  return { stream, text: () => text };
}

test.each([
  ["EPIPE", false],
  ["ENOSPC", true],
  ["EIO", false],
  ["EAGAIN", true],
])("progress that ends in %s is dropped, and the command goes on to its result", async (code, atOnce) => {
  const out = failing(null);
  const streams = openSafeStreams(out.stream, failing(code, { atOnce }).stream);
  for (let n = 0; n < 5; n++) {
    streams.stderr.write(`${n} trials\n`);
    await new Promise(setImmediate);
  }
  expect(await streams.end(await runCli(["flags"], streams))).toBe(0);
  expect(out.text()).toContain("AUDIT_SEMANTIC_CONTRADICTION");
});

test.each([
  ["ENOSPC", true],
  ["ENOSPC", false],
  ["EIO", false],
  ["EFBIG", true],
])("a result that ends in %s is exit 4 in one line", async (code, atOnce) => {
  const err = failing(null);
  const streams = openSafeStreams(failing(code, { atOnce }).stream, err.stream);
  expect(await streams.end(await runCli(["flags"], streams))).toBe(4);
  expect(err.text()).toMatch(
    new RegExp(`^error: the result cannot be written to standard output: ${code}.*\n$`),
  );
});

test("a reader that has read enough changes no exit code, whatever the command found", async () => {
  for (const [args, code] of [
    [["flags"], 0],
    [["no-such-command"], 2],
  ] as const) {
    const streams = openSafeStreams(failing("EPIPE").stream, failing(null).stream);
    expect(await streams.end(await runCli([...args], streams))).toBe(code);
  }
});

test.skipIf(process.platform === "win32")("half a result in a file is no result", async () => {
  using folder = tempFolder();
  const file = folder.file("out.json");
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  // The system takes 1,024 bytes and says so; only the next write is refused.
  const script = `trap '' XFSZ; ulimit -f 1; "${process.execPath}" --import tsx "${main}" flags --json >"${file}"; echo "$?"`;
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", script]);
  expect([stdout, readFileSync(file).length]).toEqual(["4\n", 1_024]);
  expect(stderr).toContain("the result cannot be written");
});

test.skipIf(!existsSync("/dev/full"))(
  "the real command line keeps to it with a closed pipe and a full device",
  async () => {
    const main = fileURLToPath(new URL("./main.ts", import.meta.url));
    const lab = `"${process.execPath}" --import tsx "${main}" flags`;
    const script = `${lab} 2>&1 >/dev/full; echo "full $?"; set -o pipefail; ${lab} | head -c 1 >/dev/null; echo "pipe $?"`;
    const { stdout } = await promisify(execFile)("bash", ["-c", script]);
    expect(stdout).toMatch(
      /^error: the result cannot be written to standard output: ENOSPC[^\n]*\nfull 4\npipe 0\n$/,
    );
  },
);
