/** Competing explanations: shown, ruled out, absent when the request is determined. */

import { expect, test } from "vitest";
import {
  broken,
  calling,
  classified,
  type Said,
  type TalkOptions,
  talk,
} from "../../../../testing/layered-talk.ts";

const ID = "semantic-hypotheses";
const ON = { AUDIT_SEMANTIC_HYPOTHESES: true };
const explanations = [
  { explanation: "The release broke it.", check: "Read release.log." },
  { explanation: "The certificate expired.", check: "Read cert.log." },
];

function underdetermined(options: TalkOptions = {}) {
  return talk({
    flags: ON,
    world: { files: { "cert.log": "valid until 2027" } },
    ...options,
    model: {
      "classify-turn": classified({ isUnderdetermined: true }),
      "propose-hypotheses": { json: { hypotheses: explanations } },
      propose: (_request, n) => (n === 0 ? calling(["read_file", { path: "cert.log" }]) : "The release."),
      "rule-out-hypotheses": { json: { ruledOut: [{ hypothesis: 2, why: "still valid" }] } },
      ...options.model,
    },
  });
}

test("explanations with their checks stand in the proposal beside the template seeds (A-034, ARCHITECTURE 8)", async () => {
  const one = underdetermined();
  await one.say("Why is the site down?");
  expect(one.requests("propose-hypotheses")).toHaveLength(1);
  const first = one.requests("propose")[0]?.messages[0]?.content;
  expect(first).toContain("- The release broke it. Check: Read release.log.");
  expect(first).toContain("- The certificate expired. Check: Read cert.log.");
  const hypotheses = one.events("layer-end").filter(({ layer }) => layer === "hypothesis");
  expect(hypotheses[0]?.summary).toEqual({ active: 6, passes: 1 });
});

test("one call per execution rules out what new evidence contradicts (A-034)", async () => {
  const one = underdetermined();
  await one.say("Why is the site down?");
  const calls = one.requests("rule-out-hypotheses");
  expect(calls).toHaveLength(1);
  expect(calls[0]?.messages[1]?.content).toContain("read_file: ");
  expect(calls[0]?.messages[1]?.content).toContain("valid until 2027");
  const second = one.requests("propose")[1]?.messages[0]?.content;
  expect(second).toContain("Ruled out by what was seen:\n- The certificate expired.");
  expect(second).not.toContain("The certificate expired. Check");
});

test("fires when its block is in a proposal and when something is ruled out, not for its calls (A-034)", async () => {
  const one = underdetermined();
  await one.say("Why is the site down?");
  expect(one.events("feature-fired").map(({ feature, at }) => [feature, at])).toEqual([
    [ID, "proposing"],
    [ID, "evidenceAdded"],
    [ID, "proposing"],
  ]);
});

test("a request that is not underdetermined is not reached (A-136)", async () => {
  const one = underdetermined({ model: { "classify-turn": classified() } });
  await one.say("Why is the site down?");
  expect(one.requests("propose-hypotheses")).toEqual([]);
  expect(one.events("feature-reached").map(({ feature }) => feature)).not.toContain(ID);
});

test("off, template seeds only and no call of its own (A-034)", async () => {
  const one = underdetermined({ flags: {} });
  await one.say("Why is the site down?");
  expect(one.requests("propose-hypotheses")).toEqual([]);
  expect(one.requests("rule-out-hypotheses")).toEqual([]);
  expect(one.requests("propose")[0]?.messages[0]?.content).not.toContain("explanation");
});

test.each([
  ["a failed call", broken()],
  ["one explanation", { json: { hypotheses: explanations.slice(0, 1) } }],
  ["an unreadable answer", "Perhaps the release."],
])("%s leaves the template seeds alone", async (_name, said) => {
  const one = underdetermined({ model: { "propose-hypotheses": said as Said } });
  const result = await one.say("Why is the site down?");
  expect(result.status).toBe("ok");
  expect(one.events("feature-fired")).toEqual([]);
  expect(one.events("warning").map(({ about }) => about)).toContain(ID);
});

test("of more than four explanations four are kept", async () => {
  const many = Array.from({ length: 6 }, (_, n) => ({ explanation: `Cause ${n}.`, check: "Look." }));
  const one = underdetermined({ model: { "propose-hypotheses": { json: { hypotheses: many } } } });
  await one.say("Why?");
  const first = one.requests("propose")[0]?.messages[0]?.content;
  expect(first).toContain("Cause 3.");
  expect(first).not.toContain("Cause 4.");
});

test.each([
  ["an unreadable judge", "The second one."],
  ["numbers that name nothing", { json: { ruledOut: [{ hypothesis: 9, why: "" }] } }],
])("%s rules nothing out", async (_name, said) => {
  const one = underdetermined({ model: { "rule-out-hypotheses": said as Said } });
  await one.say("Why?");
  expect(one.requests("propose")[1]?.messages[0]?.content).toContain("The certificate expired. Check");
});

test("an answer without any tool is no evidence to rule out by", async () => {
  const one = underdetermined({ model: { propose: "The release." } });
  await one.say("Why?");
  expect(one.requests("rule-out-hypotheses")).toEqual([]);
});
