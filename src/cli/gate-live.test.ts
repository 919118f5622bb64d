/** The gate against a base recorded on a live endpoint: replayed for nothing, and honest where it cannot ask. */

import { expect, test } from "vitest";
import type { GateDocument } from "../core/gate.ts";
import type { SimulateRule } from "../core/scenario.ts";
import { UNLABELLED } from "../llm/server/decode-request.ts";
import { personalityNamed } from "../llm/server/personality.ts";
import { startSimulatedServer } from "../llm/server/simulated-server.ts";
import { command } from "../testing/run-command.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";

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
  {
    when: { purpose: UNLABELLED },
    say: "The freeze starts on 13 March, so nothing can be merged until 18 March.",
  },
];

test("recorded replies settle a harmless change without a call or a server; others wait for one and never pass", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const server = await startSimulatedServer({
    port: 0,
    personality: personalityNamed("well-behaved"),
    rules: () => RULES,
  });
  const model = ["--model", "some-model", "--base-url", server.url, "--price-like", "gpt-4.1-mini"];
  const scenario = ["--scenarios", "contradiction/freeze-date", "--seeds", "1", "-j", "1", "--retries", "0"];
  const recorded = await command(["ablate", CONTRADICTION, ...model, ...scenario, "--db", db]);
  expect(recorded.code).toBe(0);
  expect((await command(["baseline", "save", "main", "--db", db])).code).toBe(0);
  await server.close();

  const gate = async (...args: readonly string[]) => {
    const { code, out } = await command(["gate", ...args, "--db", db, "--json"]);
    return { code, document: JSON.parse(out) as GateDocument };
  };
  const inert = await gate();
  expect([inert.code, inert.document.outcome, inert.document.basis]).toEqual([0, "pass", "real"]);
  expect(inert.document.blocks).toEqual({ planned: 1, inert: 1, ran: 0, notRun: 0 });
  expect(inert.document.spentUsd).toBe(0);

  // Without the check nothing is asked that was not asked before: settled too, and known to have tested nothing.
  const less = await gate("--baseline", "main", "--candidate", `${CONTRADICTION}=0`, "--force");
  expect([less.code, less.document.spentUsd, less.document.blocks.inert]).toEqual([3, 0, 1]);
  expect(less.document.reasons.join()).toContain("never fired");

  const changed = ["--baseline", "main", "--candidate", "AUDIT_MEMORY_BUDGETED_RENDER=0"];
  const fork = await gate(...changed, "--api-key-env", "HARNESS_LAB_NO_SUCH_KEY");
  expect([fork.code, fork.document.outcome, fork.document.neutral]).toEqual([0, "inconclusive", true]);
  expect(fork.document.title).toBe("not decided: the live part was not run");
  expect(fork.document.parts.map(({ name, state }) => [name, state])).toContainEqual(["live", "not-run"]);
  expect((await gate(...changed, "--api-key-env", "HARNESS_LAB_NO_SUCH_KEY", "--release")).code).toBe(3);

  const dead = await gate(...changed);
  expect([dead.code, dead.document.outcome]).toEqual([4, "broken"]);
});
