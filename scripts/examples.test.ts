/** The examples do what their READMEs say: each command runs, each file is read by the part it is for. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { compare } from "../examples/library/compare.ts";
import { createProgram } from "../src/cli/program.ts";
import { command } from "../src/testing/run-command.ts";
import { tempFolder } from "../src/testing/temp-folder.ts";
import { ROOT } from "./docs/citations.ts";

const EXAMPLES = join(ROOT, "examples");
const folders = readdirSync(EXAMPLES);
const read = (...path: readonly string[]) => readFileSync(join(EXAMPLES, ...path), "utf8");

/** The commands of a README's blocks, with the exit code that a comment behind them names. */
function commandsOf(readme: string): readonly { readonly line: string; readonly code: number }[] {
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  return blocks
    .join("\n")
    .split("\n")
    .flatMap((text) => {
      const [, line, code = "0"] = /^npx harness-lab (.*?)(?: # ends with (\d))?$/.exec(text) ?? [];
      return line === undefined ? [] : [{ line, code: Number(code) }];
    });
}

const commands = folders.flatMap((folder) =>
  commandsOf(read(folder, "README.md")).map(({ line, code }) => ({ folder, line, code })),
);

test("each example is small, has a README of a few lines and a command or a program", () => {
  expect(folders).toHaveLength(5);
  for (const folder of folders) {
    const readme = read(folder, "README.md");
    expect(readme.split("\n").length).toBeLessThan(20);
    expect(readme).toMatch(/^npx (?:harness-lab|tsx) /m);
  }
});

test.each(commands)("$folder: $line", async ({ line, code }) => {
  using folder = tempFolder();
  const words = line.replaceAll(/(?<= )examples\//g, `${EXAMPLES}/`).split(" ");
  const stored = ["ablate", "run", "plan", "gate"].includes(words[0] ?? "");
  const ran = await command([...words, ...(stored ? ["--db", folder.file("lab.duckdb")] : [])]);
  expect(ran.code, ran.err).toBe(code);
  expect(ran.out).not.toBe("");
});

test("the lint finds nothing in the scenarios, and the flag decides them", async () => {
  using folder = tempFolder();
  expect((await command(["scenarios", "lint", join(EXAMPLES, "own-scenarios")])).out).toContain(
    "no findings",
  );
  expect(await compare(folder.path)).toEqual([
    expect.stringMatching(/^AUDIT_RETRY_SYSTEM_ERRORS: 2 better, 0 worse of 2 pairs/),
  ]);
  expect(readdirSync(folder.path)).toContain("report.html");
});

test("the workflow's gate has options that exist", async () => {
  const { jobs } = parse(read("gate-in-ci", "gate.yml"));
  const steps: readonly { readonly run?: string }[] = jobs.gate.steps;
  const lines = steps.flatMap(({ run = "" }) => (run.startsWith("npx harness-lab ") ? [run] : []));
  expect(lines).toHaveLength(1);
  let asked = false;
  const streams = { stdout: { write: () => true }, stderr: { write: () => true } };
  const program = createProgram(async () => {
    asked = true;
  }, streams);
  await program.parseAsync((lines[0] ?? "").trim().split(/\s+/).slice(2), { from: "user" });
  expect(asked).toBe(true);
});
