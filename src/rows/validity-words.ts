/** Words in the name or the cells of a column that say whether a row is an outcome at all. */

import { plainName } from "./plain-name.ts";

/**
 * `counts`, `set-aside` and `error` are clear. `maybe` and `maybe-not` may as well speak of the agent's own success;
 * `pass` says that a word beside it is about the result.
 */
export type Sense = "counts" | "set-aside" | "error" | "maybe" | "maybe-not" | "pass";

const SENSES: Readonly<Record<Sense, readonly string[]>> = {
  counts: ["ran", "valid", "included", "include", "usable", "executed", "evaluated", "scored", "graded"],
  "set-aside": [
    ...["invalid", "skipped", "skip", "excluded", "exclude", "exclusion", "ignored", "ignore", "omitted"],
    ...["discarded", "discard", "dropped", "void", "voided", "missing", "quarantined", "aborted", "abort"],
    ...["cancelled", "canceled", "unscored", "ungraded", "unusable", "pending", "queued", "unfinished"],
    ...["notrun"],
  ],
  error: ["error", "errors", "errored", "err", "exception", "exceptions", "crashed", "crash", "traceback"],
  maybe: ["ok", "okay", "completed", "complete", "finished", "done", "success", "succeeded", "successful"],
  "maybe-not": [
    ...["timeout", "timedout", "incomplete", "broken", "interrupted", "killed", "failure", "fail", "failed"],
    ...["unsuccessful"],
  ],
  pass: ["pass", "passed"],
};

const OPPOSITE: Readonly<Record<Sense, Sense>> = {
  counts: "set-aside",
  "set-aside": "counts",
  error: "counts",
  maybe: "maybe-not",
  "maybe-not": "maybe",
  pass: "maybe-not",
};

/** Words that may stand beside one of those and change nothing. */
const FILLERS = [
  ...[
    "is",
    "was",
    "has",
    "had",
    "been",
    "run",
    "runs",
    "trial",
    "row",
    "sample",
    "task",
    "test",
    "case",
    "item",
  ],
  ...["eval", "evaluation", "result", "outcome", "flag", "final", "record", "attempt", "execution", "job"],
  ...["harness", "agent", "infra", "infrastructure", "system", "runner", "sandbox", "env", "environment"],
  ...["api", "provider", "model", "endpoint", "internal", "server", "to", "by", "of", "the", "in", "on"],
];
/** A column of these holds words on the matter. */
const TEXTS = [
  "reason",
  "message",
  "msg",
  "text",
  "type",
  "kind",
  "detail",
  "details",
  "description",
  "code",
];
const TALLIES = ["count", "counts", "num", "number", "n", "total"];
const NEGATIONS = ["not", "no", "non", "un"];
const STATUSES = ["status", "validity", "disposition"];
/** Names of a status that are one as a whole alone: among other words "state" is a state of the world. */
const STATES = ["state", "runstate", "trialstate", "jobstate"];

type Part = Sense | "filler" | "text" | "tally" | "not" | "status";

const LEXICON: ReadonlyMap<string, Part> = new Map<string, Part>([
  ...FILLERS.map((word) => [word, "filler"] as const),
  ...TEXTS.map((word) => [word, "text"] as const),
  ...TALLIES.map((word) => [word, "tally"] as const),
  ...NEGATIONS.map((word) => [word, "not"] as const),
  ...STATUSES.map((word) => [word, "status"] as const),
  ...(Object.keys(SENSES) as readonly Sense[]).flatMap((sense) =>
    SENSES[sense].map((word) => [word, sense] as const),
  ),
]);
const LONGEST = Math.max(...[...LEXICON.keys()].map((word) => word.length));

/** Splits a plain name into known words, the longest first; null where some of it is none. */
function partsOf(name: string): readonly Part[] | null {
  if (name === "") return [];
  for (let length = Math.min(LONGEST, name.length); length > 0; length--) {
    const part = LEXICON.get(name.slice(0, length));
    const rest = part === undefined ? null : partsOf(name.slice(length));
    if (part !== undefined && rest !== null) return [part, ...rest];
  }
  return null;
}

function senseIn(parts: readonly Part[]): Sense | null {
  const sense = parts.find((part): part is Sense => Object.hasOwn(SENSES, part));
  if (sense === undefined) return null;
  return parts.includes("not") ? OPPOSITE[sense] : sense;
}

/** Meaning of one word of a status; null for any other. */
export function senseOf(word: string): Sense | null {
  // No status is a sentence, and splitting one would take long.
  if (word.length > 40) return null;
  const parts = partsOf(plainName(word));
  return parts === null || parts.includes("text") || parts.includes("tally") ? null : senseIn(parts);
}

/** Relation of a column to validity: `sense` is the meaning of a truth in it. */
export type ColumnSense =
  | { readonly kind: "truth"; readonly sense: Sense }
  | { readonly kind: "reason" }
  | { readonly kind: "number" }
  | { readonly kind: "status" };

/** Relation of a column of this name to validity; null where it has none. */
export function columnSense(name: string): ColumnSense | null {
  const plain = plainName(name);
  if (STATES.includes(plain)) return { kind: "status" };
  const parts = plain.length > 60 ? null : partsOf(plain);
  if (parts === null) return null;
  const [text, tally] = [parts.includes("text"), parts.includes("tally") || plain.endsWith("errors")];
  if (parts.includes("status")) return text && !plain.includes("code") ? null : { kind: "status" };
  const sense = senseIn(parts);
  const speaksOfFault = sense === "set-aside" || sense === "error";
  if (tally) return speaksOfFault ? { kind: "number" } : null;
  if (sense === null || sense === "pass") return null;
  if (!text) return { kind: "truth", sense };
  return sense === "set-aside" ? { kind: "reason" } : sense === "error" ? { kind: "truth", sense } : null;
}
