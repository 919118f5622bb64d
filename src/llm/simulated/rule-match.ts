/** Decides whether a simulate rule applies to a request, by content alone (ARCHITECTURE 4.1). */

import type { Message, ModelRequest } from "../../core/model.ts";
import { parsePattern } from "../../core/pattern.ts";
import type { SimulateRule } from "../../core/scenario.ts";

/** Named groups captured by the patterns of a rule that matched. */
export type Captures = ReadonlyMap<string, string>;

type PartName = "anywhere" | "system" | "user" | "tool" | "last";

/** The readable parts of a request; the assistant's own words, tool specs and schema are in none of them. */
export type RequestParts = Readonly<Record<PartName, string>>;

interface Looked {
  readonly part: PartName;
  readonly phrase: string | RegExp;
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
  const { needed, forbidden } = compileSees(sees);
  return {
    match(request, parts) {
      if (!purposes.includes(request.purpose)) return null;
      if (offers !== undefined && !request.tools?.some((tool) => tool.name === offers)) return null;
      if (forbidden.some((looked) => find(looked, parts) !== null)) return null;
      const captures = new Map<string, string>();
      for (const looked of needed) {
        const found = find(looked, parts);
        if (found === null) return null;
        for (const [name, value] of found) captures.set(name, value);
      }
      return captures;
    },
  };
}

function compileSees(sees: SimulateRule["when"]["sees"]): { needed: Looked[]; forbidden: Looked[] } {
  const look = (part: PartName, phrases: readonly string[] | undefined): Looked[] =>
    (phrases ?? []).map((phrase) => ({ part, phrase: parsePattern(phrase) ?? phrase }));
  if (sees === undefined) return { needed: [], forbidden: [] };
  if (Array.isArray(sees)) return { needed: look("anywhere", sees), forbidden: [] };
  return {
    needed: [
      ...look("system", sees.system),
      ...look("user", sees.user),
      ...look("tool", sees.tool),
      ...look("last", sees.last),
    ],
    forbidden: look("anywhere", sees.none),
  };
}

function find({ part, phrase }: Looked, parts: RequestParts): [string, string][] | null {
  const text = parts[part];
  if (typeof phrase === "string") return text.includes(phrase) ? [] : null;
  const found = phrase.exec(text);
  if (!found) return null;
  return Object.entries(found.groups ?? {}).filter(
    (group): group is [string, string] => group[1] !== undefined,
  );
}
