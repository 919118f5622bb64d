/** Data is written whole or not at all. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { expect, test } from "vitest";
import { tempFolder } from "../../testing/temp-folder.ts";
import { writeWhole } from "./write-data.ts";

test("makes the folder, replaces a file, and leaves no draft behind", async () => {
  using folder = tempFolder();
  const file = folder.file("deep/er/data.json");
  await writeWhole(file, "one");
  await writeWhole(file, "two");
  expect(readFileSync(file, "utf8")).toBe("two");
  expect(readdirSync(folder.file("deep/er"))).toEqual(["data.json"]);
});

test("writes through a link and keeps it", async () => {
  using folder = tempFolder();
  const [file, link] = [folder.file("data.json"), folder.file("link.json")];
  writeFileSync(file, "old");
  symlinkSync(file, link);
  await writeWhole(link, "new");
  expect([readFileSync(file, "utf8"), readlinkSync(link)]).toEqual(["new", file]);
});

test("what cannot be written leaves the target as it was: a folder, a device that is full", async () => {
  using folder = tempFolder();
  mkdirSync(folder.file("taken"));
  await expect(writeWhole(folder.file("taken"), "x")).rejects.toThrow(/EISDIR/);
  if (existsSync("/dev/full")) {
    await expect(writeWhole("/dev/full", "x")).rejects.toThrow(/ENOSPC/);
    expect(existsSync("/dev/full")).toBe(true);
  }
  expect(readdirSync(folder.path)).toEqual(["taken"]);
});
