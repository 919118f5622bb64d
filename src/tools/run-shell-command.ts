/** The tool that runs a shell command on the workspace. */

import { z } from "zod";
import type { ToolResult } from "../core/tool.ts";
import { MAX_SLEEP_SECONDS, type ShellOutcome } from "./shell-job.ts";
import { defineTool, failResult, nothing, ok } from "./tool-definition.ts";

const MAX_OUTPUT_CHARS = 20_000;

/** Runs a command in the hermetic shell; what it writes lands in the world. Staged, output untrusted. */
export const runShellCommand = defineTool({
  name: "run_shell_command",
  description: "Run a bash command in the workspace and return its output. There is no network.",
  staged: true,
  untrusted: true,
  args: z.strictObject({ command: z.string().trim().min(1).describe("The command line.") }),
  async run(state, { command }) {
    // Loaded on first use: the shell is heavy and most trials never run a command.
    const { hermeticShell } = await import("./hermetic-shell.ts");
    state.executed.push(command);
    const now = state.clock.now();
    const reply = await hermeticShell.run({
      command,
      files: Object.fromEntries(state.files),
      emptyDirectories: [...state.emptyDirectories],
      nowMs: now.getTime(),
      chanceSeed: `${now.toISOString()}/${state.executed.length}`,
    });
    if (reply.kind === "timeout") return failResult("timeout", "The command ran too long and was stopped.");
    if (reply.kind === "broken") return failResult("failed", `The shell broke down: ${reply.message}`);
    state.files.clear();
    for (const [path, text] of Object.entries(reply.outcome.files)) state.files.set(path, text);
    state.emptyDirectories.clear();
    for (const directory of reply.outcome.emptyDirectories) state.emptyDirectories.add(directory);
    return resultOf(reply.outcome);
  },
});

function resultOf(outcome: ShellOutcome): ToolResult {
  const output = clip([outcome.stdout, outcome.stderr].filter((part) => part !== "").join("\n"));
  if (outcome.cut === "slept-too-long")
    return failResult("timeout", `The command took more than ${MAX_SLEEP_SECONDS} s and was stopped.`);
  if (outcome.cut === "too-much-work")
    return failResult("timeout", "The command did not end and was stopped.");
  // A silent 1 is how grep, diff and test say that there is nothing.
  if (outcome.exitCode === 1 && output === "") return nothing("Exit code 1, nothing printed.");
  if (outcome.exitCode !== 0) return failResult("failed", `Exit code ${outcome.exitCode}.\n${output}`.trim());
  return output.trim() === "" ? nothing("The command printed nothing.") : ok(output);
}

function clip(output: string): string {
  const text = output.replace(/\n+$/, "");
  if (text.length <= MAX_OUTPUT_CHARS) return text;
  return `${text.slice(0, MAX_OUTPUT_CHARS)}\n... (${text.length - MAX_OUTPUT_CHARS} more characters)`;
}
