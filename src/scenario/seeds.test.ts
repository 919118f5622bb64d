/** Tests of reading seeds. */

import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readSeeds } from "./seeds.ts";

async function seedFile(text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "seeds-")), "seeds.json");
  await writeFile(file, text);
  return file;
}

test("a count gives the seeds 1 to n", async () => {
  expect(await readSeeds("3")).toEqual(["1", "2", "3"]);
});

test.each([
  ['{"name": "few", "seeds": ["7", "0", "abc"]}', ["7", "0", "abc"]],
  ['["1", 2]', ["1", "2"]],
])("the file %s gives its seeds as texts, 0 included", async (text, seeds) => {
  expect(await readSeeds(await seedFile(text))).toEqual(seeds);
});

test("seeds/default.json holds 20 seeds", async () => {
  const file = fileURLToPath(new URL("../../seeds/default.json", import.meta.url));
  expect(await readSeeds(file)).toEqual(await readSeeds("20"));
});

test.each(["0", "-3", "2.5", "99999999999"])("the count %s is wrong use", async (spec) => {
  await expect(readSeeds(spec)).rejects.toMatchObject({ code: "bad-seeds", where: "--seeds", exitCode: 2 });
});

test.each([
  ["[]", "lists no seed"],
  ['["1", 1]', "lists 1 more than once"],
  ['{"seed": ["1"]}', "not a list of seeds"],
  ['["1", 1.5]', "not a list of seeds"],
  ["[1,", "not valid JSON"],
])("the file %s is refused: %s", async (text, what) => {
  const file = await seedFile(text);
  await expect(readSeeds(file)).rejects.toMatchObject({ code: "bad-seeds", where: file });
  await expect(readSeeds(file)).rejects.toThrow(what);
});

test("a file that is not there is named", async () => {
  await expect(readSeeds("nowhere.json")).rejects.toMatchObject({ code: "bad-seeds", where: "nowhere.json" });
});
