/** Names of one model in the forms that servers give them. */

import { expect, test } from "vitest";
import { isSameModel } from "./model-name.ts";

test.each([
  "gpt-4o-mini",
  "gpt-4o-mini-2024-07-18",
  "openai/gpt-4o-mini",
  "GPT-4o-mini",
  "/models/gpt-4o-mini.gguf",
  "gpt-4o-mini:free",
])("%s is gpt-4o-mini", (answered) => {
  expect(isSameModel("gpt-4o-mini", answered)).toBe(true);
  expect(isSameModel("openai/gpt-4o-mini", "gpt-4o-mini")).toBe(true);
});

test.each(["gpt-4o", "gpt-4o-mini2", "gpt-4", "llama-3", "other/gpt-4o"])("%s is not", (answered) => {
  expect(isSameModel("gpt-4o-mini", answered)).toBe(false);
});
