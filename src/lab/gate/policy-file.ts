/** Reads gate.yaml: what a project holds every candidate to, versioned beside its scenarios and fixed before the run. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { z } from "zod";
import { digestText } from "../../core/digest.ts";
import { LabError } from "../../core/errors.ts";
import type { Quarantine } from "../../core/gate.ts";

/** The policy of the working folder, read where no other file is named. */
const POLICY_FILE = "gate.yaml";

const Ratio = z.number().positive();

export const PolicyFile = z.strictObject({
  version: z.literal(1),
  margin: z
    .number()
    .min(1)
    .max(99)
    .default(10)
    .describe("Largest loss that is accepted, in points of the pass rate."),
  alpha: z.number().gt(0).lt(1).default(0.05).describe("One-sided level of both decisions."),
  bars: z
    .strictObject({
      cost: Ratio.optional().describe("Candidate over base; the gate fails above it."),
      tokens: Ratio.optional(),
      calls: Ratio.optional(),
      latency: Ratio.optional().describe("Waiting for the model."),
    })
    .default({})
    .describe("Bars of ratios, candidate over base."),
  quarantine: z
    .array(z.strictObject({ id: z.string().min(1), reason: z.string().min(1) }))
    .default([])
    .describe("Scenarios set aside in both arms, with a reason each."),
  release: z.boolean().default(false).describe("An inconclusive result blocks with exit code 3."),
});

/** Policy that a project holds every candidate to. */
export interface GateTerms {
  /** Share of the pass rate. */
  readonly margin: number;
  readonly alpha: number;
  readonly bars: z.infer<typeof PolicyFile>["bars"];
  readonly quarantine: Quarantine | null;
  readonly release: boolean;
}

/** The terms of the file named, else of gate.yaml in the working folder, else the defaults. */
export async function readTerms(named: string | undefined): Promise<GateTerms> {
  const file = named ?? POLICY_FILE;
  if (named === undefined && !existsSync(file)) return termsOf(PolicyFile.parse({ version: 1 }), file);
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw problem(file, `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  });
  const document = parseDocument(text);
  const [broken] = document.errors;
  if (broken) throw problem(file, broken.message);
  const parsed = PolicyFile.safeParse(document.toJS());
  if (!parsed.success)
    throw problem(
      file,
      parsed.error.issues.map((issue) => `${issue.path.join(".") || "(top)"}: ${issue.message}`).join("; "),
    );
  const ids = parsed.data.quarantine.map(({ id }) => id);
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice) throw problem(file, `quarantine: scenario ${twice} is listed twice`);
  return termsOf(parsed.data, file);
}

function termsOf(policy: z.infer<typeof PolicyFile>, file: string): GateTerms {
  const { margin, alpha, bars, quarantine: scenarios, release } = policy;
  return {
    margin: margin / 100,
    alpha,
    bars,
    release,
    quarantine:
      scenarios.length === 0
        ? null
        : { file, digest: digestText(JSON.stringify(scenarios)).slice(0, 12), scenarios },
  };
}

function problem(file: string, what: string): LabError {
  return new LabError({
    code: "bad-gate-policy",
    what,
    where: file,
    remedy:
      "write `version: 1` and any of margin, alpha, bars: { cost, tokens, calls, latency }, quarantine: [{ id, reason }], release",
  });
}
