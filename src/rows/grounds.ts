/** Grounds of a verdict beside its rows, calibration and qualified judge, as a file that travels with them. */

import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Calibration } from "../core/calibration.ts";
import { LabError } from "../core/errors.ts";
import type { ExperimentReport } from "../core/report-document.ts";

const FORMAT = "harness-lab-grounds/1";

const Interval = z.tuple([z.number(), z.number()]);

const CalibrationFile = z.strictObject({
  pairs: z.number().int().min(0),
  b: z.number().int().min(0),
  c: z.number().int().min(0),
  controlReproduces: z.boolean().nullable(),
  fewestPairs: z.number().int().min(0),
  biasP: z.number().min(0).max(1).nullable(),
  latency99: Interval.nullable(),
  gateFalseAlarm: z.number().min(0).max(1).nullable(),
  flaky: z.array(z.string()),
  source: z.strictObject({ experiment: z.string(), at: z.string() }).nullable(),
});

const GroundsFile = z.strictObject({
  format: z.literal(FORMAT),
  comparisons: z.array(
    z.strictObject({
      comparison: z.string(),
      role: z.enum(["stress", "control"]),
      calibration: CalibrationFile.nullable(),
      judgeQualified: z.boolean(),
    }),
  ),
});

/** Facts of one comparison beside its rows. */
export interface Ground {
  readonly comparison: string;
  readonly role: "stress" | "control";
  readonly calibration: Calibration | null;
  readonly judgeQualified: boolean;
}

/** The file's text; null where nothing but the rows decides. */
export function formatGrounds({ sections }: ExperimentReport): string | null {
  const grounds = sections.flatMap(({ comparison, controls }) =>
    (
      [
        [comparison.plan.over === "controls" ? "control" : "stress", comparison] as const,
        ["control", controls] as const,
      ] as const
    ).flatMap(([role, one]): readonly Ground[] =>
      one === null || (one.facts.calibration === null && !one.facts.judgeQualified)
        ? []
        : [
            {
              comparison: comparison.plan.id,
              role,
              calibration: one.facts.calibration,
              judgeQualified: one.facts.judgeQualified,
            },
          ],
    ),
  );
  return grounds.length === 0
    ? null
    : `${JSON.stringify({ format: FORMAT, comparisons: grounds }, null, 2)}\n`;
}

/** Reads the file; one of another shape is a LabError that names the field. */
export async function readGrounds(file: string): Promise<readonly Ground[]> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw problem(file, `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw problem(file, `it is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const parsed = GroundsFile.safeParse(value);
  if (parsed.success) return parsed.data.comparisons;
  const [issue] = parsed.error.issues;
  throw problem(file, `${issue?.path.join(".") || "(top)"}: ${issue?.message}`);
}

function problem(file: string, what: string): LabError {
  return new LabError({
    code: "bad-grounds",
    what: `the grounds cannot be used: ${what}`,
    where: file,
    remedy: "give the grounds.json that harness-lab export wrote beside the rows, or leave --grounds out",
  });
}
