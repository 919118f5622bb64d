/** Replies of the simulated model outside any scenario: to the doctor, and to a client that is just trying. */

import type { SimulateRule } from "../../core/scenario.ts";
import { UNLABELLED } from "./decode-request.ts";

const purpose = ["doctor", "preflight", UNLABELLED];

const NAMES = ["Askel", "Borrow", "Candlewick", "Dunmere", "Elmsea", "Farthing", "Gullane", "Hollin"];

/** Free texts vary with the draw, tools are called when asked for, a schema is answered with what it asks. */
export const UNLABELLED_RULES: readonly SimulateRule[] = [
  {
    when: { purpose, sees: { last: ["/file (?<path>[\\w./-]+)/"] }, offers: "read_file" },
    call: { tool: "read_file", arguments: { path: "${path}" } },
  },
  { when: { purpose, sees: { last: ["/days.*week/"] } }, json: { colour: "blue", days: 7 } },
  ...NAMES.map(
    (name, i): SimulateRule => ({
      when: { purpose, sees: { last: ["village"] } },
      chance: 1 / (NAMES.length + 1 - i),
      say: `${name} is a village that the simulated model made up.`,
    }),
  ),
  {
    when: { purpose },
    say: "This is the simulated model of harness-lab. It follows the rules of a scenario, and this request names none: run harness-lab with --model simulated, or send the header x-harness-lab-scenario.",
  },
];
