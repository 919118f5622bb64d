/** The revision and the coverage judge: when the last answer goes back, and who says that a condition is met. */

import { expect, test } from "vitest";
import { broken, classified, type Said, type TalkOptions, talk } from "../../../../testing/layered-talk.ts";

const ON = { AUDIT_REVIEWER_REVISION: true };

interface Given {
  readonly flags?: NonNullable<TalkOptions["flags"]>;
  readonly covered?: Said;
  readonly parts?: readonly string[];
  readonly constraints?: string[];
  readonly propose?: (n: number) => Said;
}

const METRES = ["Give it in metres."];
const asked = ({
  flags = {},
  covered = { json: { covered: false } },
  parts,
  propose,
  constraints = METRES,
}: Given) =>
  talk({
    flags: { ...ON, ...flags },
    model: {
      "classify-turn": classified({
        statedConstraints: constraints,
        decomposedTasks: parts ? [...parts] : null,
      }),
      "criterion-coverage": covered,
      propose: (_request, n) => propose?.(n) ?? `Answer ${n + 1}.`,
    },
  });

test("an answer that misses a condition of the user goes back once with the finding (A-120, A-121)", async () => {
  const one = asked({});
  expect((await one.say("How long is it?")).reply).toBe("Answer 2.");
  expect(one.requests("propose")).toHaveLength(2);
  expect(one.requests("propose")[1]?.messages.at(-1)?.content).toContain(
    'criterion not covered: "Give it in metres."',
  );
  expect(one.requests("criterion-coverage")[0]?.messages.at(-1)?.content).toBe(
    "Condition: Give it in metres.\n\nAnswer:\nAnswer 1.",
  );
});

test("without the flag the finding is noted and nothing goes back (A-120)", async () => {
  const one = asked({ flags: { AUDIT_REVIEWER_REVISION: false } });
  expect((await one.say("How long is it?")).reply).toBe("Answer 1.");
  const review = one.events("layer-end").filter(({ layer }) => layer === "reviewer");
  expect(review.at(-1)?.summary).toMatchObject({ findings: [expect.stringContaining("not covered")] });
});

test("a condition that is met by meaning sends nothing back, by words alone it would (A-124)", async () => {
  const met = { json: { covered: true } };
  const judged = asked({ covered: met });
  expect((await judged.say("How long is it?")).reply).toBe("Answer 1.");
  const byWords = asked({ covered: met, flags: { AUDIT_SEMANTIC_CRITERION_COVERAGE: false } });
  expect((await byWords.say("How long is it?")).reply).toBe("Answer 2.");
  expect(byWords.requests("criterion-coverage")).toEqual([]);
});

test.each([
  ["a broken call", broken()],
  ["no JSON", "Yes, it does."],
  ["another shape", { json: { ok: true } }],
] as const)("after %s the words decide, and a warning says so", async (_name, covered) => {
  const one = asked({ covered, flags: { AUDIT_REVIEWER_REVISION: false } });
  await one.say("How long is it?");
  expect(one.events("warning").map(({ about }) => about)).toContain("semantic-criterion-coverage");
  const review = one.events("layer-end").filter(({ layer }) => layer === "reviewer");
  expect(review.at(-1)?.summary).toMatchObject({ findings: [expect.stringContaining("not covered")] });
});

test("of several answers the last goes back, and none where a part failed (A-121)", async () => {
  const both = asked({ parts: ["One.", "Two."] });
  expect((await both.say("Both.")).reply).toBe("Answer 1.\n\nAnswer 3.");
  const failed = asked({
    parts: ["One.", "Two."],
    flags: { AUDIT_RETRY_SYSTEM_ERRORS: false },
    propose: (n) => (n === 1 ? broken() : `Answer ${n + 1}.`),
  });
  expect((await failed.say("Both.")).reply).toContain("Answer 1.");
  expect(failed.requests("propose")).toHaveLength(2);
});

test("every condition that is missed stands in the one request that goes back (A-121)", async () => {
  const one = asked({ constraints: ["Give it in metres.", "Name the source."] });
  await one.say("How long is it?");
  const back = one.requests("propose")[1]?.messages.at(-1)?.content ?? "";
  for (const condition of ["Give it in metres.", "Name the source."]) expect(back).toContain(condition);
  expect(one.requests("propose")).toHaveLength(2);
});

test("a run without an answer is not judged (A-120)", async () => {
  const one = asked({ propose: () => broken() });
  expect((await one.say("How long is it?")).status).toBe("could-not-complete");
  expect(one.requests("criterion-coverage")).toEqual([]);
});

test.each<[string, (n: number) => Said]>([
  ["breaks", (n) => (n === 0 ? "Answer 1." : broken())],
  ["is blank", (n) => (n === 0 ? "Answer 1." : "")],
])("an answer that was sent back stands, with the finding, where the next one %s", async (_name, propose) => {
  const { reply, status } = await asked({ propose }).say("How long is it?");
  expect(status).toBe("could-not-complete");
  expect(reply).toMatch(
    /^Answer 1\.\n\nA review of my answer to this found: criterion not covered: "Give it in metres\."\. I could not answer again: /,
  );
});

test("of two parts the one that is sent back in vain keeps its place (A-121)", async () => {
  const one = asked({ parts: ["One.", "Two."], propose: (n) => (n < 2 ? `Answer ${n + 1}.` : broken()) });
  expect((await one.say("Both.")).reply).toMatch(
    /^Answer 1\.\n\nAnswer 2\.\n\nA review of my answer to "Two\." found/,
  );
});
