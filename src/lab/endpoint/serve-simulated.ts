/** Serves the simulated model as an OpenAI-compatible endpoint until it is ended. */

import { EXIT } from "../../core/errors.ts";
import { personalityNamed } from "../../llm/server/personality.ts";
import { startSimulatedServer } from "../../llm/server/simulated-server.ts";
import { readScenarios } from "../../scenario/read-scenarios.ts";
import { HARNESSES } from "../environment/harness-registry.ts";
import { SCENARIO_ROOT } from "../environment/project.ts";
import type { Console, LabResult } from "../environment/result.ts";

/** Facts that a client needs once the server listens. */
export interface ServerReady {
  readonly ready: true;
  readonly url: string;
  readonly scenarios: number;
}

/** Resolves when the console's signal aborts; `announce` is told as soon as requests are answered. */
export async function serveSimulated(
  options: { readonly port: number; readonly personality: string; readonly scenarios?: string | undefined },
  console: Pick<Console, "signal">,
  announce: (ready: ServerReady) => void,
): Promise<LabResult> {
  const scenarios = await readScenarios(options.scenarios ?? SCENARIO_ROOT, HARNESSES);
  const rules = new Map(scenarios.map((loaded) => [loaded.scenario.id, loaded.rules]));
  const server = await startSimulatedServer({
    port: options.port,
    personality: personalityNamed(options.personality),
    rules: (id) => (id === null ? [] : (rules.get(id) ?? [])),
  });
  announce({ ready: true, url: server.url, scenarios: scenarios.length });
  await new Promise<void>((resolve) => {
    if (console.signal.aborted) resolve();
    else console.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.close();
  return { text: "", json: undefined, exitCode: EXIT.pass };
}
