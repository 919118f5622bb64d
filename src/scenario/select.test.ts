/** Tests of picking scenarios. */

import { expect, test } from "vitest";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { selectScenarios } from "./select.ts";

const all = [
  sampleScenario({ id: "contradiction/rate-limit", tags: ["quick"] }),
  sampleScenario({ id: "contradiction/deep/launch-owner" }),
  sampleScenario({ id: "retry/transient", targets: ["AUDIT_RETRY_SYSTEM_ERRORS"], tags: ["quick"] }),
];

function picked(patterns?: readonly string[], flags?: readonly string[]): readonly string[] {
  return selectScenarios(all, { ...(patterns ? { patterns } : {}), ...(flags ? { flags } : {}) }).map(
    ({ scenario }) => scenario.id,
  );
}

const [rate, launch, retry] = all.map(({ scenario }) => scenario.id);

test.each([
  [undefined, undefined, [rate, launch, retry]],
  [[], [], [rate, launch, retry]],
  [["retry/transient"], undefined, [retry]],
  [["contradiction/*"], undefined, [rate]],
  [["contradiction/**"], undefined, [rate, launch]],
  [["**/launch-owner"], undefined, [launch]],
  [["**"], undefined, [rate, launch, retry]],
  [["retry/transien?"], undefined, [retry]],
  [["quick"], undefined, [rate, retry]],
  [["retry/*", "contradiction/rate-limit"], undefined, [rate, retry]],
  [undefined, ["AUDIT_RETRY_SYSTEM_ERRORS"], [retry]],
  [["quick"], ["AUDIT_SEMANTIC_CONTRADICTION"], [rate]],
])("patterns %j and flags %j pick %j", (patterns, flags, expected) => {
  expect(picked(patterns, flags)).toEqual(expected);
});

test.each([
  [["retry/transiet"], undefined, "unknown-scenario", 'did you mean "retry/transient"?'],
  [["quik"], undefined, "unknown-scenario", 'did you mean "quick"?'],
  [["retry.transient"], undefined, "unknown-scenario", "retry/transient"],
  [["quick", "nothing/*"], undefined, "unknown-scenario", "lists what there is"],
  [undefined, ["AUDIT_RETRY_SYSTEM_ERROR"], "flag-without-scenario", "AUDIT_RETRY_SYSTEM_ERRORS"],
  [["contradiction/**"], ["AUDIT_RETRY_SYSTEM_ERRORS"], "empty-selection", "widen"],
])("patterns %j and flags %j are an error with a remedy", (patterns, flags, code, remedy) => {
  expect(() => picked(patterns, flags)).toThrow(
    expect.objectContaining({ code, exitCode: 2, remedy: expect.stringContaining(remedy) }),
  );
});

test("no scenario at all is an empty selection", () => {
  expect(() => selectScenarios([], {})).toThrow(expect.objectContaining({ code: "empty-selection" }));
});
