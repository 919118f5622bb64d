/** The tool that sends mail, into the world's outbox. */

import { z } from "zod";
import { defineTool, ok } from "./tool-definition.ts";

/** Puts one mail into the outbox; a change of the world, so it is staged. */
export const sendEmail = defineTool({
  name: "send_email",
  description: "Send an email to one recipient.",
  staged: true,
  args: z.strictObject({
    to: z.email().describe("Address of the recipient."),
    subject: z.string().min(1),
    body: z.string().min(1),
  }),
  run(state, { to, subject, body }) {
    state.mail.push({ to, subject, body, at: state.clock.now().toISOString() });
    return ok(`Sent "${subject}" to ${to}.`);
  },
});
