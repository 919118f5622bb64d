/** Identity of an experiment over commands: the endpoint counts, its spelling and its keys do not. */

import { expect, test } from "vitest";
import { shortDigest } from "../core/digest.ts";
import { modelSettings } from "../lab/endpoint/model-access.ts";
import { experimentOf } from "../testing/stored-experiment.ts";
import { identify } from "./identity.ts";

const { experiment, scenarios } = experimentOf();
const { id: _id, ...draft } = experiment;
const setup = { scenarios, harnessDigest: "harness" };

const idAt = (baseUrl: string | undefined) =>
  identify({ ...draft, model: modelSettings({ model: "local", baseUrl }) }, setup).id;
const idJudgedAt = (baseUrl: string | undefined) =>
  identify({ ...draft, judge: modelSettings({ model: "local", baseUrl }) }, setup).id;

test.each([
  ["another port", "http://a:1/v1", "http://a:2/v1"],
  ["another host", "http://a:1/v1", "http://b:1/v1"],
  ["another path", "http://a/one/v1", "http://a/two/v1"],
  ["another scheme", "http://a/v1", "https://a/v1"],
  ["another part of the query that is no key", "http://a/v1?site=x", "http://a/v1?site=y"],
  ["an endpoint and none", "http://a/v1", undefined],
])("reports-1 F2: %s is another experiment, for the model and for the judge", (_, one, other) => {
  expect(idAt(one)).not.toBe(idAt(other));
  expect(idJudgedAt(one)).not.toBe(idJudgedAt(other));
});

test.each([
  ["a slash at the end", "http://a:1/v1", "http://a:1/v1/"],
  ["upper case in the host", "http://api.example/v1", "http://API.Example/v1"],
  ["the port of the scheme", "https://a/v1", "https://a:443/v1"],
  ["a user and a password", "http://a/v1", "http://me:secret-1234@a/v1"],
  ["a key in the query", "http://a/v1?api_key=sk-one-1234567890", "http://a/v1?api_key=sk-two-1234567890"],
  ["the order of the query", "http://a/v1?x=1&y=2", "http://a/v1?y=2&x=1"],
])("%s changes no identity, for the model and for the judge", (_, one, other) => {
  expect(idAt(one)).toBe(idAt(other));
  expect(idJudgedAt(one)).toBe(idJudgedAt(other));
});

test("where no endpoint is named the identity is what it was before endpoints counted", () => {
  const { model, toolProtocol, temperature, sendSeed } = draft.model;
  const used = scenarios.map((loaded) => [loaded.scenario.id, loaded.digest]).sort();
  const { arms, comparisons, settings, independent } = draft;
  expect(identify(draft, setup).id).toBe(
    shortDigest({
      ...{ arms, comparisons, settings, independent },
      model: { model, toolProtocol, temperature, sendSeed },
      scenarios: used,
      harness: "harness",
    }),
  );
});
