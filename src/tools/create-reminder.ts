/** The tool that sets a reminder. */

import { z } from "zod";
import { defineTool, failResult, ok } from "./tool-definition.ts";

/** Adds a reminder for a time that is still to come; a time without zone is UTC. */
export const createReminder = defineTool({
  name: "create_reminder",
  description: "Set a reminder for the user.",
  args: z.strictObject({
    text: z.string().min(1).describe("What to remind of."),
    due: z.iso
      .datetime({ offset: true, local: true })
      .describe("When, as an ISO 8601 date and time, e.g. 2026-03-05T09:00:00Z."),
  }),
  run(state, { text, due }) {
    const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(due) ? due : `${due}Z`);
    const now = state.clock.now();
    if (at.getTime() < now.getTime())
      return failResult("bad-arguments", `"due": ${due} is in the past; it is now ${now.toISOString()}.`);
    const id = `reminder-${state.reminders.length + 1}`;
    state.reminders.push({ id, text, due: at.toISOString() });
    return ok(`Set ${id} for ${at.toISOString()}: ${text}`);
  },
});
