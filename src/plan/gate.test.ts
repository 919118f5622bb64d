/** Gates: base and candidate of one checkout, and a candidate of a base that was recorded earlier. */

import { expect, test } from "vitest";
import type { FlagValues } from "../core/flag.ts";
import { HARNESSES } from "../lab/environment/harness-registry.ts";
import { endpointSettings } from "../testing/model-settings.ts";
import { makeArm } from "./arms.ts";
import { candidateArms, candidateOf, planGate } from "./gate.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";
const COMPACTION = "AUDIT_SEMANTIC_COMPACTION";

const changes = (flags: FlagValues, rest: object = {}) => ({ flags, settings: {}, paths: [], ...rest });
const around = {
  experiment: { model: endpointSettings(null), settings: {} },
  scenarios: [],
  harnesses: HARNESSES,
};

test("base and candidate differ in what was changed; a change to the default is none", () => {
  const { base, candidate } = candidateArms("layered", changes({ [CONTRADICTION]: false }), around);
  expect([base.flags[CONTRADICTION], candidate.flags[CONTRADICTION]]).toEqual([true, false]);
  expect(() => candidateArms("layered", changes({ [CONTRADICTION]: true }), around)).toThrow(
    "nothing could differ",
  );
});

test("the candidate of a base of all defaults has today's defaults, of another base that one's flags", () => {
  const then = makeArm("layered", { [CONTRADICTION]: false, [COMPACTION]: true });
  // Recorded when the defaults were others, and a flag was there that is gone since.
  const flags = { ...then.flags, AUDIT_GONE: true };
  const defaults = candidateOf({ ...then, flags, name: "baseline" }, changes({}));
  expect(defaults.flags).toEqual(makeArm("layered", {}).flags);
  const kept = candidateOf({ ...then, flags }, changes({}));
  expect(kept.flags).toEqual(then.flags);
  expect([defaults.name, kept.name]).toEqual(["candidate", "candidate"]);
  // What the user changes comes last.
  expect(candidateOf({ ...then, flags }, changes({ [COMPACTION]: false })).flags[COMPACTION]).toBe(false);
});

test("a gate pools every selected scenario, candidate against base, and one of none is refused", () => {
  const plan = {
    ...candidateArms("layered", changes({ [CONTRADICTION]: false }), around),
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

test("a candidate of another model or setting is named by it, and is no candidate where it changes nothing", () => {
  const settings = { memory: { budgetChars: 5 } };
  const small = { ...around.experiment.model, model: "small" };
  const { candidate } = candidateArms(
    "layered",
    changes({}, { settings, model: small, paths: ["settings.memory.budgetChars=5", "model.id=small"] }),
    around,
  );
  expect(candidate).toMatchObject({
    name: "settings.memory.budgetChars=5,model.id=small",
    settings,
    model: small,
  });
  const same = changes({}, { settings: { memory: { budgetChars: 4000 } }, model: around.experiment.model });
  expect(() => candidateArms("layered", same, around)).toThrow("nothing could differ");
});
