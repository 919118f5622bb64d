/** Proves that rows of other people's files are read as they stand, or refused by line. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { digestText } from "../core/digest.ts";
import { readRows } from "./read-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "lab-rows-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string | Buffer, name = "rows.csv"): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test("keeps every field as text, trims it, and reads an absent one as empty", async () => {
  const text = 'arm,task,seed,success\non, a ,007,true\noff,,1e3,""\n';
  const { columns, rows, digest } = await readRows(fileOf(text));
  expect(columns).toEqual(["arm", "task", "seed", "success"]);
  expect(rows).toEqual([
    { line: 2, fields: ["on", "a", "007", "true"] },
    { line: 3, fields: ["off", "", "1e3", ""] },
  ]);
  expect(digest).toBe(digestText(text));
});

test.each([
  ["a folder", folder],
  ["a device", "/dev/null"],
])("%s is refused as such", async (_, path) => {
  await expect(readRows(path)).rejects.toMatchObject({
    what: expect.stringContaining("rows stand in a file"),
    where: path,
  });
});

test("names the line of a row although fields hold line ends and blank lines stand between", async () => {
  const { rows } = await readRows(fileOf('arm,task\n\non,"two\nlines, ""quoted"""\n\noff,b'));
  expect(rows).toEqual([
    { line: 3, fields: ["on", 'two\nlines, "quoted"'] },
    { line: 6, fields: ["off", "b"] },
  ]);
});

test.each([
  ["semicolons", "arm;task\non;a\n"],
  ["tabs", "arm\ttask\non\ta\n"],
  ["a byte-order mark and Windows line ends", "\ufeffarm,task\r\non,a\r\n"],
])("reads %s", async (_name, text) => {
  const { columns, rows } = await readRows(fileOf(text));
  expect([columns, rows]).toEqual([["arm", "task"], [{ line: 2, fields: ["on", "a"] }]]);
});

test("reads the file that is named, not those its name would match as a pattern", async () => {
  fileOf("arm\nother\n", "rows-1.csv");
  const { rows } = await readRows(fileOf("arm\nmine\n", "rows-[1]'*.csv"));
  expect(rows.map(({ fields }) => fields)).toEqual([["mine"]]);
});

test.each([
  ["an empty file", "", /empty/, undefined],
  ["a header alone", "arm,task\n", /no row/, undefined],
  ["two columns of one name", "arm,arm\n1,2\n", /two columns are called arm/, undefined],
  ["a short row", "arm,task\non,a\noff\n", /Expected Number of Columns: 2 Found: 1/, "line 3"],
  ["a long row", "arm,task\non,a,b\n", /Expected Number of Columns: 2 Found: 3/, "line 2"],
  ["JSON", '[{"arm":"on","task":"a"}]\n', /this is JSON/, undefined],
  ["JSON lines", '{"arm":"on","task":"a"}\n{"arm":"off","task":"a"}\n', /this is JSON/, undefined],
  ["an open quote", 'arm,task\non,"a\n', /unterminated quote/, "line 2"],
  [
    "bytes that are no UTF-8",
    Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xff, 0x2c, 0x31, 0x0a]),
    /utf-8/,
    "line 2",
  ],
])("refuses %s, naming file and line", async (_name, content, what, line) => {
  const file = fileOf(content);
  const where = line === undefined ? file : `${file}, ${line}`;
  await expect(readRows(file)).rejects.toMatchObject({ code: "unreadable-rows", where, exitCode: 2 });
  await expect(readRows(file)).rejects.toThrow(what);
});

test("a file that is not there is the caller's error", async () => {
  await expect(readRows(join(folder, "absent.csv"))).rejects.toMatchObject({ code: "unreadable-rows" });
});
