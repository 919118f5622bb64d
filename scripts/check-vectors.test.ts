/** The vector checker as a command: exit codes and what it prints. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "vectors-"));
afterAll(() => rmSync(folder, { recursive: true }));

function check(path: string): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  return spawnSync("node", ["--import", "tsx", "scripts/check-vectors.ts", path], {
    cwd: root,
    encoding: "utf8",
  });
}

function fileOf(content: string): string {
  const path = join(folder, "vectors.json");
  writeFileSync(path, content);
  return path;
}

test("the project's own vectors run as one file", () => {
  const { stdout } = check("src/testing/vectors/statistics-vectors.json");
  // Which of them have to pass is said beside them, in vectors.test.ts.
  expect(stdout.trim().split("\n").at(-1)).toMatch(/^3\d\d passed, \d failed$/);
});

test("a miss and an unknown function are printed with both values, and the exit code is 1", () => {
  const vectors = [
    { id: "right", group: "g", fn: "signFlip", input: { values: [1, 1] }, expected: { p: 0.5 }, tol: 0 },
    { id: "wrong", group: "g", fn: "signFlip", input: { values: [1, 1] }, expected: { p: 0.4 }, tol: 1e-9 },
    { id: "unknown", group: "g", fn: "toString", input: {}, expected: {}, tol: 0 },
  ];
  const { status, stdout } = check(fileOf(JSON.stringify({ vectors })));
  expect(stdout).toContain("MISS wrong (signFlip)\n  p: expected 0.4, got 0.5");
  expect(stdout).toContain("unknown function toString");
  expect(stdout.trim().endsWith("1 passed, 2 failed")).toBe(true);
  expect(status).toBe(1);
});

test("items that are no vectors are misses, and the rest of the file is still checked", () => {
  const right = {
    id: "r",
    group: "g",
    fn: "signFlip",
    input: { values: [1, 1] },
    expected: { p: 0.5 },
    tol: 0,
  };
  const { status, stdout } = check(
    fileOf(JSON.stringify({ vectors: [null, "text", { ...right, input: undefined }, {}, right] })),
  );
  expect(stdout).toContain("MISS number 1 (no function)\n  not an object");
  expect(stdout).toContain("MISS r (signFlip)\n  input is not an object");
  expect(stdout.trim().split("\n").at(-1)).toBe("1 passed, 4 failed");
  expect(status).toBe(1);
});

test("no vectors is no pass, and a file that is none is wrong use", () => {
  expect(check(fileOf('{ "vectors": [] }'))).toMatchObject({ status: 1, stdout: "0 passed, 0 failed\n" });
  const broken = check(fileOf("{"));
  expect(broken.status).toBe(2);
  expect(broken.stderr).toContain("cannot be read as JSON");
  // NaN is no JSON: a figure that is none must not be read as one.
  expect(check(fileOf('{ "vectors": [{ "tol": NaN }] }'))).toMatchObject({ status: 2, stdout: "" });
  expect(check(fileOf("{}")).stderr).toContain('has no list "vectors"');
});
