/** What CONTRIBUTING promises about its exercises and the files that it names is true. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, ROOT } from "./citations.ts";

const text = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
const [, exercises = ""] = /^## Two exercises\n([\s\S]*?)^## /m.exec(text) ?? [];
const listed = [...exercises.matchAll(/^- `([^`]+)`: /gm)].map(([, file = ""]) => file);

test("the exercises list the files of their folder, each once, and what lies elsewhere exists", () => {
  const inFolder = listed.filter((file) => file.startsWith("src/testing/exercises/"));
  expect(inFolder.toSorted()).toEqual(filesBelow("src/testing/exercises", /\.ts$/));
  expect(listed.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test("the harness in twenty lines has no more, from its opening on", () => {
  const harness = readFileSync(join(ROOT, "src/testing/exercises/twenty-line-harness.ts"), "utf8");
  const [, body = ""] = /async open[^\n]*\n([\s\S]*?)\n {2}\},\n\}\);/.exec(harness) ?? [];
  expect(body).toContain("model.ask");
  expect(body.split("\n").length).toBeLessThanOrEqual(20);
});

test("every file and folder that CONTRIBUTING names exists", () => {
  const named = [...text.matchAll(/`((?:src|scripts|scenarios|seeds|docs)\/[^`*<>]*)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("CONTRIBUTING stays under 100 lines", () => {
  expect(text.split("\n").length).toBeLessThan(100);
});
