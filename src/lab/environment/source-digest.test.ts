/** A digest moves with what shapes the trials of its harness and with nothing else (house-1 2.1). */

import { readFileSync } from "node:fs";
import { appendFile, cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tempFolder } from "../../testing/temp-folder.ts";
import { HARNESSES } from "./harness-registry.ts";
import { digestSources, trialSources } from "./source-digest.ts";

const SRC = fileURLToPath(new URL("../..", import.meta.url));
const THIN = { sources: ["harnesses/thin"] };
const layered = HARNESSES.get("layered") ?? THIN;
const folder = tempFolder();
const copy = folder.path;

beforeAll(async () => {
  for (const name of ["harnesses", "tools", "llm", "run"])
    await cp(join(SRC, name), join(copy, name), { recursive: true });
  await mkdir(join(copy, "harnesses/thin"));
  await writeFile(join(copy, "harnesses/thin/thin-harness.ts"), "export const thin = 1;\n");
});

afterAll(() => folder[Symbol.dispose]());

/** True where a comment in a file changes the digest of layered and of thin. */
async function movedBy(file: string): Promise<readonly [boolean, boolean]> {
  const both = () => Promise.all([layered, THIN].map((harness) => digestSources(copy, harness)));
  const [layeredBefore, thinBefore] = await both();
  await appendFile(join(copy, file), "\n// a comment\n");
  const [layeredAfter, thinAfter] = await both();
  return [layeredBefore !== layeredAfter, thinBefore !== thinAfter];
}

test.each([
  ["harnesses/layered/session.ts", true, false],
  ["harnesses/layered/prompts/propose.ts", true, false],
  ["harnesses/thin/thin-harness.ts", false, true],
  ["harnesses/contract/tool-path.ts", true, true],
  ["tools/in-memory-world.ts", true, true],
  ["run/trial.ts", true, true],
  ["llm/openai/request-body.ts", true, true],
  ["llm/simulated/rule-match.ts", true, true],
  ["llm/wrappers/faulty.ts", true, true],
  ["llm/json-text.ts", true, true],
  ["llm/doctor/pace.ts", false, false],
  ["llm/doctor/examine-endpoint.ts", false, false],
  ["llm/server/simulated-server.ts", false, false],
  ["run/session-life.test.ts", false, false],
  ["harnesses/layered/engine/run-loop.test.ts", false, false],
])("a comment in %s: layered moves %s, thin moves %s", async (file, layeredMoves, thinMoves) => {
  expect(await movedBy(file)).toEqual([layeredMoves, thinMoves]);
});

/** Every file of these folders that a trial reaches by its imports. */
function reached(entries: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(join(SRC, file), "utf8");
    for (const [, target = ""] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
      const path = resolve("/", dirname(file), target).slice(1);
      if (/^(harnesses|tools|llm|run)\//.test(path)) open.push(path);
    }
  }
  return [...seen];
}

test("every file that a trial of a built harness runs through is in its digest", async () => {
  for (const harness of HARNESSES.values()) {
    const covered = await trialSources(SRC, harness);
    const files = reached([
      "run/block.ts",
      "llm/openai/openai-model.ts",
      "llm/simulated/simulated-model.ts",
      `harnesses/${harness.id}/${harness.id}-harness.ts`,
    ]);
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => !covered.includes(file))).toEqual([]);
  }
});
