/** The documents' numbers as settings with their value as default; a scenario may lower them (O: never raise silently). */

import { z } from "zod";

const positive = z.number().int().positive();

/** All settings of this harness; each field is written here and nowhere else. */
export const Settings = z
  .object({
    compaction: z
      .strictObject({
        maxMessages: positive.default(40),
        maxChars: positive.default(20_000),
        keepLast: positive.default(10),
        clipChars: positive.default(200),
        summaryMaxChars: positive.default(8_000),
      })
      .prefault({})
      .describe("A-173, A-174; summary cap from REFERENCE 1.8."),
    memory: z
      .strictObject({
        budgetChars: positive.default(4_000),
        legacyFacts: positive.default(20),
        writeMode: z.enum(["staged", "auto", "user_only"]).default("staged"),
      })
      .prefault({})
      .describe("A-185, A-187, A-181."),
    loop: z
      .strictObject({ maxIterations: positive.default(15), taskSteps: positive.default(8) })
      .prefault({})
      .describe(
        "REFERENCE 1.7: 15 iterations a run in the assistant; `taskSteps` is one task's own budget of model calls.",
      ),
    verification: z
      .strictObject({ consistency: z.boolean().default(false) })
      .prefault({})
      .describe(
        "A-093: the consistency check counts unresolved grave contradictions; the assistant has no such checker, so it is off by default.",
      ),
    spend: z
      .strictObject({
        sessionCostLimitUsd: z.number().positive().nullable().default(null),
        sessionCallLimit: positive.nullable().default(null),
      })
      .prefault({})
      .describe("A-206, A-207: neither limit is set by default."),
    replies: z
      .strictObject({
        proposeMaxTokens: positive.default(1_024),
        classifyMaxTokens: positive.default(768),
        checkMaxTokens: positive.default(512),
      })
      .prefault({})
      .describe("Reply lengths asked of the model; the documents are silent, our choice."),
  })
  .strict();
export type Settings = z.infer<typeof Settings>;
