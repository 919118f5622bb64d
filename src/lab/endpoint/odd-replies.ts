/** Warns once a kind, while a run goes on, that the endpoint answers as another model or did not take a parameter as it was sent. */

import type { Model, ModelReply } from "../../core/model.ts";
import { isSameModel } from "../../llm/model-name.ts";
import type { Console } from "../environment/result.ts";

const WARNINGS: Readonly<Record<string, string>> = {
  "other-seed":
    "repeats another seed than the one sent, so a matched seed is only a label (--no-seed sends none)",
  "other-temperature": "repeats another temperature than the one sent",
  "other-token-cap": "repeats another token cap than the one sent",
  "other-tools": "repeats other tools than the ones sent",
};

/** Wraps a model; its replies pass through as they are. */
export function warnOfEchoes(inner: Model, console: Pick<Console, "note">): Model {
  const told = new Set<string>();
  const prints = new Map<string, string>();
  return {
    id: inner.id,
    simulated: inner.simulated,
    async ask(request) {
      const reply = await inner.ask(request);
      for (const [kind, warning] of [...warningsOf(reply, inner.id), ...changedPrint(reply, prints)]) {
        if (told.has(kind)) continue;
        told.add(kind);
        console.note(`Warning: the endpoint of ${inner.id} ${warning}.`);
      }
      return reply;
    },
  };
}

type Warning = readonly [kind: string, words: string];

/** The fingerprint of a model that had another one before; the first of each model is remembered. */
function changedPrint(reply: ModelReply, prints: Map<string, string>): readonly Warning[] {
  if (reply.kind === "failed" || reply.fingerprint === null) return [];
  const { model, fingerprint } = reply;
  const first = prints.get(model ?? "") ?? fingerprint;
  prints.set(model ?? "", first);
  return first === fingerprint
    ? []
    : [["fingerprint", `changed its fingerprint from ${first} to ${fingerprint}`]];
}

/** Kinds with their words; each other model is a kind of its own. */
function warningsOf(reply: ModelReply, asked: string): readonly Warning[] {
  if (reply.kind === "failed") return [];
  const echoes = (reply.notes ?? []).flatMap((note): Warning[] => {
    const warning = WARNINGS[note];
    return warning === undefined ? [] : [[note, warning]];
  });
  const { model } = reply;
  // Only the lab's own server pretends to a latency; under another name its replies would pass for a real model's.
  if (reply.virtualLatencyMs !== null)
    return [
      ["simulated", "is the lab's own simulated model, which follows scenarios only with --model simulated"],
    ];
  if (model === null || isSameModel(asked, model)) return echoes;
  return [[`model ${model}`, `answers as ${model}`], ...echoes];
}
