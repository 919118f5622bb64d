/** Decides whether a simulate rule applies to a request, by content alone (ARCHITECTURE 4.1). */

import type { Message, ModelRequest } from "../../core/model.ts";
import { type Pattern, parsePattern } from "../../core/pattern.ts";
import type { SimulateRule } from "../../core/scenario.ts";

/** Named groups captured by the patterns of a rule that matched. */
export type Captures = ReadonlyMap<string, string>;

type PartName = "anywhere" | "system" | "user" | "tool" | "last";

/** The readable parts of a request; the assistant's own words, tool specs and schema are in none of them. */
export type RequestParts = Readonly<Record<PartName, string>>;

type Phrase = string | Pattern;
type Groups = readonly (readonly [string, string])[];

interface Looked {
  readonly part: PartName;
  readonly phrase: Phrase;
}

/** A rule with its patterns compiled. */
export interface RuleMatcher {
  /** The captures when the rule applies to the request, null when it does not. */
  match(request: ModelRequest, parts: RequestParts): Captures | null;
}

/** Splits a request into the parts a rule may look at. */
export function requestParts(request: ModelRequest): RequestParts {
  const said = (keep: (message: Message) => boolean): string =>
    request.messages
      .filter((message) => message.role !== "assistant" && keep(message))
      .map((message) => message.content)
      .join("\n\n");
  const last = request.messages.at(-1);
  return {
    anywhere: said(() => true),
    system: said((message) => message.role === "system"),
    user: said((message) => message.role === "user"),
    tool: said((message) => message.role === "tool"),
    last: said((message) => message === last),
  };
}

/** Compiles a rule's `when`; a pattern that does not compile is a LabError. */
export function compileRule(rule: SimulateRule): RuleMatcher {
  const { purpose, sees, offers } = rule.when;
  const purposes = typeof purpose === "string" ? [purpose] : purpose;
  const { needed, line, forbidden } = compileSees(sees);
  return {
    match(request, parts) {
      if (!purposes.includes(request.purpose)) return null;
      if (offers !== undefined && !request.tools?.some((tool) => tool.name === offers)) return null;
      if (forbidden.some((looked) => find(looked, parts) !== null)) return null;
      const found = [...needed.map((looked) => find(looked, parts)), findLine(line, parts)];
      return found.includes(null) ? null : new Map(found.flatMap((groups) => groups ?? []));
    },
  };
}

interface Sees {
  readonly needed: readonly Looked[];
  readonly line: { readonly holds: readonly Phrase[]; readonly lacks: readonly Phrase[] };
  readonly forbidden: readonly Looked[];
}

function compileSees(sees: SimulateRule["when"]["sees"]): Sees {
  const compile = (phrases: readonly string[] | undefined): Phrase[] =>
    (phrases ?? []).map((phrase) => parsePattern(phrase) ?? phrase);
  const look = (part: PartName, phrases: readonly string[] | undefined): Looked[] =>
    compile(phrases).map((phrase) => ({ part, phrase }));
  const parts = Array.isArray(sees) ? {} : (sees ?? {});
  return {
    needed: [
      ...look("anywhere", Array.isArray(sees) ? sees : []),
      ...look("system", parts.system),
      ...look("user", parts.user),
      ...look("tool", parts.tool),
      ...look("last", parts.last),
    ],
    line: { holds: compile(parts.line), lacks: compile(parts.lacks) },
    forbidden: look("anywhere", parts.none),
  };
}

/** The captures of the first line of the system part that holds all it should and nothing it should not. */
function findLine({ holds, lacks }: Sees["line"], parts: RequestParts): Groups | null {
  if (holds.length === 0) return [];
  for (const text of parts.system.split("\n")) {
    if (lacks.some((phrase) => findIn(text, phrase) !== null)) continue;
    const found = holds.map((phrase) => findIn(text, phrase));
    if (!found.includes(null)) return found.flatMap((groups) => groups ?? []);
  }
  return null;
}

function find({ part, phrase }: Looked, parts: RequestParts): Groups | null {
  return findIn(parts[part], phrase);
}

function findIn(text: string, phrase: Phrase): Groups | null {
  if (typeof phrase === "string") return text.includes(phrase) ? [] : null;
  const groups = phrase.groups(text);
  return groups === null ? null : Object.entries(groups);
}
