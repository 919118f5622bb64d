/** Lints scenarios whose user asks for an artefact while the checks read words alone. */

import type { LoadedScenario, Scenario } from "../core/scenario.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";

interface Artefact {
  readonly name: string;
  /** Words of a message that ask for it. */
  readonly asked: readonly RegExp[];
  readonly tools: readonly string[];
  /** The check to write. */
  readonly check: string;
}

const FILE = "[\\w./-]*\\w\\.(?:md|txt|csv|json|ya?ml|toml|env|ini|html|xml|sql|py|ts|js|sh|log)\\b";
const ARTEFACTS: readonly Artefact[] = [
  {
    name: "a file",
    asked: [
      new RegExp(
        `\\b(?:write|put|add|enter|save|append|fill in|update|correct|replace|change)\\b[^.?!]* ${FILE}`,
        "i",
      ),
    ],
    tools: ["write_file", "run_shell_command"],
    check: "world: { file: ... }",
  },
  {
    name: "a mail",
    asked: [
      // As a verb: at the start of a clause, or after a word that introduces one.
      /(?:^|[.!?,;:]\s+|\b(?:please|then|and|so|to|now)\s+)(?:e-?)?mail\s+\S/i,
      /\bsend\b[^.?!]*\be?-?mail\b/i,
    ],
    tools: ["send_email"],
    check: "world: { mail: ... }",
  },
  {
    name: "a reminder",
    asked: [/\b(?:set|create|make|add)\b[^.?!]*\breminder\b/i, /\bremind me\b/i],
    tools: ["create_reminder"],
    check: "world: { reminder: ... }",
  },
];

/** Warns where the last message asks for an artefact that no outcome check looks at. */
export function lintWording(loaded: LoadedScenario): readonly LintFinding[] {
  const { expect, world, conversation } = loaded.scenario;
  if (expect.some((check) => "world" in check || "module" in check)) return [];
  const last = lastMessage(conversation);
  return ARTEFACTS.filter(
    ({ asked, tools }) =>
      asked.some((pattern) => pattern.test(last)) &&
      (world.tools === undefined || tools.some((tool) => world.tools?.includes(tool as never))),
  ).map(({ name, check }) =>
    findingOn(
      loaded,
      "wording-only",
      "warning",
      `the user asks for ${name}, and expect reads what is said about it, which a bluff says too; add \`${check}\` to expect`,
    ),
  );
}

function lastMessage(conversation: Scenario["conversation"]): string {
  return conversation.flatMap((step) => ("user" in step ? [step.user] : [])).at(-1) ?? "";
}
