/** Gates: base and candidate of one checkout, and a candidate of a base that was recorded earlier. */

import { expect, test } from "vitest";
import { endpointSettings } from "../testing/model-settings.ts";
import { makeArm } from "./arms.ts";
import { candidateOf, flagArms, planGate } from "./gate.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";
const COMPACTION = "AUDIT_SEMANTIC_COMPACTION";

test("base and candidate differ in what was changed; a change to the default is none", () => {
  const { base, candidate } = flagArms("layered", { [CONTRADICTION]: false });
  expect([base.flags[CONTRADICTION], candidate.flags[CONTRADICTION]]).toEqual([true, false]);
  expect(() => flagArms("layered", { [CONTRADICTION]: true })).toThrow("nothing could differ");
});

test("the candidate of a base of all defaults has today's defaults, of another base that one's flags", () => {
  const then = makeArm("layered", { [CONTRADICTION]: false, [COMPACTION]: true });
  // Recorded when the defaults were others, and a flag was there that is gone since.
  const flags = { ...then.flags, AUDIT_GONE: true };
  const defaults = candidateOf({ ...then, flags, name: "baseline" }, {});
  expect(defaults.flags).toEqual(makeArm("layered", {}).flags);
  const kept = candidateOf({ ...then, flags }, {});
  expect(kept.flags).toEqual(then.flags);
  expect([defaults.name, kept.name]).toEqual(["candidate", "candidate"]);
  // What the user changes comes last.
  expect(candidateOf({ ...then, flags }, { [COMPACTION]: false }).flags[COMPACTION]).toBe(false);
});

test("a gate pools every selected scenario, candidate against base, and one of none is refused", () => {
  const plan = {
    ...flagArms("layered", { [CONTRADICTION]: false }),
    seeds: ["1"],
    model: endpointSettings(null),
    settings: {},
  };
  const [spec] = planGate({ ...plan, scenarios: ["b/two", "a/one"] }).comparisons;
  expect(spec).toMatchObject({
    kind: "gate",
    flag: null,
    control: plan.base.name,
    treatment: plan.candidate.name,
    stress: ["a/one", "b/two"],
    controls: [],
  });
  expect(() => planGate({ ...plan, scenarios: [] })).toThrow("a gate that runs nothing never passes");
});
