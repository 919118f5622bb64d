/** A baseline as one file: an experiment with its scenarios and trials, keyed by commit and digests, packed when it ends in .gz. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import { digestOf } from "../../../core/digest.ts";
import { EXIT, LabError } from "../../../core/errors.ts";
import type { Experiment, Provenance } from "../../../core/experiment.ts";
import { type LoadedScenario, Scenario, SimulateRule } from "../../../core/scenario.ts";
import type { GradedTrial } from "../../../core/trial.ts";
import { requireOwnPaths } from "../../environment/outputs.ts";
import { writeWhole } from "../../environment/write-data.ts";

/** Everything a gate needs of a run that was made elsewhere or earlier. */
export interface Baseline {
  readonly name: string;
  /** ISO time. */
  readonly savedAt: string;
  readonly experiment: Experiment;
  readonly provenance: Provenance;
  readonly scenarios: readonly LoadedScenario[];
  /** Every attempt of every block. */
  readonly trials: readonly GradedTrial[];
}

const FORMAT = "harness-lab-baseline/1";

/** A name that can be a file's name everywhere. */
export const BaselineName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "use letters, digits, dots, dashes and underscores");

const File = z.strictObject({
  format: z.literal(FORMAT),
  digest: z.string(),
  name: BaselineName,
  savedAt: z.iso.datetime(),
  experiment: z.looseObject({
    id: z.string(),
    seeds: z.array(z.string()),
    arms: z.array(z.looseObject({ name: z.string() })),
    comparisons: z.array(z.looseObject({ id: z.string() })),
    model: z.looseObject({ model: z.string() }),
    settings: z.looseObject({}),
  }),
  provenance: z.looseObject({
    harnessDigest: z.string(),
    scenarioDigests: z.record(z.string(), z.string()),
  }),
  scenarios: z.array(
    z.strictObject({
      scenario: Scenario,
      rules: z.array(SimulateRule),
      digest: z.string(),
      file: z.string(),
    }),
  ),
  trials: z.array(
    z.looseObject({
      outcome: z.looseObject({ calls: z.array(z.looseObject({})) }),
      scores: z.array(z.looseObject({})),
    }),
  ),
});

/** Refuses a path that would not be read as a baseline again, or that the command reads. */
export async function requireBaselinePath(file: string, inputs: readonly string[]): Promise<void> {
  if (!/\.json(\.gz)?$/i.test(file))
    throw new LabError({
      code: "bad-baseline-path",
      what: "a baseline is written as .json or .json.gz",
      where: file,
      remedy: "end the path of -o in .json or .json.gz",
    });
  await requireOwnPaths([file], inputs);
}

/** Writes the file, making its folder where needed. */
export async function writeBaseline(baseline: Baseline, file: string): Promise<void> {
  const text = JSON.stringify({ format: FORMAT, digest: digestOf(contentOf(baseline)), ...baseline });
  try {
    await writeWhole(file, file.endsWith(".gz") ? await promisify(gzip)(text) : text);
  } catch (cause) {
    throw new LabError({
      code: "unwritable-baseline",
      what: `the baseline cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      where: file,
      remedy: "choose another path with -o",
      cause,
    });
  }
}

/** Reads a file; one of another shape, or whose content is not what was saved, is exit 4. */
export async function readBaseline(file: string): Promise<Baseline> {
  if (!existsSync(file))
    throw new LabError({
      code: "no-baseline-file",
      what: "there is no such file",
      where: file,
      remedy: "check the path; harness-lab baseline save <name> writes one",
    });
  const value = await readJson(file);
  const parsed = File.safeParse(value);
  if (!parsed.success)
    throw misfit(
      file,
      `it is not a baseline: ${parsed.error.issues
        .slice(0, 3)
        .map((issue) => `${issue.path.join(".") || "(top)"}: ${issue.message}`)
        .join("; ")}`,
    );
  if (digestOf(contentOf(value as Baseline)) !== parsed.data.digest)
    throw misfit(file, "its content is not what was saved: the digest does not fit");
  return contentOf(parsed.data as unknown as Baseline);
}

/** Parts that do not fit together break the evaluation; they are never taken for a pass or a failure. */
export function misfit(where: string, what: string, remedy?: string): LabError {
  return new LabError({
    code: "baseline-misfit",
    what,
    where,
    remedy: remedy ?? "save the baseline anew: harness-lab baseline save <name>",
    exitCode: EXIT.broken,
  });
}

function contentOf({ name, savedAt, experiment, provenance, scenarios, trials }: Baseline): Baseline {
  return { name, savedAt, experiment, provenance, scenarios, trials };
}

async function readJson(file: string): Promise<unknown> {
  try {
    const bytes = await readFile(file);
    const text = file.endsWith(".gz") ? await promisify(gunzip)(bytes) : bytes;
    return JSON.parse(text.toString("utf8"));
  } catch (cause) {
    throw misfit(
      file,
      `it cannot be read as ${file.endsWith(".gz") ? "packed " : ""}JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}
