/** A key in the query of an address is used and leaves no trace in what is printed or stored (reliability-1 row 14). */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withStore } from "../record/store.ts";
import { fallingServer } from "../testing/falling-server.ts";
import { command } from "../testing/run-command.ts";
import { FREEZE_TALK } from "../testing/talks.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const SECRET = "AIza-0123456789abcdef";
const ABLATE = ["ablate", "AUDIT_SEMANTIC_CONTRADICTION", "--scenarios", FREEZE_TALK, "--seeds", "1"];

test("runs, reports, errors and the store name the address without its key", async () => {
  using folder = tempFolder();
  await using server = await fallingServer(
    Number.POSITIVE_INFINITY,
    { body: "" },
    `I was asked with ${SECRET}`,
  );
  const db = folder.file("lab.duckdb");
  const json = folder.file("r.json");
  const to = ["--model", "m", "--base-url", `${server.url}?key=${SECRET}`, "--retries", "0"];
  const ran = [
    await command([...ABLATE, ...to, "--db", db, "--dry-run"]),
    await command([...ABLATE, ...to, "--db", db]),
    await command(["report", "--db", db, "-o", json]),
    await command(["show", "latest", "--db", db]),
    await command(["doctor", ...to, "--json"]),
    await command(["rerun", "latest", "--times", "1", "--db", db, ...to, "--save", folder.file("saved")]),
    await command([
      ...ABLATE,
      "--db",
      folder.file("other.duckdb"),
      "--model",
      "m",
      "--base-url",
      `http://127.0.0.1:1/v1?key=${SECRET}`,
    ]),
    await command([
      ...ABLATE,
      "--db",
      folder.file("other.duckdb"),
      "--model",
      "m",
      "--base-url",
      `no address?key=${SECRET}`,
    ]),
  ];
  // The doctor finds that this server never calls a tool; the last two addresses lead nowhere.
  expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0, 2, 0, 2, 2]);
  const stored = await withStore(db, "read", async (store) => {
    const [row] = await store.experiments();
    return row ? store.loadExperiment(row.id) : null;
  });
  expect(stored?.experiment.model.baseUrl).toBe(`${server.url}?key=[key]`);
  const printed = [...ran.map(({ out, err }) => out + err), readFileSync(json, "utf8")];
  expect([...printed, JSON.stringify(stored)].filter((text) => text.includes(SECRET))).toEqual([]);
  expect(printed.at(-1)).toContain("key=[key]");
});

test("what is stored does not hold the key, so the address has to be given again", async () => {
  using folder = tempFolder();
  await using server = await fallingServer(Number.POSITIVE_INFINITY, { body: "" });
  const db = folder.file("lab.duckdb");
  const address = ["--base-url", `${server.url}?key=${SECRET}`];
  await command([...ABLATE, "--model", "m", ...address, "--db", db]);
  const without = await command(["rerun", "latest", "--times", "1", "--db", db]);
  expect([without.code, without.err]).toEqual([2, expect.stringContaining("--base-url")]);
  expect((await command(["rerun", "latest", "--times", "1", "--db", db, ...address])).code).toBe(0);
});

test("a key that is given as the name of its variable is not printed", async () => {
  using folder = tempFolder();
  const key = "sk_live_0123456789abcdef";
  for (const given of [key, "sk-proj-0123456789"]) {
    const to = ["--model", "m", "--base-url", "http://127.0.0.1:1/v1", "--api-key-env", given];
    const { code, out, err } = await command([...ABLATE, ...to, "--db", folder.file("lab.duckdb")]);
    expect([code, (out + err).includes(given)]).toEqual([2, false]);
  }
});
