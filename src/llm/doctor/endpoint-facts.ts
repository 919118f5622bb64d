/** Facts that an endpoint tells about itself without generating: its models and its context limit. */

import { pageAddress, secretsOfAddress } from "../../core/endpoint-address.ts";
import { openBlotter } from "../openai/blot-keys.ts";
import { type Fields, fieldsOf, textOf } from "../openai/loose-fields.ts";
import { patientFetch } from "../openai/patient-fetch.ts";
import { LAB_OWNER } from "../server/personality.ts";

/** Statements of the endpoint; nothing is guessed. */
export interface EndpointFacts {
  readonly models: readonly string[];
  /** In tokens; null where no page tells it. */
  readonly contextTokens: number | null;
  /** The endpoint is the lab's own simulated model. */
  readonly simulated: boolean;
}

const FACTS_TIMEOUT_MS = 10_000;

/** Reads `/models` and, for servers that have it beside `/v1`, `/props`; a page that is missing tells nothing. */
export async function readEndpointFacts(
  address: string,
  apiKey: string | null,
  model: string,
): Promise<EndpointFacts> {
  const blot = openBlotter([apiKey, ...secretsOfAddress(address)]);
  let silent = false;
  const get = async (url: string): Promise<Fields> => {
    // A host that did not answer once is not asked again: each question takes its whole time-out.
    if (silent) return {};
    try {
      const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
      const signal = AbortSignal.timeout(FACTS_TIMEOUT_MS);
      const response = await patientFetch(url, { headers, signal }).catch((error: unknown) => {
        silent = true;
        throw error;
      });
      return response.ok ? blot.value(fieldsOf(JSON.parse(blot.text(await response.text())))) : {};
    } catch {
      return {};
    }
  };
  const listed = await get(pageAddress(address, "models"));
  const entries = (Array.isArray(listed.data) ? listed.data : []).map(fieldsOf);
  const own = entries.find((entry) => entry.id === model) ?? (entries.length === 1 ? entries[0] : undefined);
  const told = contextOf(own ?? {}) ?? contextOf(fieldsOf(own?.meta));
  return {
    models: entries.map((entry) => textOf(entry.id)).filter((id) => id !== ""),
    simulated: entries.some((entry) => entry.owned_by === LAB_OWNER),
    contextTokens:
      told ??
      contextOf(
        fieldsOf(
          (await get(pageAddress(address.replace(/\/v1\/*(?=$|\?)/, ""), "props")))
            .default_generation_settings,
        ),
      ),
  };
}

/** `n_ctx_train` is what the model was made for, not what the server serves, so it is not among them. */
function contextOf(entry: Fields): number | null {
  for (const name of ["n_ctx", "max_model_len", "context_length", "context_window", "max_context_length"]) {
    const value = entry[name];
    if (typeof value === "number" && value > 0) return value;
  }
  return null;
}
