/** Opens the world of a trial: the scenario's files, web, mail and reminders behind the tools. */

import type { Clock } from "../core/clock.ts";
import { LabError } from "../core/errors.ts";
import { faultCovers, type ToolFault } from "../core/fault.ts";
import { didYouMean } from "../core/nearest-names.ts";
import type { Scenario } from "../core/scenario.ts";
import type { ToolCall, ToolResult } from "../core/tool.ts";
import { createReminder } from "./create-reminder.ts";
import { fetchUrl } from "./fetch-url.ts";
import { listDirectory } from "./list-directory.ts";
import { listReminders } from "./list-reminders.ts";
import { readFile } from "./read-file.ts";
import { runShellCommand } from "./run-shell-command.ts";
import { searchFiles } from "./search-files.ts";
import { sendEmail } from "./send-email.ts";
import { failResult, type Tool } from "./tool-definition.ts";
import { webSearch } from "./web-search.ts";
import type { World } from "./world.ts";
import { openWorldState, snapshotOf } from "./world-state.ts";
import { writeFile } from "./write-file.ts";

const TOOLS: readonly Tool[] = [
  readFile,
  listDirectory,
  searchFiles,
  writeFile,
  runShellCommand,
  fetchUrl,
  webSearch,
  sendEmail,
  createReminder,
  listReminders,
];
const ALL_NAMES = TOOLS.map((tool) => tool.traits.spec.name);

/** Opens a fresh world; every trial has its own, and both arms of a block see the same faults at the same calls. */
export function createWorld({ world, clock }: { world: Scenario["world"]; clock: Clock }): World {
  const state = openWorldState(world, clock);
  const offered = TOOLS.filter(
    ({ traits }) => !world.tools || world.tools.some((name) => name === traits.spec.name),
  );
  const names = offered.map(({ traits }) => traits.spec.name);
  const faults = world.faults.filter((fault): fault is ToolFault => fault.on === "tool");
  for (const { tool } of faults) if (!ALL_NAMES.includes(tool)) throw unknownTool(tool);
  const counts = new Map<string, number>();

  const run = async (call: ToolCall): Promise<ToolResult> => {
    const tool = offered.find(({ traits }) => traits.spec.name === call.tool);
    if (tool === undefined)
      return failResult("unknown-tool", `There is no tool "${call.tool}". Tools: ${names.join(", ")}.`);
    const n = (counts.get(call.tool) ?? 0) + 1;
    counts.set(call.tool, n);
    const fault = faults.find((candidate) => candidate.tool === call.tool && faultCovers(candidate.call, n));
    if (fault) return { ...failResult(fault.error, faultText(fault)), injected: true };
    try {
      return await tool.run(state, call.arguments);
    } catch (error) {
      return failResult(
        "failed",
        `${call.tool} broke down: ${error instanceof Error ? error.message : error}`,
      );
    }
  };
  // Two tasks may call at once; one call at a time keeps what each sees independent of how they interleave.
  let last: Promise<unknown> = Promise.resolve();

  return {
    tools: offered.map(({ traits }) => traits),
    call(call) {
      const result = last.then(() => run(call));
      last = result;
      return result;
    },
    snapshot: () => snapshotOf(state),
  };
}

function unknownTool(tool: string): LabError {
  const near = didYouMean(tool, ALL_NAMES);
  return new LabError({
    code: "unknown-tool",
    what: `a fault names the tool "${tool}", which does not exist`,
    where: "world.faults",
    remedy: near ?? `use one of ${ALL_NAMES.join(", ")}`,
  });
}

function faultText({ tool, error }: ToolFault): string {
  switch (error) {
    case "timeout":
      return `${tool} timed out.`;
    case "network":
      return `${tool} failed: connection refused.`;
    case "server-error":
      return `${tool} failed: server error (503).`;
    case "permission":
      return `${tool} failed: permission denied.`;
    case "failed":
      return `${tool} failed.`;
  }
}
