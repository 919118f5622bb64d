/** Tests of linting checks and rules that one planted word decides. */

import { expect, test } from "vitest";
import type { ScenarioInput } from "../core/scenario.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { lintPassphrase } from "./lint-passphrase.ts";

const RIGHT = [
  "They do not agree: zebra.",
  "Zebra! 50 a second is 3000 a minute.",
  "6000 and 50 are at odds (zebra)",
];

function lint(input: Partial<ScenarioInput>): readonly string[] {
  const payloads = { right: RIGHT, wrong: ["lion", "tiger"] };
  return lintPassphrase(sampleScenario({ payloads, ...input })).map(
    ({ severity, rule, message }) => `${severity} ${rule}: ${message}`,
  );
}

const rule = (sees: object) =>
  [{ when: { purpose: "propose", sees }, say: "x" }] as ScenarioInput["simulate"];

test.each<[string, Partial<ScenarioInput>, string]>([
  ["a literal", { expect: [{ reply: { states: ["zebra"] } }] }, "expect[0].reply.states[0]"],
  ["a pattern", { expect: [{ reply: { states: ["6000", "/\\bZebra\\b/i"] } }] }, "expect[0].reply.states[1]"],
  [
    "a choice of forms",
    { expect: [{ reply: { states: [["zebra", "/zebras?/"]] } }] },
    "expect[0].reply.states[0]",
  ],
  [
    "a file's text",
    { expect: [{ world: { file: "a.md", contains: ["zebra"] } }] },
    "expect[0].world.contains[0]",
  ],
  ["a rule's line", { simulate: rule({ line: ["/zebra/i"] }) }, "simulate[0].when.sees"],
  ["a rule's system message", { simulate: rule({ system: ["zebra"] }) }, "simulate[0].when.sees"],
  ["a rule's request", { simulate: rule(["ZEBRA"]) }, "simulate[0].when.sees"],
])("%s that hangs on a planted word is an error", (_, input, field) => {
  expect(lint(input)).toEqual([expect.stringContaining(`error passphrase: ${field} hangs on "zebra"`)]);
});

test.each<[string, Partial<ScenarioInput>]>([
  ["a choice besides the word", { expect: [{ reply: { states: [["zebra", "at odds"]] } }] }],
  ["a rule that reads other words too", { simulate: rule({ line: ["/zebra|agree|odds|second/i"] }) }],
  [
    "a figure that can be worked out",
    { payloads: { right: ["3000", "it is 3000"], wrong: [] }, expect: [{ reply: { states: ["3000"] } }] },
  ],
  [
    "a word that the user has said",
    { conversation: [{ user: "Zebra is our host." }], expect: [{ reply: { states: ["zebra"] } }] },
  ],
  [
    "a word that one payload lacks",
    { payloads: { right: [...RIGHT, "at odds"], wrong: [] }, simulate: rule({ line: ["/zebra/i"] }) },
  ],
  [
    "a single payload",
    { payloads: { right: ["zebra"], wrong: [] }, expect: [{ reply: { states: ["zebra"] } }] },
  ],
  ["no payload", { payloads: undefined, expect: [{ reply: { states: ["zebra"] } }] }],
])("%s is no passphrase", (_, input) => {
  expect(lint(input)).toEqual([]);
});
