/** The scenario that the dates endpoint is asked: until when may something be merged before the release. */

import type { ScenarioInput } from "../core/scenario.ts";
import { scenarioFile } from "./scenario-file.ts";

/** Writes it and returns its path; `corrected` has the date replaced in a second message, for a flag of memory. */
export function datesScenario(
  folder: string,
  { corrected = false, ...more }: { readonly corrected?: boolean } & Partial<ScenarioInput> = {},
): string {
  return scenarioFile(folder, {
    id: "dates/release",
    conversation: corrected
      ? [
          { user: "Please remember: the release is on 13 March." },
          { user: "I was wrong, the release is on 18 March. Until when may we merge before it?" },
        ]
      : [{ user: "The release is on 18 March. Until when may we merge before it?" }],
    expect: [{ reply: { states: ["nothing can be merged"] } }],
    simulate: [],
    ...more,
  });
}
