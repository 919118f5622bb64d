/** Store files that are absent, foreign, newer or damaged are named, never harmed. */

import { copyFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { experimentOf } from "../testing/stored-experiment.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { trial } from "../testing/trial-builder.ts";
import { LAYOUT_VERSION } from "./migrations.ts";
import { withStore } from "./store.ts";

const template = tempFolder();
beforeAll(async () => {
  const { experiment, provenance, scenarios } = experimentOf();
  await withStore(template.file("lab.duckdb"), "write", async (store) => {
    await store.saveExperiment(experiment, provenance, scenarios);
    await store.saveBlock([trial("stress/one").as({ arm: "off" }).user("x").graded()]);
  });
});
afterAll(() => template[Symbol.dispose]());

/** Puts a store with one experiment and one trial in place. */
function makeStore(path: string): void {
  copyFileSync(template.file("lab.duckdb"), path);
}

const read = (path: string) => withStore(path, "read", (store) => store.trials(), { waitMs: 200 });
const write = (path: string) => withStore(path, "write", (store) => store.experiments(), { waitMs: 200 });

test("a missing file is an error when reading, with what to do about it", async () => {
  using folder = tempFolder();
  await expect(read(folder.file("none.duckdb"))).rejects.toMatchObject({
    name: "LabError",
    code: "no-store",
    where: folder.file("none.duckdb"),
    remedy: expect.stringContaining("--db"),
  });
});

test("writing makes the folder and the file, and leaves nothing else behind", async () => {
  using folder = tempFolder();
  expect(await write(folder.file("deep/er/lab.duckdb"))).toEqual([]);
  expect(readdirSync(folder.file("deep/er"))).toEqual(["lab.duckdb"]);
  expect(await read(folder.file("deep/er/lab.duckdb"))).toEqual([]);
});

test("a writer that changes nothing leaves the file alone; what a crash left beside it goes in all the same", async () => {
  using folder = tempFolder();
  const path = folder.file("lab.duckdb");
  makeStore(path);
  const before = readFileSync(path);
  expect(await write(path)).toHaveLength(1);
  expect(readFileSync(path).equals(before)).toBe(true);

  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run("PRAGMA disable_checkpoint_on_shutdown");
  await connection.run("INSERT INTO schema_version VALUES (1, now()::TIMESTAMP)");
  connection.closeSync();
  instance.closeSync();
  expect(readdirSync(folder.path)).toContain("lab.duckdb.wal");
  expect(await write(path)).toHaveLength(1);
  expect(readdirSync(folder.path)).toEqual(["lab.duckdb"]);
  expect(readFileSync(path).equals(before)).toBe(false);
});

test("an empty file is taken for a store that was never begun", async () => {
  using folder = tempFolder();
  writeFileSync(folder.file("lab.duckdb"), "");
  expect(await write(folder.file("lab.duckdb"))).toEqual([]);
});

test("a file that is no database is left as it is, and named", async () => {
  using folder = tempFolder();
  const path = folder.file("notes.txt");
  writeFileSync(path, "my notes\n".repeat(5000));
  for (const open of [read, write])
    await expect(open(path)).rejects.toMatchObject({ code: "not-a-database", where: path });
  expect(readFileSync(path, "utf8")).toContain("my notes");
});

test("a folder, and a folder that cannot be made, are named", async () => {
  using folder = tempFolder();
  mkdirSync(folder.file("folder"));
  writeFileSync(folder.file("file"), "x");
  await expect(read(folder.file("folder"))).rejects.toMatchObject({ code: "not-a-database" });
  await expect(write(folder.file("file/lab.duckdb"))).rejects.toMatchObject({ code: "unwritable-store" });
});

test("somebody else's database is left alone", async () => {
  using folder = tempFolder();
  const path = folder.file("other.duckdb");
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run("CREATE TABLE mine (a INT)");
  connection.closeSync();
  instance.closeSync();
  for (const open of [read, write]) await expect(open(path)).rejects.toMatchObject({ code: "not-a-store" });
});

test("a store of a newer layout is left alone, and says so", async () => {
  using folder = tempFolder();
  const path = folder.file("lab.duckdb");
  makeStore(path);
  await withStore(path, "write", (store) =>
    store.query(`INSERT INTO schema_version VALUES (${LAYOUT_VERSION + 1}, now()::TIMESTAMP)`),
  );
  for (const open of [read, write])
    await expect(open(path)).rejects.toMatchObject({
      code: "newer-store",
      message: expect.stringMatching(/layout \d+.*update harness-lab/),
    });
});

test("a cut or overwritten file is reported as damaged, by name", async () => {
  using folder = tempFolder();
  const path = folder.file("lab.duckdb");
  makeStore(path);
  const whole = readFileSync(path);
  const damaged = Buffer.from(whole);
  damaged.fill(7, 12_288);
  for (const content of [damaged, whole.subarray(0, 20_000)]) {
    writeFileSync(path, content);
    for (const open of [read, write])
      await expect(open(path)).rejects.toMatchObject({
        name: "LabError",
        code: "corrupt-store",
        where: path,
      });
  }
  truncateSync(path, 5_000);
  await expect(read(path)).rejects.toMatchObject({ name: "LabError", where: path });
});

test("two uses in one process wait for each other", async () => {
  using folder = tempFolder();
  const path = folder.file("lab.duckdb");
  makeStore(path);
  const counts = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      withStore(path, i % 2 === 0 ? "write" : "read", async (store) => {
        if (i % 2 === 0)
          await store.saveBlock([
            trial("stress/one")
              .as({ arm: "off", seed: `s${i}` })
              .user("x")
              .graded(),
          ]);
        return (await store.trials()).length;
      }),
    ),
  );
  expect(counts).toEqual([2, 2, 3, 3, 4, 4]);
});

test("a use inside a use of the same file ends in an error, not in waiting for ever", async () => {
  using folder = tempFolder();
  const path = folder.file("lab.duckdb");
  makeStore(path);
  await expect(withStore(path, "read", () => read(path))).rejects.toMatchObject({ code: "store-taken" });
  expect((await read(path)).length).toBe(1);
});

test("a reader cannot write", async () => {
  using folder = tempFolder();
  const path = folder.file("lab.duckdb");
  makeStore(path);
  await expect(
    withStore(path, "read", (store) => store.saveBlock([trial().as({ seed: "9" }).graded()])),
  ).rejects.toThrow(/read-?only/);
});

test("every table, view and column is documented for people who open the file with DuckDB", async () => {
  using folder = tempFolder();
  const path = folder.file("lab.duckdb");
  makeStore(path);
  const bare = await withStore(path, "read", (store) =>
    store.query(`
      SELECT table_name AS name FROM duckdb_tables() WHERE NOT internal AND comment IS NULL
      UNION ALL SELECT view_name FROM duckdb_views() WHERE NOT internal AND comment IS NULL
      UNION ALL SELECT table_name || '.' || column_name FROM duckdb_columns()
        WHERE NOT internal AND comment IS NULL
      UNION ALL SELECT function_name FROM duckdb_functions() WHERE NOT internal AND comment IS NULL`),
  );
  expect(bare).toEqual([]);
});
