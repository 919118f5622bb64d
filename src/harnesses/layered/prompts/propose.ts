/** The proposer's request: one tool-calling step on the task in hand (A-141). */

import type { Message } from "../../../core/model.ts";
import type { ToolSpec } from "../../../core/tool.ts";
import type { Prompt } from "./prompt.ts";

const ROLE = `You are a careful assistant in the user's workspace. Answer the user's last message directly and briefly, with exact names, numbers and units.`;

/** Only where tools are offered: without them a small model takes "staged for approval" for the answer. */
const TOOL_RULES = `When the answer depends on a file, a page or a command, call a tool instead of guessing, and answer as soon as you know enough. Never invent a tool result. If a tool fails, try another way once, or say what is missing.
A tool that changes something is not run at once: its result says "staged for approval as action-N". Then tell the user what waits for approval; do not claim it is done.`;

/** Two beliefs that cannot both hold, each as a whole sentence. */
interface OpenConflict {
  readonly a: string;
  readonly b: string;
  readonly why: string;
}

/** One part of a request that was broken into parts. */
export interface PartOfRequest {
  readonly number: number;
  readonly of: number;
  readonly description: string;
  /** Parts that are done, with their answers. */
  readonly done: readonly { readonly description: string; readonly answer: string }[];
}

export interface ProposeInput {
  /** ISO instant of the trial's clock. */
  readonly now: string;
  /** Rendered facts block, null when there is none. */
  readonly facts: string | null;
  readonly conflicts: readonly OpenConflict[];
  /** Constraints on the reply that hold for this turn. */
  readonly constraints: readonly string[];
  /** Blocks that features add, in catalogue order. */
  readonly blocks: readonly string[];
  /** One sentence of the recovery ladder (A-104), null before any failure. */
  readonly hint: string | null;
  readonly part: PartOfRequest | null;
  /** The conversation, the current user message included. */
  readonly transcript: readonly Message[];
  /** Calls and results of this task so far, and steering notes. */
  readonly exchange: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly maxTokens: number;
}

/** Assembles the request: one system message, the transcript, this task's exchange. */
export function proposePrompt(input: ProposeInput): Prompt {
  const sections = [
    ROLE,
    input.tools.length > 0 ? TOOL_RULES : null,
    `It is ${input.now}.`,
    input.facts,
    conflictBlock(input.conflicts),
    listBlock("The user's conditions for the reply:", input.constraints),
    ...input.blocks,
    partBlock(input.part),
    input.hint,
  ].filter((section): section is string => section !== null && section !== "");
  return {
    purpose: "propose",
    messages: [
      { role: "system", content: sections.join("\n\n") },
      ...transcriptFor(input),
      ...input.exchange,
    ],
    ...(input.tools.length > 0 ? { tools: input.tools } : {}),
    maxTokens: input.maxTokens,
  };
}

/** Calls and results only where tools are on offer: some endpoints refuse the one without the other. */
function transcriptFor({ transcript, tools }: ProposeInput): readonly Message[] {
  if (tools.length > 0) return transcript;
  return transcript.filter((message) => message.role !== "tool" && !isCall(message));
}

function isCall(message: Message): boolean {
  return message.role === "assistant" && (message.toolCalls ?? []).length > 0;
}

/** Both beliefs whole, so that the reply can name both (ARCHITECTURE 8). */
function conflictBlock(conflicts: readonly OpenConflict[]): string | null {
  if (conflicts.length === 0) return null;
  const lines = conflicts.map(({ a, b, why }) => `- "${a}" and "${b}"${why === "" ? "" : ` (${why})`}`);
  return `These statements contradict each other. Do not pick one silently: name both to the user and ask which holds.\n${lines.join("\n")}`;
}

function partBlock(part: PartOfRequest | null): string | null {
  if (part === null) return null;
  const done = part.done.map(({ description, answer }) => `- ${description} Answer: ${answer}`);
  return [
    ...(done.length > 0 ? ["Parts of the request already answered:", ...done] : []),
    `Answer only part ${part.number} of ${part.of} now: ${part.description}`,
  ].join("\n");
}

function listBlock(title: string, items: readonly string[]): string | null {
  return items.length === 0 ? null : `${title}\n${items.map((item) => `- ${item}`).join("\n")}`;
}
