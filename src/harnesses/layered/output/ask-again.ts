/** Sends a reply back with the whole request kept and one complaint. */

import type { TurnScope } from "../extensions/scope.ts";
import { type ProposeInput, proposePrompt } from "../prompts/propose.ts";

/** The answer to the re-ask; a failed or empty one keeps the reply. */
export async function askAgain(
  scope: TurnScope,
  request: ProposeInput,
  { reply, complaint }: { readonly reply: string; readonly complaint: string },
): Promise<string> {
  const exchange = [
    ...request.exchange,
    { role: "assistant" as const, content: reply },
    { role: "user" as const, content: complaint },
  ];
  const again = await scope.ask(proposePrompt({ ...request, exchange }), { feature: null });
  return again.kind === "answer" && again.text.trim() !== "" ? again.text.trim() : reply;
}
