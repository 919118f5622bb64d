/** Arms: complete, checked flag values, named by what differs from the defaults. */

import { expect, test } from "vitest";
import { LabError } from "../core/errors.ts";
import { builtFlagsOf, FLAGS } from "../core/flag-catalogue.ts";
import { builtFlag, checkedValue, differingFlags, knownFlag, makeArm } from "./arms.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";

test.each(
  FLAGS.filter(({ built }) => !built).map(({ name, harness, on, off }) => ({ name, harness, on, off })),
)(
  "$name is not built: it has no value in an arm, in a context or by an override (architecture 9)",
  ({ name, harness, on, off }) => {
    expect(Object.keys(makeArm(harness, {}).flags)).not.toContain(name);
    for (const flag of FLAGS) expect(Object.keys(flag.context)).not.toContain(name);
    for (const value of [on, off]) expect(() => makeArm(harness, { [name]: value })).toThrow(/not built yet/);
  },
);

test("a built flag requires built flags alone", () => {
  const built = FLAGS.filter((flag) => flag.built);
  const missing = built.flatMap(({ name, requires }) =>
    requires
      .filter((needed) => !built.some((flag) => flag.name === needed))
      .map((needed) => `${name}: ${needed}`),
  );
  expect(missing).toEqual([]);
});

test("an arm holds every built flag of its harness and is named by its differences", () => {
  const arm = makeArm("layered", { [CONTRADICTION]: false });
  expect(Object.keys(arm.flags)).toEqual(builtFlagsOf("layered").map((flag) => flag.name));
  expect(arm.name).toBe(`${CONTRADICTION}=0`);
  expect(makeArm("layered", {}).name).toBe("baseline");
  expect(makeArm("layered", { [CONTRADICTION]: true }).name).toBe("baseline");
});

test("differences are told by effective values, not by what was written", () => {
  const off = makeArm("layered", { [CONTRADICTION]: "0" });
  expect(differingFlags(makeArm("layered", {}), off)).toEqual([CONTRADICTION]);
  expect(differingFlags(off, makeArm("layered", { [CONTRADICTION]: false }))).toEqual([]);
});

test.each([
  ["1", true],
  ["off", false],
  ["TRUE", true],
  [false, false],
])("reads %j as a value of a boolean flag", (written, value) => {
  expect(checkedValue(knownFlag(CONTRADICTION), written)).toBe(value);
});

test("reads enum and number flags, and rejects values they do not have", () => {
  expect(checkedValue(knownFlag("ASSISTANT_LEXICAL_MODE"), "enabled")).toBe("enabled");
  expect(checkedValue(knownFlag("AUDIT_EPISODIC_RETENTION_DAYS"), "30")).toBe(30);
  expect(() => checkedValue(knownFlag("AUDIT_LAYER_POLICY"), "sometimes")).toThrow(/static or adaptive/);
  expect(() => checkedValue(knownFlag(CONTRADICTION), "maybe")).toThrow(/1 or 0/);
});

test("an unknown flag shows the nearest names", () => {
  expect(() => knownFlag("AUDIT_SEMANTIC_CONTRADICTON")).toThrow(/did you mean AUDIT_SEMANTIC_CONTRADICTION/);
  expect(() => knownFlag("AUDIT_SEMANTIC_CONTRADICTON")).toThrow(LabError);
});

test("a flag that is not built cannot be measured", () => {
  expect(() => builtFlag("HARNESS_TRAJECTORY_SUPERVISOR")).toThrow(/not built yet/);
});

test("a flag of another harness is refused", () => {
  expect(() => makeArm("layered", { AUDIT_PARALLEL_TOOLS: true })).toThrow(/belongs to the thin harness/);
});
