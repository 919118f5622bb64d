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

function problem(file: string, what: string): LabError {
  return new LabError({
    code: "bad-quarantine",
    what: `the quarantine list is not usable: ${what}`,
    where: file,
    remedy: "write `version: 1` and `scenarios: [{ id: ..., reason: ... }]`",
  });
}
