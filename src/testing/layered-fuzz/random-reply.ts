/** Answers of a model to a proposal of a random conversation: tools, an answer, or nothing usable. */

import type { Json } from "../../core/json.ts";
import type { ModelReply, ModelRequest } from "../../core/model.ts";
import type { Random } from "../../core/random.ts";
import { broken, calling, type Said } from "../layered-talk.ts";
import { modelAnswer } from "../scripted-model.ts";
import { type Lean, pick } from "./lean.ts";
import { FACTS } from "./talk-words.ts";

type Call = [tool: string, args: Readonly<Record<string, Json>>];

const CALLS: readonly Call[] = [
  ["read_file", { path: "notes/limits.md" }],
  ["read_file", { path: "config/app.yaml" }],
  ["read_file", { path: "notes/none.md" }],
  ["list_directory", { path: "reports" }],
  ["search_files", { query: "limit" }],
  ["fetch_url", { url: "https://releases.example/heron" }],
  ["fetch_url", { url: "https://down.example/status" }],
  ["web_search", { query: "heron release" }],
  ["run_shell_command", { command: "wc -l data/rows.csv" }],
  ["write_file", { path: "config/app.yaml", content: "service: egret\n" }],
  ["send_email", { to: "ada@example.com", subject: "Summary", body: "Done." }],
  ["create_reminder", { text: "renew", due: "2026-03-06T09:00:00Z" }],
  ["teleport", { to: "Mars" }],
];
const STATUSES = [429, 500, 503, 400] as const;

/** One step of a task, in the way the conversation leans. */
export function randomReply(draw: Random, lean: Lean, { tools = [] }: ModelRequest): Said {
  if (draw.next() < lean.breaks) return broken(pick(draw, STATUSES));
  if (draw.next() < lean.blanks) return "  ";
  if (tools.length > 0 && draw.next() < lean.calls)
    return calling(...Array.from({ length: 1 + draw.int(lean.width) }, () => pick(draw, CALLS)));
  return answer(draw);
}

function answer(draw: Random): ModelReply {
  const text = `${pick(draw, FACTS)} ${pick(draw, FACTS)}`;
  return modelAnswer(text, { finish: draw.next() < 0.05 ? "length" : "stop" });
}
