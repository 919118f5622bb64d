/** A scenario whose outcome a simulated judge decides by rules: it passes replies that name both limits. */

import type { ScenarioInput } from "../core/scenario.ts";
import { TALK } from "./scenario-builder.ts";

export const RUBRIC = "The reply names both limits, 6000 a minute and 50 a second.";
export const JUDGED_FLAG = "AUDIT_SEMANTIC_CONTRADICTION";

/** The contradiction check tells the model what does not fit; without it every second reply names both limits. */
export const JUDGED: Partial<ScenarioInput> & { id: string } = {
  id: "judged/limits",
  purpose: "Two limits that do not agree; a judge says whether the reply names both.",
  targets: [JUDGED_FLAG],
  world: { now: "2026-03-02T09:00:00Z", tools: [] },
  conversation: [
    { user: "Please note: the API limit is 6000 requests per minute." },
    { user: "The throttle is 50 requests per second. Sum it up in one sentence." },
  ],
  expect: [{ judge: { rubric: RUBRIC } }],
  simulate: [
    {
      when: {
        purpose: "classify-turn",
        sees: { last: ["/(?<fact>API limit is \\d+ requests per minute)/"] },
      },
      json: classified("The ${fact}.", "api_limit"),
    },
    {
      when: { purpose: "classify-turn", sees: { last: ["/(?<fact>throttle is \\d+ requests per second)/"] } },
      json: classified("The ${fact}.", "throttle"),
    },
    ...(TALK ?? []),
    {
      when: {
        purpose: "contradiction-check",
        sees: [
          "/- (?<a>[^\\n]*(?<minute>6000) requests per minute[^\\n]*)/",
          "/- (?<b>[^\\n]*50 requests per second[^\\n]*)/",
        ],
      },
      json: {
        conflicts: [{ a: "${a}", b: "${b}", why: "50 a second comes to 3000 a minute, not ${minute}" }],
      },
    },
    { when: { purpose: "contradiction-check" }, json: { conflicts: [] } },
    {
      when: {
        purpose: "propose",
        sees: { system: ["/(?<second>\\d+) a second comes to 3000 a minute, not (?<minute>\\d+)/"] },
      },
      say: "Which holds, ${minute} a minute or ${second} a second?",
    },
    {
      when: {
        purpose: "propose",
        sees: { user: ["/(?<minute>\\d+) requests per minute/", "/(?<second>\\d+) requests per second/"] },
      },
      chance: 0.5,
      say: "The limits are ${minute} a minute and ${second} a second.",
    },
    {
      when: { purpose: "propose", sees: { user: ["/(?<second>\\d+) requests per second/"] } },
      say: "At most ${second} a second.",
    },
    { when: { purpose: "propose" }, say: "Noted." },
    // The judge, by rules: both numbers in the reply it is shown.
    {
      when: { purpose: "judge", sees: ['/"reply": "[^"]*6000[^"]*50[^"]*"/'] },
      json: { pass: true, reason: "both limits are named" },
    },
    { when: { purpose: "judge" }, json: { pass: false, reason: "a limit is missing" } },
  ],
};

function classified(text: string, key: string) {
  return {
    riskLevel: "LOW",
    riskReason: "keeps a fact",
    isTrivial: false,
    decomposedTasks: null,
    isUnderdetermined: false,
    statedFacts: [{ text, key, kind: "other", confidence: "high", durable: true, assertedByUser: true }],
  };
}
