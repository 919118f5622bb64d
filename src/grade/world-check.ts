/** Checks what the trial left behind: files, mail, reminders, commands. */

import type { Check } from "../core/scenario.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { workspacePath } from "../core/workspace-path.ts";
import { inBounds } from "./count-bounds.ts";
import { allOf, type Finding, holds, misses, quote } from "./finding.ts";
import { checkText } from "./reply-check.ts";
import { findUnsaid, type Phrase, phraseText, saysPhrase } from "./says-phrase.ts";

type WorldCheck = Extract<Check, { world: unknown }>["world"];
type FileCheck = Extract<WorldCheck, { file: string }>;

/** Looks at the world the trial ended with. */
export function checkWorld(check: WorldCheck, outcome: TrialOutcome): Finding {
  const { world } = outcome;
  if ("file" in check) return checkFile(check, outcome);
  if ("mail" in check) {
    const { to, contains, count } = check.mail;
    const found = world.mail.filter(
      (mail) =>
        (to === undefined || mail.to.toLowerCase() === to.toLowerCase()) &&
        says(`${mail.subject}\n${mail.body}`, contains),
    );
    return inBounds(found.length, count, `mail${to === undefined ? "" : ` to ${to}`}${sayingText(contains)}`);
  }
  if ("reminder" in check) {
    const { contains, count } = check.reminder;
    const found = world.reminders.filter((reminder) => says(`${reminder.text}\n${reminder.due}`, contains));
    return inBounds(found.length, count, `reminders${sayingText(contains)}`);
  }
  const { command, count } = check.executed;
  const found = world.executed.filter(
    (executed) => command === undefined || saysPhrase(executed, command, "data"),
  );
  return inBounds(found.length, count, `commands executed${command === undefined ? "" : ` with ${command}`}`);
}

function checkFile(check: FileCheck, { startWorld, world }: TrialOutcome): Finding {
  const path = workspacePath(check.file) ?? check.file;
  const text = Object.hasOwn(world.files, path) ? world.files[path] : undefined;
  const before = Object.hasOwn(startWorld.files, path) ? startWorld.files[path] : undefined;
  const findings: Finding[] = [];
  if (check.exists !== undefined) {
    const detail = `${path} ${text === undefined ? "does not exist" : "exists"}`;
    findings.push((text !== undefined) === check.exists ? holds(detail) : misses(detail));
  }
  if (check.unchanged)
    findings.push(
      text === before ? holds(`${path} is unchanged`) : misses(`${path} was changed: ${quoteOrAbsent(text)}`),
    );
  if (check.equals !== undefined)
    findings.push(
      text === check.equals
        ? holds(`${path} has the wanted text`)
        : misses(`${path} should be ${quote(check.equals)}, is ${quoteOrAbsent(text)}`),
    );
  if (check.contains?.length || check.omits?.length)
    findings.push(
      text === undefined
        ? misses(`${path} does not exist`)
        : checkText(path, text, { states: check.contains, omits: check.omits }, "data"),
    );
  return allOf(findings);
}

function quoteOrAbsent(text: string | undefined): string {
  return text === undefined ? "absent" : quote(text);
}

function says(text: string, phrases: readonly Phrase[] | undefined): boolean {
  return findUnsaid(text, phrases ?? []).length === 0;
}

function sayingText(phrases: readonly Phrase[] | undefined): string {
  return phrases?.length ? ` saying ${phrases.map(phraseText).join(", ")}` : "";
}
