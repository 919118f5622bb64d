/** `--budget-usd` against a server that counts: never a dollar more, no pair lost, nothing paid twice. */

import { expect, test } from "vitest";
import type { ExperimentReport } from "../core/report-document.ts";
import { openPriceBook } from "../llm/prices.ts";
import { personalityNamed } from "../llm/server/personality.ts";
import { startSimulatedServer } from "../llm/server/simulated-server.ts";
import { builtCheckout } from "../testing/built-checkout.ts";
import { countingProxy } from "../testing/counting-proxy.ts";
import { JUDGED, JUDGED_FLAG } from "../testing/judged-scenario.ts";
import { command } from "../testing/run-command.ts";
import { scenarioOf } from "../testing/scenario-builder.ts";
import { scenarioFile } from "../testing/scenario-file.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const prices = openPriceBook({ overrides: [], priceLike: "gpt-4.1-mini" });

/** Amount paid to the server, by its own account. */
function billed(replies: readonly string[]): number {
  return replies.reduce((sum, text) => {
    const { usage } = JSON.parse(text);
    const tokens = {
      inputTokens: usage.prompt_tokens,
      cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
      outputTokens: usage.completion_tokens,
      estimated: false,
    };
    return sum + (prices.costOf(prices.price("any"), tokens).costUsd ?? Number.NaN);
  }, 0);
}

async function endpoint() {
  const server = await startSimulatedServer({
    port: 0,
    personality: personalityNamed("well-behaved"),
    rules: () => scenarioOf(JUDGED).rules,
  });
  const proxy = await countingProxy(server.url, 1);
  return {
    ...proxy,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

test("with four blocks at once every budget holds, and a larger one pays for what is lacking alone", async () => {
  using folder = tempFolder();
  await using server = await endpoint();
  const run = async (budgetUsd: number) => {
    const where = ["--scenarios", scenarioFile(folder.path, JUDGED), "--db", folder.file("lab")];
    const asked = ["--base-url", server.url, "--judge-model", "simulated", "--judge-base-url", server.url];
    const limit = ["--price-like", "gpt-4.1-mini", "--budget-usd", String(budgetUsd)];
    const ran = await command([
      ...["ablate", JUDGED_FLAG, "--seeds", "6", "-j", "4", "--json", ...where, ...asked, ...limit],
    ]);
    return { ...ran, report: JSON.parse(ran.out) as ExperimentReport };
  };
  for (const budgetUsd of [0.004, 0.009]) {
    const { code, err, report } = await run(budgetUsd);
    expect(billed(server.replies)).toBeLessThanOrEqual(budgetUsd);
    const { trialsCompleted, trialsErrored, trialsMissing, trialsBudget } = report.totals;
    expect([trialsErrored, trialsMissing, trialsBudget]).toEqual([0, 0, 12 - trialsCompleted]);
    expect(code).toBe(trialsCompleted === 0 ? 4 : 3);
    expect(report.sections[0]?.comparison.denominators.lostShare ?? 0).toBe(0);
    expect(err).toMatch(/Stopped by budget: spent \$0\.0\d+ of \$0\.0\d+; the next call may cost up to/);
  }
  const { code, report } = await run(1);
  expect([code, report.totals.trialsCompleted, report.totals.trialsBudget]).toEqual([0, 12, 0]);
  expect(server.seen.length).toBe(new Set(server.seen).size);
});

test("the last line of a run that its budget ended names what is set aside and how to go on", async () => {
  using folder = tempFolder();
  const { out } = await command([
    ...["ablate", "AUDIT_SEMANTIC_CONTRADICTION", "--scenarios", "contradiction/rate-limit-units"],
    ...["--seeds", "8", "-j", "1", "--db", folder.file("lab"), "--budget-usd", "0.006"],
  ]);
  expect(out.trimEnd().split("\n").at(-1)).toMatch(
    /^Incomplete: \d+ trials set aside by the budget.*\. The same command with a larger --budget-usd runs/,
  );
});

test("the base of another checkout is paid from the gate's budget, with four blocks at once", async () => {
  using folder = tempFolder();
  await using server = await endpoint();
  const checkout = builtCheckout(folder.file("main"));
  const gate = (budgetUsd: number) =>
    command([
      ...["gate", "--checkout", checkout, "--candidate", `${JUDGED_FLAG}=0`, "-j", "4", "--force", "--json"],
      ...["--scenarios", scenarioFile(folder.path, JUDGED), "--seeds", "6", "--db", folder.file("lab")],
      ...["--model", "any", "--base-url", server.url, "--price-like", "gpt-4.1-mini"],
      ...["--judge-model", "simulated", "--judge-base-url", server.url],
      ...["--budget-usd", String(budgetUsd)],
    ]);
  for (const budgetUsd of [0.002, 0.006]) {
    const { out, err } = await gate(budgetUsd);
    expect(billed(server.replies), err).toBeLessThanOrEqual(budgetUsd);
    expect(JSON.parse(out).reasons.join("; ")).toContain(`the budget of $${budgetUsd} is spent`);
  }
  expect(billed(server.replies)).toBeGreaterThan(0.002);
}, 120_000);
