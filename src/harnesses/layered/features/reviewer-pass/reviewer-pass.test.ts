/** The reviewer pass and the grade of conflicts: what they reopen together, and what is absent without either. */

import { expect, test } from "vitest";
import { classified, stated, type TalkOptions, talk } from "../../../../testing/layered-talk.ts";

const A = "Kiln 2 goes up to 1100 degrees.";
const B = "The mugs are fired at 1240 degrees in kiln 2.";

/** Two statements that the check finds to clash gravely; the first reply repeats one of them. */
const clash = (flags: NonNullable<TalkOptions["flags"]>, said: string | null = "HIGH"): TalkOptions => ({
  flags,
  model: {
    "classify-turn": classified({ statedFacts: [stated(A), stated(B)] }),
    "contradiction-check": { json: { conflicts: [{ a: A, b: B, why: "too hot", severity: said }] } },
    propose: (_request, n) => (n === 0 ? `As you say: ${B.toLowerCase()}` : "1100 or 1240?"),
  },
});
const GRADED = { AUDIT_SEMANTIC_CONTRADICTION_SEVERITY: true };

test("a conflict that the call grades HIGH sends a reply that repeats one side back (A-119, A-153)", async () => {
  const one = talk(clash(GRADED));
  expect((await one.say("Write the label.")).reply).toBe("1100 or 1240?");
  expect(one.events("contradiction").map(({ severity }) => severity)).toEqual(["HIGH"]);
  const { schema, messages } = one.requests("contradiction-check")[0] ?? {};
  expect(JSON.stringify(schema)).toContain('"enum":["MEDIUM","HIGH"]');
  expect(messages?.[0]?.content).toContain("severity: HIGH when");
  // A HIGH conflict leaves confidence alone and puts both beliefs on the frontier.
  const frontier = one.events("layer-end").filter(({ layer }) => layer === "contradiction");
  expect(frontier.at(-1)?.summary).toMatchObject({ recorded: 1, frontier: 2 });
});

test("without the grade every conflict is MEDIUM, whatever the call says, and none is asked for (A-152)", async () => {
  const one = talk(clash({ AUDIT_SEMANTIC_CONTRADICTION_SEVERITY: false }));
  expect((await one.say("Write the label.")).reply).toContain("As you say");
  expect(one.events("contradiction").map(({ severity }) => severity)).toEqual(["MEDIUM"]);
  expect(JSON.stringify(one.requests("contradiction-check"))).not.toContain("severity");
});

test.each([null, "MEDIUM", "SYSTEM_BREAKING", "grave"])(
  "a call that says %j of a conflict grades it MEDIUM",
  async (said) => {
    const one = talk(clash(GRADED, said));
    await one.say("Write the label.");
    expect(one.events("contradiction").map(({ severity }) => severity)).toEqual(["MEDIUM"]);
  },
);

test("without the pass nobody looks back: no finding, no reopening, no phase of the reviewer (A-123)", async () => {
  const one = talk(clash({ ...GRADED, AUDIT_REVIEWER_PASS: false }));
  expect((await one.say("Write the label.")).reply).toContain("As you say");
  expect(one.requests("propose")).toHaveLength(1);
  expect(one.events("phase").filter(({ layer }) => layer === "reviewer")).toEqual([]);
});

test("a finished task without an answer is reopened where no check has stopped it before (A-119)", async () => {
  const one = talk({
    flags: { AUDIT_VERIFICATION: false },
    model: { propose: (_request, n) => (n === 0 ? "" : "On 28 March.") },
  });
  expect(await one.say("When?")).toMatchObject({ reply: "On 28 March.", status: "ok" });
  expect(one.events("task-state").map(({ reason }) => reason)).toContain("reopened by the reviewer");
});

test("the adversarial prior stands in no event and in nothing that lasts (A-116, INV-09)", async () => {
  const one = talk(clash(GRADED));
  await one.say("Write the label.");
  expect(JSON.stringify([...one.durable.values(), one.emitted()])).not.toMatch(/prior|proximity/i);
});
