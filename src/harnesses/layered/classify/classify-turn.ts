/** Makes the one consolidated call of a turn; a failed or unreadable answer is UNKNOWN risk. */

import type { CallPlace, Message } from "../../../core/model.ts";
import { type Ask, jsonOf, unreadable } from "../model-line.ts";
import { classifyTurnPrompt } from "../prompts/classify-turn.ts";
import { type Classification, readClassification, unknownClassification } from "./classification.ts";

/** Classifies a message against the end of the conversation before it. */
export async function classifyTurn(input: {
  readonly ask: Ask;
  readonly place: CallPlace;
  readonly text: string;
  readonly earlier: readonly Message[];
  readonly maxTokens: number;
}): Promise<Classification> {
  const prompt = classifyTurnPrompt(input);
  const reply = await input.ask(prompt, { place: input.place, feature: null });
  return readClassification(jsonOf(reply)) ?? unknownClassification(unreadable(reply));
}
