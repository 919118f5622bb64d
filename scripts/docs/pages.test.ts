/** The documentation is what its sources say today, its examples hold, and its links lead somewhere. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { FLAGS } from "../../src/core/flag-catalogue.ts";
import { filesBelow, ROOT } from "./citations.ts";
import { EXAMPLE_EVENT } from "./event-page.ts";
import { deadLinksOf } from "./links.ts";
import { generatedPages } from "./pages.ts";
import { differing } from "./stale-pages.ts";
import { schemaOfType } from "./type-schema.ts";

const pages = await generatedPages();

test("every generated page is up to date (write it anew with npm run docs:write)", async () => {
  const today = await differing(pages, async (path) => readFileSync(join(ROOT, path), "utf8"));
  expect(today).toEqual({ stale: [], orphaned: [] });
});

test("a page that was changed by hand, one that is missing and one that nobody makes are found", async () => {
  const [first, second] = pages;
  const read = async (path: string) => {
    if (path === second?.path) throw new Error("no such file");
    const text = readFileSync(join(ROOT, path), "utf8");
    return path === first?.path ? `${text}by hand` : text;
  };
  const { stale } = await differing(pages, read);
  expect(stale.slice(0, 2)).toEqual([first?.path, second?.path]);
  const { orphaned } = await differing(pages.slice(1), async () => "");
  expect(orphaned).toEqual([first?.path]);
});

test("each flag has its page", () => {
  expect(FLAGS.filter(({ name }) => !existsSync(join(ROOT, `docs/flags/${name}.md`)))).toEqual([]);
});

test("the example of an event is one by its schema, and another is not", async () => {
  const event = z.fromJSONSchema((await schemaOfType("LabEvent")) as never);
  expect(event.safeParse(EXAMPLE_EVENT).error).toBeUndefined();
  const { callId: _, ...withoutCall } = EXAMPLE_EVENT;
  expect(event.safeParse(withoutCall).success).toBe(false);
  expect(event.safeParse({ ...EXAMPLE_EVENT, extra: 1 }).success).toBe(false);
});

const documents = [
  ...filesBelow("docs", /\.md$/),
  ...filesBelow("examples", /\.md$/),
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "METHODOLOGY.md", "SECURITY.md", "CHANGELOG.md"],
  "scenarios/README.md",
];

test("no link of the documents is dead", () => {
  expect(documents.flatMap((file) => deadLinksOf(file).map((link) => `${file}: ${link}`))).toEqual([]);
});

test.each([
  ["[a](nowhere.md)", "nowhere.md"],
  ["[a](../README.md#no-such-heading)", "../README.md#no-such-heading"],
  ["[a](#here)", "#here"],
])("finds the dead link in %s", (text, link) => {
  expect(deadLinksOf("docs/index.md", text)).toEqual([link]);
});
