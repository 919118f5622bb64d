/** Reads `harness-lab.yaml` from the working folder: price overrides and defaults of this project. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { z } from "zod";
import { LabError } from "../../core/errors.ts";

const LabFile = z.strictObject({
  /** USD per million tokens by model id, over the price catalogue. */
  prices: z
    .array(
      z.strictObject({
        model: z.string().min(1),
        inputPerMillion: z.number().nonnegative(),
        cachedInputPerMillion: z.number().nonnegative().optional(),
        outputPerMillion: z.number().nonnegative(),
      }),
    )
    .default([]),
  priceLike: z.string().optional(),
});
export type LabFile = z.infer<typeof LabFile>;

const FILE = "harness-lab.yaml";

/** The file's content, or its defaults where there is none. */
export async function readLabFile(file: string = FILE): Promise<LabFile> {
  if (!existsSync(file)) return LabFile.parse({});
  const document = parseDocument(await readFile(file, "utf8"));
  const [broken] = document.errors;
  if (broken)
    throw new LabError({
      code: "invalid-yaml",
      what: broken.message,
      where: file,
      remedy: "correct the YAML at that place",
    });
  const parsed = LabFile.safeParse(document.toJS() ?? {});
  if (parsed.success) return parsed.data;
  throw new LabError({
    code: "invalid-lab-file",
    what: parsed.error.issues
      .map((issue) => `${issue.path.join(".") || "(top)"}: ${issue.message}`)
      .join("; "),
    where: file,
    remedy: "see the README, prices",
  });
}
