/** Export: stored rows as CSV, JSON and Parquet. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blockOf } from "../testing/stored-experiment.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { exportRows } from "./export.ts";
import { openMemoryStore, withStore } from "./store.ts";

test("tables, views and queries are written by the ending of the file name", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  await withStore(db, "write", (store) => store.saveBlock(blockOf("1")));
  await exportRows(db, "trial_outcomes", folder.file("a.csv"));
  expect(readFileSync(folder.file("a.csv"), "utf8").split("\n")[0]).toContain(
    "trial,experiment,scenario,seed,arm",
  );
  await exportRows(db, "SELECT arm, outcome FROM trial_outcomes ORDER BY arm", folder.file("it's.json"));
  expect(JSON.parse(readFileSync(folder.file("it's.json"), "utf8"))).toEqual([
    { arm: "off", outcome: "pass" },
    { arm: "on", outcome: "pass" },
  ]);
  await exportRows(db, "events", folder.file("e.parquet"));
  await using memory = await openMemoryStore();
  expect(await memory.query(`SELECT count(*) AS n FROM '${folder.file("e.parquet")}'`)).toEqual([{ n: 10 }]);
  expect(readdirSync(folder.path).sort()).toEqual(["a.csv", "e.parquet", "it's.json", "lab.duckdb"]);
});

test("an unknown ending and an unwritable place are named, and nothing is left behind", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  await withStore(db, "write", (store) => store.saveBlock(blockOf("1")));
  await expect(exportRows(db, "trials", folder.file("a.xlsx"))).rejects.toMatchObject({
    code: "unknown-format",
  });
  await expect(exportRows(db, "trials", folder.file("no/a.csv"))).rejects.toMatchObject({
    name: "LabError",
    where: folder.file("no/a.csv"),
  });
  await expect(exportRows(db, "no_such_table", folder.file("a.csv"))).rejects.toThrow("no_such_table");
  expect(readdirSync(folder.path)).toEqual(["lab.duckdb"]);
});
