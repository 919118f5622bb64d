/**
 * Shows the gate at work on temporary checkouts of this package: `npx tsx scripts/gate-demo.ts`. A planted regression is
 * blocked (1), a harmless change passes (0), too few pairs are inconclusive (3), a dead endpoint breaks (4).
 */

import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { GateDocument } from "../src/core/gate.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PARTS = ["src", "scenarios", "seeds", "package.json", "tsconfig.json", "tsconfig.build.json"];
const PROMPT = "src/harnesses/layered/prompts/propose.ts";

/** A change of one file, as a developer would make it. */
interface Change {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

const PLANTED: Change = {
  name: "planted",
  // Off by one: a single contradiction no longer reaches the model.
  from: "if (conflicts.length === 0) return null;",
  to: "if (conflicts.length <= 1) return null;",
};
const REWORDED: Change = {
  name: "reworded",
  from: "These statements contradict each other.",
  to: "These statements conflict with each other.",
};

interface Case {
  readonly title: string;
  readonly change: Change | null;
  readonly options: readonly string[];
  readonly expected: number;
}

const RELEASE = ["--policy", fileURLToPath(new URL("../examples/gate-in-ci/release.yaml", import.meta.url))];
const SCENARIOS = ["--scenarios", "contradiction/freeze-date", "contradiction/rate-limit-units"];
const CASES: readonly Case[] = [
  { title: "planted regression", change: PLANTED, options: ["--seeds", "3"], expected: 1 },
  { title: "reworded prompt, nothing lost", change: REWORDED, options: ["--seeds", "3"], expected: 0 },
  { title: "no change: no request differs", change: null, options: ["--seeds", "3"], expected: 0 },
  {
    title: "reworded, too few pairs for the margin",
    change: REWORDED,
    options: ["--seeds", "2", "--max-seeds", "2", "--statistical", "--force", ...RELEASE],
    expected: 3,
  },
  {
    title: "reworded, endpoint is dead",
    change: REWORDED,
    options: [
      "--seeds",
      "2",
      "--model",
      "m",
      "--base-url",
      "http://127.0.0.1:9/v1",
      "--retries",
      "0",
      "--force",
    ],
    expected: 4,
  },
];

const run = promisify(execFile);

/** Copies the package, applies the change to its source and builds it. */
async function checkout(folder: string, change: Change | null): Promise<string> {
  const path = join(folder, change?.name ?? "base");
  for (const part of PARTS) await cp(join(ROOT, part), join(path, part), { recursive: true });
  await cp(join(ROOT, "scripts", "finish-build.mjs"), join(path, "scripts", "finish-build.mjs"));
  await symlink(join(ROOT, "node_modules"), join(path, "node_modules"));
  if (change) {
    const file = join(path, PROMPT);
    const text = await readFile(file, "utf8");
    if (!text.includes(change.from))
      throw new Error(`${PROMPT} no longer has the line that the demo changes`);
    await writeFile(file, text.replace(change.from, change.to));
  }
  await run(
    process.execPath,
    [join(ROOT, "node_modules", "typescript", "bin", "tsc"), "-p", "tsconfig.build.json"],
    {
      cwd: path,
    },
  );
  await run(process.execPath, [join(path, "scripts", "finish-build.mjs")], { cwd: path });
  return path;
}

/** Runs a checkout's own gate against the base; the exit code is what a pipeline would see. */
async function gate(
  candidate: string,
  base: string,
  options: readonly string[],
): Promise<{ readonly code: number; readonly document: GateDocument | null }> {
  const args = [
    join(candidate, "dist", "cli", "main.js"),
    ...["gate", "--checkout", base, ...SCENARIOS, ...options],
    ...["--db", join(candidate, `${options.join("").replaceAll(/\W/g, "")}.duckdb`), "--json"],
  ];
  try {
    const { stdout } = await run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
    return { code: 0, document: JSON.parse(stdout) as GateDocument };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: number; stdout?: string; stderr?: string };
    if (!stdout) process.stderr.write(`${stderr ?? String(error)}\n`);
    return { code: code ?? -1, document: stdout ? (JSON.parse(stdout) as GateDocument) : null };
  }
}

async function demo(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "harness-lab-gate-demo-"));
  try {
    process.stderr.write("Building temporary checkouts of this package ...\n");
    const base = await checkout(folder, null);
    const built = new Map<Change | null, string>([[null, base]]);
    for (const change of [PLANTED, REWORDED]) built.set(change, await checkout(folder, change));
    const rows = [["case", "exit", "expected", "inert", "better/worse/pairs", "gate"]];
    let wrong = 0;
    for (const { title, change, options, expected } of CASES) {
      const { code, document } = await gate(built.get(change) ?? base, base, options);
      const counts = document?.decision?.counts;
      if (code !== expected) wrong += 1;
      rows.push([
        title,
        String(code),
        code === expected ? String(expected) : `${expected} (MISSED)`,
        document === null ? "-" : `${document.blocks.inert}/${document.blocks.planned}`,
        counts === undefined ? "-" : `${counts.b}/${counts.c}/${counts.n}`,
        document?.title ?? "no document",
      ]);
    }
    const widths = (rows[0] ?? []).map((_cell, column) =>
      Math.max(...rows.map((row) => (row[column] ?? "").length)),
    );
    for (const row of rows)
      process.stdout.write(
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
      );
    process.stdout.write(
      wrong === 0 ? `\nall ${CASES.length} as expected\n` : `\n${wrong} of ${CASES.length} missed\n`,
    );
    return wrong === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await demo();
