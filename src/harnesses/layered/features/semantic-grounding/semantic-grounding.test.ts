/** The label of a reply: verified only where tools stand behind it, a check passed, and the comparison holds. */

import { expect, test } from "vitest";
import { broken, calling, type Said, type TalkOptions, talk } from "../../../../testing/layered-talk.ts";

const READ = calling(["read_file", { path: "a.md" }]);

interface Given {
  readonly flags?: NonNullable<TalkOptions["flags"]>;
  readonly verdict?: Said;
  readonly reads?: boolean;
}

const asked = ({ flags = {}, verdict, reads = true }: Given) =>
  talk({
    flags,
    world: { files: { "a.md": "The host is heron." } },
    model: {
      ...(verdict === undefined ? {} : { "grounding-check": verdict }),
      propose: (_request, n) => (n === 0 && reads ? READ : "The host is egret."),
    },
  });

const UNGROUNDED = { json: { grounded: false, missing: "egret" } };

test.each<[string, Given, string, number]>([
  ["a grounded reply", {}, "verified", 1],
  ["an ungrounded reply", { verdict: UNGROUNDED }, "unverified", 1],
  ["a check that broke", { verdict: broken() }, "unverified", 1],
  ["a check without a verdict", { verdict: "Looks fine." }, "unverified", 1],
  ["a reply without tools", { reads: false }, "unverified", 0],
  ["a reply that no check has passed", { flags: { AUDIT_VERIFICATION: false } }, "unverified", 1],
  [
    "an ungrounded reply without the flag",
    { flags: { AUDIT_SEMANTIC_GROUNDING: false }, verdict: UNGROUNDED },
    "verified",
    0,
  ],
])("%s is labelled %3$s (A-100, A-101)", async (_name, given, label, calls) => {
  const one = asked(given);
  expect((await one.say("Which host?")).reply).toBe("The host is egret.");
  expect(one.events("reply-label").map((event) => event.label)).toEqual([label]);
  expect(one.requests("grounding-check")).toHaveLength(calls);
});

test("the check sees the request, the raw output and the reply, and nothing else", async () => {
  const one = asked({});
  await one.say("Which host?");
  const content = one.requests("grounding-check")[0]?.messages.at(-1)?.content ?? "";
  for (const part of ["Request: Which host?", "The host is heron.", "Answer:\nThe host is egret."])
    expect(content).toContain(part);
});

test("a turn that could not be completed has no label", async () => {
  const one = talk({ flags: { AUDIT_RETRY_SYSTEM_ERRORS: false }, model: { propose: broken() } });
  await one.say("Which host?");
  expect(one.events("reply-label")).toEqual([]);
});
