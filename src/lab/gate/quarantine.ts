/** Reads the list of scenarios that a gate sets aside in both arms: versioned, with a reason each, made before the run. */

import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { z } from "zod";
import { digestText } from "../../core/digest.ts";
import { LabError } from "../../core/errors.ts";
import type { Quarantine } from "../../core/gate.ts";

const QuarantineFile = z.strictObject({
  version: z.literal(1),
  scenarios: z.array(z.strictObject({ id: z.string().min(1), reason: z.string().min(1) })),
});

/** The list with the digest of its text. */
export async function readQuarantine(file: string): Promise<Quarantine> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw problem(file, `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  });
  const document = parseDocument(text);
  const [broken] = document.errors;
  if (broken) throw problem(file, broken.message);
  const parsed = QuarantineFile.safeParse(document.toJS());
  if (!parsed.success)
    throw problem(
      file,
      parsed.error.issues.map((issue) => `${issue.path.join(".") || "(top)"}: ${issue.message}`).join("; "),
    );
  const { scenarios } = parsed.data;
  const ids = scenarios.map(({ id }) => id);
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice) throw problem(file, `scenario ${twice} is listed twice`);
  return { file, digest: digestText(text).slice(0, 12), scenarios };
}

/** Nothing would be judged where every scenario is set aside, so that is refused before anything is run. */
export function requireJudgedScenario({ file, scenarios }: Quarantine, selected: readonly string[]): void {
  const aside = new Set(scenarios.map(({ id }) => id));
  if (selected.some((id) => !aside.has(id))) return;
  throw new LabError({
    code: "all-quarantined",
    what: `every selected scenario is quarantined (${selected.join(", ")}), so nothing would be judged`,
    where: file,
    remedy: "take some off the list, or select others with --scenarios",
  });
}

/** Names listed scenarios that are not part of this gate: a misspelt one would set nothing aside. */
export function quarantineNotes(
  quarantine: Quarantine | null,
  selected: readonly string[],
): readonly string[] {
  const foreign = (quarantine?.scenarios ?? []).map(({ id }) => id).filter((id) => !selected.includes(id));
  if (foreign.length === 0) return [];
  return [`Quarantined, but not among the scenarios of this gate: ${foreign.join(", ")}.`];
}

function problem(file: string, what: string): LabError {
  return new LabError({
    code: "bad-quarantine",
    what: `the quarantine list is not usable: ${what}`,
    where: file,
    remedy: "write `version: 1` and `scenarios: [{ id: ..., reason: ... }]`",
  });
}
