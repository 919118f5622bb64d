/** The questions the doctor asks: small, cheap, and each answerable in one way only. */

import type { ModelRequest } from "../../core/model.ts";
import type { ToolSpec } from "../../core/tool.ts";

const base = {
  purpose: "doctor",
  feature: null,
  place: { session: 0, turn: 0, iteration: 0, task: "" },
} as const;

/** The tool that the tool probe needs. */
export const READ_FILE: ToolSpec = {
  name: "read_file",
  description: "Reads a text file and returns its content.",
  parameters: {
    type: "object",
    properties: { path: { type: "string", description: "path of the file" } },
    required: ["path"],
    additionalProperties: false,
  },
};

/** Any answer at all. */
export function helloProbe(): ModelRequest {
  return { ...base, messages: [{ role: "user", content: "Reply with the word ready." }], maxTokens: 16 };
}

/** A question with countless answers; the nonce stands first, so that no earlier prompt is in the server's cache. */
export function varietyProbe(nonce: string, seed: number): ModelRequest {
  return {
    ...base,
    messages: [
      { role: "system", content: `Note ${nonce}. You invent things. Be brief, vivid and surprising.` },
      { role: "user", content: "Invent a name for a village and tell in one sentence what it is known for." },
    ],
    maxTokens: 48,
    temperature: 1,
    seed,
  };
}

/** Can be answered by a tool call alone. */
export function toolProbe(): ModelRequest {
  return {
    ...base,
    messages: [
      {
        role: "system",
        content: "You work with files. You know a file's content only after reading it with a tool.",
      },
      { role: "user", content: "Read the file notes/today.txt and tell me what it says." },
    ],
    tools: [READ_FILE],
    maxTokens: 128,
    temperature: 0,
  };
}

/** Invites prose, so that JSON shows that the schema was held to. */
export function schemaProbe(): ModelRequest {
  return {
    ...base,
    messages: [
      { role: "user", content: "What colour is a clear sky at noon, and how many days does a week have?" },
    ],
    schema: {
      name: "sky",
      schema: {
        type: "object",
        properties: { colour: { type: "string" }, days: { type: "integer" } },
        required: ["colour", "days"],
        additionalProperties: false,
      },
    },
    maxTokens: 64,
    temperature: 0,
  };
}

/** Much to read and one token to write: the speed of reading a prompt. */
export function readingProbe(nonce: string): ModelRequest {
  const line = "The harbour master wrote down every ship, its cargo and the weather of the day. ";
  return {
    ...base,
    messages: [
      { role: "user", content: `Note ${nonce}. ${line.repeat(24)}Is this about ships? Reply yes or no.` },
    ],
    maxTokens: 1,
    temperature: 0,
  };
}
