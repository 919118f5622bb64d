/** The tool that lists the reminders. */

import { z } from "zod";
import { defineTool, nothing, ok } from "./tool-definition.ts";

/** Lists reminders in the order in which they were set. */
export const listReminders = defineTool({
  name: "list_reminders",
  description: "List the reminders that are set.",
  args: z.strictObject({}),
  run(state) {
    if (state.reminders.length === 0) return nothing("No reminders are set.");
    return ok(state.reminders.map(({ id, due, text }) => `${id} due ${due}: ${text}`).join("\n"));
  },
});
