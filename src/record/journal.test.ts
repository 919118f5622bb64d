/** The journal: replies survive the process, and are forgotten with their block. */

import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, truncateSync } from "node:fs";
import { expect, test } from "vitest";
import type { ModelReply } from "../core/model.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { journalFileOf, openJournal } from "./journal.ts";

function answer(text: string): ModelReply {
  return {
    kind: "answer",
    text,
    toolCalls: [],
    finish: "stop",
    usage: { inputTokens: 1, cachedInputTokens: null, outputTokens: 1, estimated: false },
    model: "m",
    fingerprint: null,
    latencyMs: 5,
    virtualLatencyMs: null,
    source: "asked",
  };
}

test("a reply is on disc when put returns, and the next run takes it once", () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  openJournal(db, "e").put("a#1@off k", answer('tricky "😀" \ud83d\n\u0000'));
  const next = openJournal(db, "e");
  expect(next.take("other")).toBeUndefined();
  expect(next.take("a#1@off k")).toEqual(answer('tricky "😀" \ud83d\n\u0000'));
  expect(next.take("a#1@off k")).toBeUndefined();
});

test("a run does not take its own replies, and a run killed twice keeps all of them", () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const first = openJournal(db, "e");
  first.put("a#1@off 1", answer("one"));
  expect(first.take("a#1@off 1")).toBeUndefined();
  const second = openJournal(db, "e");
  second.take("a#1@off 1");
  second.put("a#1@off 2", answer("two"));
  const third = openJournal(db, "e");
  expect([third.take("a#1@off 1"), third.take("a#1@off 2")]).toEqual([answer("one"), answer("two")]);
});

test("a torn last line is no line, and what is written after it counts", () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const file = journalFileOf(db, "e");
  const first = openJournal(db, "e");
  first.put("a#1@off 1", answer("one"));
  first.put("a#1@off 2", answer("two"));
  truncateSync(file, statSync(file).size - 7);
  const second = openJournal(db, "e");
  expect(second.take("a#1@off 1")).toEqual(answer("one"));
  expect(second.take("a#1@off 2")).toBeUndefined();
  second.put("a#1@off 2", answer("again"));
  expect(openJournal(db, "e").take("a#1@off 2")).toEqual(answer("again"));
});

test("lines that are no lines are passed over", () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  openJournal(db, "e").put("a#1@off 1", answer("one"));
  appendFileSync(journalFileOf(db, "e"), 'null\n{"key":5}\n"x"\n{"key":"k"}\n');
  const next = openJournal(db, "e");
  expect(next.take("k")).toBeUndefined();
  expect(next.take("a#1@off 1")).toEqual(answer("one"));
});

test("a stored block is forgotten, one with a longer seed is not", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const first = openJournal(db, "e");
  for (const key of ["a#1@off 1", "a#1@on 1", "a#10@off 1", "a#1-x@off 1"]) first.put(key, answer(key));
  first.settle("a#1");
  await first.close();
  const next = openJournal(db, "e");
  expect(
    ["a#1@off 1", "a#1@on 1", "a#10@off 1", "a#1-x@off 1"].map((key) => next.take(key) !== undefined),
  ).toEqual([false, false, true, true]);
});

test("an attempt that is stored late takes nothing from the next one", () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const journal = openJournal(db, "e");
  journal.put("a#1@off!1 k", answer("first"));
  journal.put("a#1@off!2 k", answer("second"));
  journal.settle("a#1", 1);
  const next = openJournal(db, "e");
  expect(next.take("a#1@off!1 k")).toBeUndefined();
  expect(next.take("a#1@off!2 k")).toEqual(answer("second"));
});

test("the file goes when every block is stored, and stays while one is not", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const file = journalFileOf(db, "e");
  const journal = openJournal(db, "e");
  journal.put("a#1@off 1", answer("one"));
  journal.put("a#2@off 1", answer("two"));
  journal.settle("a#1");
  await journal.close();
  expect(existsSync(file)).toBe(true);
  const next = openJournal(db, "e");
  next.settle("a#2");
  await next.close();
  expect(existsSync(file)).toBe(false);
});

test("a run that pays nothing leaves no file, and journals of two experiments do not mix", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const other = openJournal(db, "f");
  other.put("a#1@off 1", answer("of f"));
  const journal = openJournal(db, "e");
  expect(journal.take("a#1@off 1")).toBeUndefined();
  await journal.close();
  expect(existsSync(journalFileOf(db, "e"))).toBe(false);
  expect(existsSync(journalFileOf(db, "f"))).toBe(true);
});

test("over a long run the file does not grow with what is stored (RES)", () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const journal = openJournal(db, "e");
  const long = answer("x".repeat(1_000_000));
  journal.put("a#kept@off 1", answer("kept"));
  for (let block = 0; block < 30; block++) {
    journal.put(`a#${block}@off 1`, long);
    journal.settle(`a#${block}`);
  }
  expect(statSync(journalFileOf(db, "e")).size).toBeLessThan(12_000_000);
  expect(readFileSync(journalFileOf(db, "e"), "utf8")).toContain("kept");
  expect(openJournal(db, "e").take("a#kept@off 1")).toEqual(answer("kept"));
});

test("a journal that cannot be written names its file", () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  mkdirSync(`${journalFileOf(db, "e")}.new`);
  expect(() => openJournal(db, "e").put("k", answer("x"))).toThrow("lab.duckdb.e.journal");
});
