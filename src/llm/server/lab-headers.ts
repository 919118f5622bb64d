/** The headers by which a simulated endpoint is told what a request's text does not say. */

import type { ModelRequest } from "../../core/model.ts";

/** Names of the headers. */
export const LAB_HEADERS = {
  scenario: "x-harness-lab-scenario",
  purpose: "x-harness-lab-purpose",
  seed: "x-harness-lab-seed",
} as const;

/** Headers of one scenario's requests; for a simulated endpoint alone, a real one must not learn them. */
export function labHeaders(scenario: string | null): (request: ModelRequest) => Record<string, string> {
  return (request) => ({
    ...(scenario === null ? {} : { [LAB_HEADERS.scenario]: scenario }),
    [LAB_HEADERS.purpose]: request.purpose,
    ...(request.seed === undefined ? {} : { [LAB_HEADERS.seed]: String(request.seed) }),
  });
}
