/** Opens the model under the harness: the simulated one with a scenario's rules, or a real endpoint with its key. */

import { HIDDEN, shownAddress } from "../../core/endpoint-address.ts";
import { EXIT, LabError } from "../../core/errors.ts";
import { partyOf } from "../../core/failure-party.ts";
import { secondsText } from "../../core/format.ts";
import type { Model, ModelFailure } from "../../core/model.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { isSimulated } from "../../core/model-settings.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { Secret } from "../../core/secret.ts";
import type { Wait } from "../../llm/openai/openai-model.ts";
import { openPriceBook, type PriceBook } from "../../llm/prices.ts";
import { simulatedModel } from "../../llm/simulated/simulated-model.ts";
import { readLabFile } from "../environment/lab-file.ts";
import type { Console } from "../environment/result.ts";
import { warnOfEchoes } from "./odd-replies.ts";

/** Model options as they come from a command line or an experiment file. */
export interface ModelOptions {
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
  readonly toolProtocol?: string | undefined;
  readonly temperature?: number | undefined;
  readonly timeoutS?: number | undefined;
  readonly retries?: number | undefined;
  readonly maxWaitS?: number | undefined;
  readonly priceLike?: string | undefined;
  /** False when the endpoint refuses or ignores seeds. */
  readonly seed?: boolean | undefined;
  readonly emptyContent?: "null" | "text" | undefined;
  readonly sendThinking?: boolean | undefined;
}

export const SIMULATED = "simulated";
/** The simulated model's tokens are priced as if they were this model's, so that ratios of cost can be shown. */
const SIMULATED_PRICE_LIKE = "gpt-4.1-mini";
const DEFAULT_KEY = "OPENAI_API_KEY";

/** Complete model settings; defaults suit a slow local model too. */
export function modelSettings(options: ModelOptions): ModelSettings {
  const model = options.model ?? SIMULATED;
  const protocol = options.toolProtocol ?? "native";
  if (protocol !== "native" && protocol !== "json")
    throw new LabError({
      code: "bad-option",
      what: `there is no tool protocol ${protocol}`,
      where: "--tool-protocol",
      remedy: "use native or json (harness-lab doctor tells which the endpoint can do)",
    });
  return {
    model,
    ...addressParts(options.baseUrl),
    apiKeyEnv: options.apiKeyEnv ?? null,
    toolProtocol: protocol,
    temperature: options.temperature ?? null,
    timeoutMs: (options.timeoutS ?? 300) * 1000,
    maxRetries: options.retries ?? 2,
    ...(options.maxWaitS === undefined ? {} : { maxWaitMs: options.maxWaitS * 1000 }),
    priceLike: options.priceLike ?? (model === SIMULATED ? SIMULATED_PRICE_LIKE : null),
    sendSeed: options.seed ?? true,
    ...(options.emptyContent === "text" ? { emptyContent: "text" as const } : {}),
    ...(options.sendThinking ? { sendThinking: true } : {}),
  };
}

/** Stored and shown part of an address, and the whole of it where that is more. */
function addressParts(given: string | undefined): Pick<ModelSettings, "baseUrl" | "secretUrl"> {
  if (given === undefined) return { baseUrl: null };
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new LabError({
      code: "bad-address",
      what: `${given === "" ? "an empty text" : shownAddress(given)} is not the address of an endpoint`,
      where: "base URL",
      remedy: "give it with its scheme, as in http://127.0.0.1:8091/v1",
    });
  const baseUrl = shownAddress(given);
  return baseUrl === given ? { baseUrl } : { baseUrl, secretUrl: new Secret(given) };
}

/** Refuses an address out of a store, which does not hold the keys that were in it. */
function requireAddress({ model, baseUrl, secretUrl }: ModelSettings): void {
  if (secretUrl || !baseUrl?.includes(HIDDEN)) return;
  throw new LabError({
    code: "address-without-key",
    what: `the address ${baseUrl} holds a key that is not stored`,
    where: `model ${model}`,
    remedy: "give the address again with --base-url",
  });
}

/** The key of an endpoint from the environment; null for a keyless endpoint. Never stored or printed. */
export function apiKeyOf(settings: ModelSettings): string | null {
  const name = settings.apiKeyEnv ?? DEFAULT_KEY;
  // Whoever gives the key itself must not find it in a log.
  if (!/^[A-Z_][A-Z0-9_]*$/i.test(name) || (process.env[name] === undefined && /[a-z]/.test(name)))
    throw new LabError({
      code: "no-key",
      what: "what was given is not the name of an environment variable that is set (it is not shown, since it may be a key)",
      where: "--api-key-env",
      remedy: "put the key into an environment variable and give the variable's name",
    });
  const key = process.env[name];
  if (key) return key;
  if (settings.apiKeyEnv || settings.baseUrl === null)
    throw new LabError({
      code: "no-key",
      what: `the environment variable ${name} is not set`,
      where: settings.apiKeyEnv ? "--api-key-env" : `--model ${settings.model}`,
      remedy: `set ${name}, name another with --api-key-env, or give --base-url of an endpoint that needs no key`,
    });
  return null;
}

/** The prices that a run uses: the catalogue, this project's overrides, and `--price-like`. */
export async function pricesFor(settings: ModelSettings): Promise<PriceBook> {
  const file = await readLabFile();
  return openPriceBook({ overrides: file.prices, priceLike: settings.priceLike ?? file.priceLike ?? null });
}

/** The prices that a new run uses; a model to price it like that no catalogue has is wrong use, not an unknown price. */
export async function pricesToRun(settings: ModelSettings): Promise<PriceBook> {
  const prices = await pricesFor(settings);
  if (settings.priceLike !== null && prices.price(settings.model) === null)
    throw new LabError({
      code: "unknown-price-like",
      what: `no price is known of ${settings.priceLike}, so nothing can be priced like it`,
      where: "--price-like",
      remedy:
        "name a model of the price catalogue, such as gpt-4.1-mini, or enter its price in harness-lab.yaml",
    });
  return prices;
}

/** Place where a wait for an endpoint is shown, and the signal that ends it. */
export type WaitConsole = Pick<Console, "note" | "status" | "signal">;

/** A model for each scenario: rules of its own when simulated, one client for all otherwise. */
export async function openModels(
  settings: ModelSettings,
  console: WaitConsole,
): Promise<(loaded: LoadedScenario) => Model> {
  if (settings.model === SIMULATED && settings.baseUrl === null)
    return (loaded) => simulatedModel({ rules: loaded.rules });
  requireAddress(settings);
  const { openAiModel } = await import("../../llm/openai/openai-model.ts");
  const apiKey = apiKeyOf(settings);
  const options = { settings, apiKey, signal: console.signal, onWait: showWait(settings, console) };
  if (settings.model === SIMULATED) {
    const { labHeaders } = await import("../../llm/server/lab-headers.ts");
    return (loaded) => openAiModel({ ...options, headers: labHeaders(loaded.scenario.id) });
  }
  const model = warnOfEchoes(openAiModel(options), console);
  return () => model;
}

/** Shows each wait: on a terminal in the live line, elsewhere as a line of its own. */
function showWait({ model }: ModelSettings, { note, status }: WaitConsole): (wait: Wait) => void {
  const show = status ?? note;
  return ({ durationMs, failure, next, tries }) => {
    const why = `${failure.class}${failure.status ? ` (HTTP ${failure.status})` : ""}`;
    show(`waiting ${secondsText(durationMs)} for ${model}: ${why}; then try ${next} of ${tries}`);
  };
}

/**
 * Asks a real endpoint one tiny question before anything is spent; unreachable, refused or unknown is a LabError: 4 where the
 * endpoint is broken, 2 where the operator has to put something right first.
 */
export async function checkEndpoint(settings: ModelSettings, model: Model): Promise<void> {
  if (isSimulated(settings)) return;
  const reply = await model.ask({
    purpose: "preflight",
    feature: null,
    place: { session: 0, turn: 0, iteration: 0, task: "" },
    messages: [{ role: "user", content: "Reply with the word ready." }],
    maxTokens: 16,
  });
  if (reply.kind === "failed") throw endpointError(settings, reply.failure);
}

function endpointError(settings: ModelSettings, failure: ModelFailure): LabError {
  const where = `${settings.model} at ${settings.baseUrl ?? "the default endpoint"}`;
  const remedies: Partial<Record<ModelFailure["class"], string>> = {
    quota: "add credit or raise the account's limits, or use another key (--api-key-env NAME)",
    auth: `check the key in ${settings.apiKeyEnv ?? DEFAULT_KEY} (--api-key-env NAME names another variable)`,
    "model-not-found": "check --model; harness-lab doctor shows what the endpoint offers",
    network: "check --base-url and that the server runs; harness-lab doctor tells more",
    timeout: "the endpoint is slow: raise --timeout-s, or see harness-lab doctor",
  };
  return new LabError({
    code: `endpoint-${failure.class}`,
    what: `the endpoint did not answer a test question: ${failure.class}${failure.status ? ` (HTTP ${failure.status})` : ""}: ${failure.message}`,
    where,
    remedy: remedies[failure.class] ?? "harness-lab doctor --model ... tells what is wrong",
    exitCode: isBroken(failure) ? EXIT.broken : EXIT.usage,
  });
}

/** An address at which nothing listens is a prerequisite that is missing, not an endpoint that is broken. */
function isBroken({ class: failure }: ModelFailure): boolean {
  return failure !== "network" && partyOf(failure) === "infrastructure";
}
