/** Lints scenarios whose user asks for an artefact while the checks read words alone. */

import type { LoadedScenario, Scenario } from "../core/scenario.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";

interface Artefact {
  readonly name: string;
  /** What a message says that asks for it. */
  readonly asked: RegExp;
  readonly tools: readonly string[];
  /** The check to write. */
  readonly check: string;
}

const FILE = "[\\w./-]*\\w\\.(?:md|txt|csv|json|ya?ml|toml|env|ini|html|xml|sql|py|ts|js|sh|log)\\b";
const ARTEFACTS: readonly Artefact[] = [
  {
    name: "a file",
    asked: new RegExp(
      `\\b(?:write|put|add|enter|save|append|fill in|update|correct|replace|change)\\b[^.?!]*?(?:in|into|to|of|out|as|:)? ${FILE}`,
      "i",
    ),
    tools: ["write_file", "run_shell_command"],
    check: "world: { file: ... }",
  },
  {
    name: "a mail",
    asked:
      /\b(?:mail|e-mail|email)\s+(?:it|the|him|her|them|this|to|my|our|an? )|\bsend\b[^.?!]*\be?-?mail\b/i,
    tools: ["send_email"],
    check: "world: { mail: ... }",
  },
  {
    name: "a reminder",
    asked: /\b(?:set|create|make|add)\b[^.?!]*\breminder\b|\bremind me\b/i,
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
      asked.test(last) &&
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
