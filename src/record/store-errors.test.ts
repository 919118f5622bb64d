/** Faults of the files of a store are told by name, with exit code 4, and lose nothing (reliability-1 row 5). */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LabError } from "../core/errors.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { explain } from "./file-errors.ts";
import { openJournal } from "./journal.ts";
import { withStore } from "./store.ts";

const io = (text: string) => new Error(`IO Error: ${text}`);
const system = (code: string, text: string) =>
  Object.assign(new Error(`${code}: ${text}, write`), { code, syscall: "write" });

test.each<[string, string, number, Error]>([
  ["disc-full", "full", 4, io('Could not write file "lab.duckdb": No space left on device')],
  [
    "disc-full",
    "full",
    4,
    io(
      'Checkpoint failed. The database has been invalidated. Original error: Could not write file "x": No space left on device',
    ),
  ],
  ["disc-full", "full", 4, system("ENOSPC", "no space left on device")],
  ["disc-full", "no more space", 4, system("EDQUOT", "disk quota exceeded")],
  ["disc-full", "no more space", 4, io('Could not write file "x": File too large')],
  ["unwritable-store", "read-only", 4, system("EROFS", "read-only file system")],
  ["unwritable-store", "permission denied", 4, io('Cannot open file "x": Permission denied')],
  ["unwritable-store", "permission denied", 4, system("EPERM", "operation not permitted")],
  [
    "store-taken",
    "another program",
    4,
    io('Could not set lock on file "x": Conflicting lock is held in PID 1'),
  ],
  ["too-many-files", "no more files", 4, system("EMFILE", "too many open files")],
  ["failing-disc", "fails", 4, system("EIO", "i/o error")],
  ["out-of-memory", "memory", 4, new Error("Out of Memory Error: could not allocate block of size 256 KB")],
  [
    "corrupt-store",
    "damaged",
    4,
    new Error("INTERNAL Error: Attempted to access index 7 within vector of size 3"),
  ],
  [
    "corrupt-store",
    "damaged",
    4,
    io("Corrupt database file: computed checksum 1 does not match stored checksum 2"),
  ],
  [
    "not-a-database",
    "not a DuckDB",
    2,
    io('The file "x" exists, but it is not a valid DuckDB database file!'),
  ],
  ["not-a-database", "folder", 2, system("EISDIR", "illegal operation on a directory")],
  ["store-failed", "something that nobody foresaw", 4, io("something that nobody foresaw")],
  ["store-failed", "EDEADLK", 4, system("EDEADLK", "resource deadlock avoided")],
])("%s says that it is %s and ends with %i", (code, words, exitCode, raw) => {
  const error = explain(raw, "some/lab.duckdb") as LabError;
  expect(error).toBeInstanceOf(LabError);
  expect(error).toMatchObject({ code, exitCode, where: "some/lab.duckdb" });
  expect(error.what).toContain(words);
  expect(error.remedy).not.toBe("");
});

test.each([
  new Error('Binder Error: Referenced column "checksum" not found'),
  new Error("Parser Error: syntax error at or near No space left on device"),
  new TypeError("could not read property of undefined"),
])("a query that is wrong and a bug are left as they are (%#)", (error) => {
  expect(explain(error, "x")).toBe(error);
});

/** Stores blocks and journals replies until the system takes no more, and prints what was said to be safe. */
const FILL = `
  const [{ withStore }, { openJournal }, { blockOf, experimentOf }] = await Promise.all(
    ["./store.ts", "./journal.ts", "../testing/stored-experiment.ts"].map((name) => import(new URL(name, process.argv[1]).href)));
  const [, , db] = process.argv;
  const { experiment, provenance, scenarios } = experimentOf({ seeds: ["1"] });
  await withStore(db, "write", (store) => store.saveExperiment(experiment, provenance, scenarios));
  const safe = { blocks: 0, replies: 0, errors: [] };
  const told = ({ name, code, exitCode }) => safe.errors.push([name, code, exitCode].join(" "));
  const reply = { kind: "answer", text: "x".repeat(100_000) };
  const journal = openJournal(db, "e");
  try { for (;; safe.replies++) journal.put("a#1@off!1 propose " + safe.replies, reply); } catch (error) { told(error); }
  try { journal.requireWritten(); } catch (error) { told(error); }
  try {
    for (;; safe.blocks++)
      await withStore(db, "write", async (store) => {
        for (let i = 0; i < 40; i++) await store.saveBlock(blockOf(String(safe.blocks * 40 + i)));
      });
  } catch (error) { told(error); }
  console.log(JSON.stringify(safe));`;

test.skipIf(process.platform === "win32")(
  "where the system takes no more, store and journal end with exit code 4 and keep what they had said is safe",
  async () => {
    using folder = tempFolder();
    const db = folder.file("lab.duckdb");
    const here = fileURLToPath(new URL(".", import.meta.url));
    // A limit on the size of files works for everybody; the signal that comes with it would end the process.
    const limited = "trap '' XFSZ; ulimit -f 4500; exec \"$@\"";
    const node = [
      process.execPath,
      "--import",
      "tsx",
      "--input-type=module",
      "-e",
      FILL,
      `file://${here}`,
      db,
    ];
    const printed = execFileSync("bash", ["-c", limited, "bash", ...node], { encoding: "utf8" });
    const safe = JSON.parse(printed) as { blocks: number; replies: number; errors: string[] };
    expect(safe.errors).toEqual(Array(3).fill("LabError disc-full 4"));
    expect(safe.replies).toBeGreaterThan(3);
    const journal = openJournal(db, "e");
    const kept = journal.unsettled().map(([key]) => key);
    for (let n = 0; n < safe.replies; n++) expect(kept).toContain(`a#1@off!1 propose ${n}`);
    const trials = await withStore(db, "read", (store) => store.trials());
    expect(trials.length).toBeGreaterThanOrEqual(safe.blocks * 80);
    await withStore(db, "write", (store) => store.totals("experiment-1"));
  },
);
