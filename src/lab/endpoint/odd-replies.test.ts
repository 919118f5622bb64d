/** A run says once that its endpoint does not do as it is asked, and its report counts how often. */

import { expect, test } from "vitest";
import { modelRequest } from "../../testing/model-requests.ts";
import { modelAnswer, scriptedModel } from "../../testing/scripted-model.ts";
import { warnOfEchoes } from "./odd-replies.ts";

test("each kind is told once, with who answered", async () => {
  const lines: string[] = [];
  const prints = ["fp_1", null, "fp_1", "fp_2"];
  const notes = [[], ["other-seed"], ["repaired-json", "other-seed"], undefined];
  const model = warnOfEchoes(
    scriptedModel((_, n) =>
      modelAnswer("hi", {
        model: "elsewhere",
        fingerprint: prints[n] ?? null,
        ...(notes[n] ? { notes: notes[n] } : {}),
      }),
    ),
    { note: (line) => void lines.push(line) },
  );
  for (const _ of notes) await model.ask(modelRequest());
  expect(lines).toEqual([
    expect.stringMatching(/answers as elsewhere/),
    expect.stringMatching(/another seed/),
    expect.stringMatching(/fingerprint from fp_1 to fp_2/),
  ]);
});
