/** An endpoint that answers over HTTP like a real model that knows no scenario, purpose or arm. */

import type { SimulateRule } from "../core/scenario.ts";
import { UNLABELLED } from "../llm/server/decode-request.ts";
import { personalityNamed } from "../llm/server/personality.ts";
import { type SimulatedServer, startSimulatedServer } from "../llm/server/simulated-server.ts";

/** A model that knows no scenario: it keeps every date under one key, finds no conflict and names both dates. */
const RULES: readonly SimulateRule[] = [
  {
    when: { purpose: UNLABELLED, sees: { system: ["riskLevel"], last: ["/(?<day>\\d+) March/"] } },
    json: {
      riskLevel: "LOW",
      riskReason: "talk",
      isTrivial: false,
      decomposedTasks: null,
      statedFacts: [
        {
          text: "The date is ${day} March.",
          key: "date",
          kind: "other",
          confidence: "high",
          durable: true,
          assertedByUser: true,
        },
      ],
      isUnderdetermined: false,
    },
  },
  { when: { purpose: UNLABELLED, sees: ["conflicts"] }, json: { conflicts: [] } },
  // Without the budgeted rendering the replaced date is still in the system prompt, and this model is misled by it.
  {
    when: { purpose: UNLABELLED, sees: { system: ["The date is 13 March"] } },
    say: "Branches can be merged until 18 March.",
  },
  {
    when: { purpose: UNLABELLED },
    say: "The freeze starts on 13 March, so nothing can be merged until 18 March.",
  },
];

/** A model that names the replaced date whatever it is shown. */
const MISLED: SimulateRule = { when: { purpose: UNLABELLED }, say: "Branches can be merged until 18 March." };

/** A model that needs to see the replaced date to notice it. */
const CONTRARY: readonly SimulateRule[] = [
  {
    when: { purpose: UNLABELLED, sees: { system: ["The date is 13 March"] } },
    say: "The freeze starts on 13 March, so nothing can be merged until 18 March.",
  },
  MISLED,
];

/** Starts it on a free port; `misled` always answers with the wrong date, `contrary` where the old one is not shown. */
export function serveDates({ misled = false, contrary = false } = {}): Promise<SimulatedServer> {
  return startSimulatedServer({
    port: 0,
    personality: personalityNamed("well-behaved"),
    rules: () =>
      contrary ? [...RULES.slice(0, 2), ...CONTRARY] : misled ? [...RULES.slice(0, 2), MISLED] : RULES,
  });
}
