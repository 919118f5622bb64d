/** gate.yaml holds what a project asks of every candidate; what it cannot mean is refused with the field's name. */

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tempFolder } from "../../testing/temp-folder.ts";
import { readTerms } from "./policy-file.ts";

async function terms(text: string) {
  using folder = tempFolder();
  const file = folder.file("gate.yaml");
  writeFileSync(file, text);
  return { file, terms: await readTerms(file) };
}

test("without a file the defaults hold: 10 points, one-sided .05, no bar, nothing set aside", async () => {
  expect(await readTerms(undefined)).toEqual({
    margin: 0.1,
    alpha: 0.05,
    bars: {},
    quarantine: null,
    release: false,
  });
});

test("points of the file become a share, and the quarantine carries its reasons and a digest", async () => {
  const read = await terms(
    "version: 1\nmargin: 5\nbars: { cost: 1.2 }\nquarantine:\n  - { id: a/flaky, reason: breaks at times }\nrelease: true\n",
  );
  expect(read.terms).toEqual({
    margin: 0.05,
    alpha: 0.05,
    bars: { cost: 1.2 },
    quarantine: {
      file: read.file,
      digest: expect.stringMatching(/^[0-9a-f]{12}$/),
      scenarios: [{ id: "a/flaky", reason: "breaks at times" }],
    },
    release: true,
  });
});

test.each([
  ["no version", "margin: 5\n", /version/],
  ["a later version", "version: 2\n", /version/],
  ["a margin that is a share", "version: 1\nmargin: 0.05\n", /margin/],
  ["a level that is none", "version: 1\nalpha: 5\n", /alpha/],
  ["a bar of nothing", "version: 1\nbars: { cost: 0 }\n", /bars\.cost/],
  ["an unknown bar", "version: 1\nbars: { dollars: 2 }\n", /dollars/],
  ["an unknown field", "version: 1\nmargn: 5\n", /margn/],
  [
    "a scenario set aside without a reason",
    "version: 1\nquarantine: [{ id: a/b }]\n",
    /quarantine\.0\.reason/,
  ],
  [
    "a scenario set aside twice",
    "version: 1\nquarantine: [{ id: a, reason: x }, { id: a, reason: y }]\n",
    /twice/,
  ],
  ["YAML that is none", "version: [1\n", /gate\.yaml|flow|expected/i],
])("%s is refused and named", async (_, text, reason) => {
  await expect(terms(text)).rejects.toMatchObject({
    code: "bad-gate-policy",
    where: expect.stringContaining("gate.yaml"),
    what: expect.stringMatching(reason),
  });
});

test("a file that is named and not there is refused", async () => {
  await expect(readTerms("no/such/gate.yaml")).rejects.toMatchObject({ code: "bad-gate-policy" });
});
