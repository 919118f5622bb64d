/** Settings of an endpoint for tests: no retries, short time-out, nothing optional sent. */

import type { ModelSettings } from "../core/model-settings.ts";

/** Settings of the simulated model at a URL, overridden by what is given. */
export function endpointSettings(
  baseUrl: string | null,
  overrides: Partial<ModelSettings> = {},
): ModelSettings {
  return {
    model: "simulated",
    baseUrl,
    apiKeyEnv: null,
    toolProtocol: "native",
    temperature: null,
    timeoutMs: 5_000,
    maxRetries: 0,
    priceLike: null,
    sendSeed: true,
    ...overrides,
  };
}
