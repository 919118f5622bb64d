/** Baselines travel as one file, and shards of one experiment join; what does not fit is exit 4. */

import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { command } from "../testing/run-command.ts";
import { scenarioFile } from "../testing/scenario-file.ts";
import { type TempFolder, tempFolder } from "../testing/temp-folder.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";

/** Ablates one small scenario on some seeds into a store of its own. */
async function ablated(folder: TempFolder, store: string, seeds: readonly string[], say = "Hello, Ada.") {
  const db = folder.file(store);
  const seedFile = folder.file(`${store}.seeds.json`);
  writeFileSync(seedFile, JSON.stringify(seeds));
  const scenario = scenarioFile(folder.path, { id: "small/greets", purpose: say });
  const ran = await command(["ablate", FLAG, "--scenarios", scenario, "--seeds", seedFile, "--db", db]);
  expect(ran.err).not.toContain("error");
  return db;
}

test("a baseline saved on one machine is the same experiment in the store of another", async () => {
  using folder = tempFolder();
  const db = await ablated(folder, "here.duckdb", ["1", "2"]);
  const file = folder.file("main.json.gz");
  const saved = await command(["baseline", "save", "main", "-o", file, "--db", db, "--json"]);
  expect(saved.code).toBe(0);
  const elsewhere = folder.file("there/lab.duckdb");
  expect((await command(["baseline", "load", file, "--db", elsewhere])).out).toContain(
    "loaded baseline main",
  );
  const report = async (store: string) => {
    const { sections, experiment, provenance } = JSON.parse(
      (await command(["report", "--db", store, "--json"])).out,
    );
    return { sections, experiment, provenance };
  };
  expect(await report(elsewhere)).toEqual(await report(db));
  const [listed] = JSON.parse((await command(["baseline", "list", "--db", elsewhere, "--json"])).out);
  expect(listed).toMatchObject({ name: "main", trials: 4, seeds: ["1", "2"] });
  expect(listed.provenance).toEqual(JSON.parse(saved.out).provenance);
});

test("a file that was changed, and one that is no baseline, are exit 4 and name the file", async () => {
  using folder = tempFolder();
  const db = await ablated(folder, "here.duckdb", ["1"]);
  const file = folder.file("main.json.gz");
  await command(["baseline", "save", "main", "-o", file, "--db", db]);
  const changed = gunzipSync(readFileSync(file)).toString().replace('"result":"pass"', '"result":"fail"');
  writeFileSync(file, gzipSync(changed));
  const load = await command(["baseline", "load", file, "--db", folder.file("other.duckdb")]);
  expect([load.code, load.err]).toEqual([4, expect.stringContaining("digest does not fit")]);
  expect(load.err).toContain(file);
  writeFileSync(file, "no gzip");
  expect((await command(["baseline", "load", file, "--db", db])).code).toBe(4);
  expect((await command(["baseline", "save", "../main", "--db", db])).code).toBe(2);
});

test("shards by seeds merge into the run that one machine would have made", async () => {
  using folder = tempFolder();
  const whole = await ablated(folder, "whole.duckdb", ["1", "2", "3"]);
  const one = await ablated(folder, "one.duckdb", ["1", "2"]);
  const two = await ablated(folder, "two.duckdb", ["3"]);
  const file = folder.file("two.json");
  await command(["baseline", "save", "two", "-o", file, "--db", two]);
  const target = folder.file("merged.duckdb");
  const merged = await command(["merge", one, file, "--db", target, "-o", folder.file("all.json"), "--json"]);
  expect(JSON.parse(merged.out)).toMatchObject({ seeds: ["1", "2", "3"], trials: 6 });
  const twice = await command(["merge", one, one, file, "--db", target, "--json"]);
  expect(JSON.parse(twice.out).shards.map(({ repeated }: { repeated: number }) => repeated)).toEqual([
    0, 4, 0,
  ]);
  const counts = async (db: string) =>
    JSON.parse((await command(["report", "--db", db, "--json"])).out).sections[0].comparison.counts;
  expect(await counts(target)).toEqual(await counts(whole));
  expect((await command(["baseline", "load", folder.file("all.json"), "--db", target])).code).toBe(0);
});

test("no baseline is written over a store, a shard or what nobody would read as one", async () => {
  using folder = tempFolder();
  const one = await ablated(folder, "safe.duckdb", ["1"]);
  const shard = folder.file("shard.json");
  await command(["baseline", "save", "shard", "-o", shard, "--db", one]);
  const before = [one, shard].map((file) => readFileSync(file).toString("base64"));
  for (const [args, says] of [
    [["merge", one, "-o", one, "--db", folder.file("m1.duckdb")], "written as .json"],
    [["merge", shard, "-o", shard, "--db", folder.file("m1.duckdb")], "would be overwritten"],
    [["baseline", "save", "x", "-o", one, "--db", one], "written as .json"],
    [["export", "--artifact", one, "--db", one], "already exists"],
  ] as const) {
    const ran = await command([...args]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(says)]);
  }
  expect([one, shard].map((file) => readFileSync(file).toString("base64"))).toEqual(before);
});

test("shards of different experiments do not merge", async () => {
  using folder = tempFolder();
  const one = await ablated(folder, "one.duckdb", ["1"]);
  const other = await ablated(folder, "other.duckdb", ["2"], "Another purpose makes another scenario.");
  const merged = await command(["merge", one, other, "--db", folder.file("merged.duckdb")]);
  expect([merged.code, merged.err]).toEqual([4, expect.stringContaining("other.duckdb")]);
  for (const absent of ["absent.json", "absent.duckdb"]) {
    const { code, err } = await command(["merge", one, absent, "--db", folder.file("merged.duckdb")]);
    expect([code, err]).toEqual([2, expect.stringMatching(`there is no such file\\n.*${absent}`)]);
  }
  expect((await command(["baseline", "load", "absent.json", "--db", one])).code).toBe(2);
});
