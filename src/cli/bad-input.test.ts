/** Bad input: each kind gives its exit code and an error that says what, where and what to do, and loses nothing. */

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { personalityNamed } from "../llm/server/personality.ts";
import { startSimulatedServer } from "../llm/server/simulated-server.ts";
import { acquireRunLock } from "../record/run-lock.ts";
import { command } from "../testing/run-command.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";
const SCENARIO = "contradiction/freeze-date";
const folder = mkdtempSync(join(tmpdir(), "lab-cli-"));
const db = join(folder, "lab.duckdb");
const ablate = (...more: readonly string[]) =>
  command(["ablate", FLAG, "--scenarios", SCENARIO, "--seeds", "2", "--db", db, ...more]);

beforeAll(async () => {
  const first = await ablate();
  expect(first, first.err).toMatchObject({ code: 0 });
});

function scenarioFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const WHOLE = `id: x/y
purpose: p
targets: [${FLAG}]
role: stress
conversation: [{ user: hello }]
expect: [{ reply: { states: [hi] } }]
`;

test.each([
  [
    "an unknown flag, with the nearest names",
    ["ablate", "AUDIT_SEMANTIC_CONTRADICTON"],
    /did you mean AUDIT_SEMANTIC_CONTRADICTION/,
  ],
  ["a flag that is not built", ["ablate", "HARNESS_TRAJECTORY_SUPERVISOR"], /not built yet/],
  [
    "an unknown scenario, with the nearest names",
    ["ablate", FLAG, "--scenarios", "contradiction/freeze-dat"],
    /contradiction\/freeze-date/,
  ],
  [
    "a selection without a stress scenario",
    ["ablate", FLAG, "--scenarios", "retry/healthy-turn"],
    new RegExp(FLAG),
  ],
  ["no seeds at all", ["ablate", FLAG, "--seeds", "0"], /seeds/i],
  ["a seeds file that is not there", ["ablate", FLAG, "--seeds", "none.json"], /none\.json/],
  ["a width of 0", ["ablate", FLAG, "-j", "0"], /whole number above 0/],
  ["an unknown command", ["ablat", FLAG], /unknown command/],
  ["an unknown option", ["ablate", FLAG, "--sceanrios", "x"], /--scenarios/],
  [
    "a missing key variable",
    ["ablate", FLAG, "--model", "m", "--api-key-env", "LAB_TEST_NO_SUCH_KEY"],
    /LAB_TEST_NO_SUCH_KEY is not set/,
  ],
  [
    "an unreachable endpoint",
    [
      "ablate",
      FLAG,
      "--model",
      "m",
      "--base-url",
      "http://127.0.0.1:9/v1",
      "--retries",
      "0",
      "--timeout-s",
      "2",
    ],
    /did not answer/,
  ],
  ["an experiment file that is not there", ["run", "none.yaml"], /none\.yaml/],
  ["a recording that is not there", ["replay", "none.json"], /none\.json/],
] as const)("wrong use: %s", async (_, args, message) => {
  const store = join(folder, "untouched.duckdb");
  const ran = await command([
    ...args,
    ...(args[0] === "ablate" || args[0] === "replay" ? ["--db", store] : []),
  ]);
  expect(ran.code, ran.err).toBe(2);
  expect(ran.err).toMatch(message);
  expect(ran.err).not.toMatch(/^bug/);
  expect(ran.out).toBe("");
});

test.each([
  ["ablate", "--timeout-s", ["0", "-5", "x", "1e400"]],
  ["ablate", "--max-wait-s", ["-1", "x"]],
  ["ablate", "--temperature", ["-0.1", "2.1", "hot", ""]],
  ["ablate", "--retries", ["-1", "1.5"]],
  ["ablate", "--budget-usd", ["0", "-1", "NaN"]],
  ["ablate", "--price-like", ["no-such-model"]],
  ["calibrate", "--price-like", ["no-such-model"]],
  ["gate", "--max-minutes", ["0", "-1"]],
  ["gate", "--max-seeds", ["0", "-1", "2.5"]],
  ["rerun", "--times", ["0", "-2", "1e9"]],
  ["rerun", "--budget-usd", ["0", "-1"]],
  ["rerun", "--price-like", ["no-such-model"]],
] as const)("%s %s out of its range is wrong use: %j", async (name, option, values) => {
  const of = { ablate: [FLAG], calibrate: [FLAG], gate: ["--candidate", `${FLAG}=0`], rerun: ["latest"] }[
    name
  ];
  for (const value of values) {
    const ran = await command([name, ...of, option, value, "--db", db]);
    expect([value, ran.code, ran.out]).toEqual([value, 2, ""]);
    expect(ran.err).toContain(option);
  }
});

test.each(["", "nonsense", "ftp://x/v1", "file:///etc", "127.0.0.1:8091/v1", "http://"])(
  "%j is not the address of an endpoint, for whoever asks it",
  async (address) => {
    const ask = ["--model", "m", "--base-url", address];
    for (const args of [
      ["doctor"],
      ["ablate", FLAG, "--db", db],
      ["calibrate", FLAG, "--db", db],
      ["rerun", "latest", "--db", db],
    ]) {
      const ran = await command([...args, ...ask]);
      expect([args[0], ran.code, ran.err]).toEqual([
        args[0],
        2,
        expect.stringContaining("is not the address of an endpoint"),
      ]);
    }
  },
);

test.each([
  ["invalid YAML", "id: [x\n", /broken\.yaml:\d+/],
  ["an unknown field", `${WHOLE}colour: red\n`, /colour[\s\S]*broken\.yaml:7/],
  ["a field of the wrong kind", WHOLE.replace("role: stress", "role: stres"), /role[\s\S]*broken\.yaml:4/],
  ["no checks", WHOLE.replace(/expect:.*\n/, "expect: []\n"), /expect[\s\S]*broken\.yaml:6/],
  ["a flag that does not exist", WHOLE.replace(FLAG, "AUDIT_NOTHING"), /AUDIT_NOTHING/],
])("a scenario with %s names file, line and field", async (_, text, message) => {
  const ran = await command(["ablate", FLAG, "--scenarios", scenarioFile("broken.yaml", text), "--db", db]);
  expect(ran.code, ran.err).toBe(2);
  expect(ran.err).toMatch(message);
});

test("two scenarios with the same id name both files", async () => {
  const twins = join(folder, "twins");
  mkdirSync(twins, { recursive: true });
  for (const name of ["one.yaml", "two.yaml"]) writeFileSync(join(twins, name), WHOLE);
  const ran = await command(["ablate", FLAG, "--scenarios", twins, "--db", db]);
  expect(ran.code).toBe(2);
  expect(ran.err).toMatch(/one\.yaml/);
  expect(ran.err).toMatch(/two\.yaml/);
});

test.each([
  ["wants-key", /auth/],
  ["one-model", /model-not-found/],
] as const)(
  "an endpoint that answers %s stops the run before anything is spent",
  async (personality, message) => {
    const server = await startSimulatedServer({
      port: 0,
      personality: personalityNamed(personality),
      rules: () => [],
    });
    try {
      const model = ["--model", "m", "--base-url", server.url, "--seeds", "2"];
      const ran = await command(["ablate", FLAG, ...model, "--db", db]);
      expect(ran.code, ran.err).toBe(2);
      expect(ran.err).toMatch(message);
      // Nor does it leave an empty experiment behind, which `latest` would then be.
      const { out } = await command(["experiments", "--db", db, "--json"]);
      expect(JSON.parse(out)).toMatchObject([{ model: "simulated" }]);
    } finally {
      await server.close();
    }
  },
);

test("a store that is taken by another run is refused, naming the process", async () => {
  const taken = join(folder, "taken.duckdb");
  await using _lock = await acquireRunLock(taken);
  const ran = await command(["ablate", FLAG, "--scenarios", SCENARIO, "--seeds", "1", "--db", taken]);
  expect(ran.code, ran.err).toBe(2);
  expect(ran.err).toMatch(new RegExp(String(process.pid)));
});

test("a file that is no store, and one that is absent, are named", async () => {
  const other = scenarioFile("notes.duckdb", "not a database, whatever its name says");
  expect(await command(["experiments", "--db", other])).toMatchObject({
    code: 2,
    err: expect.stringContaining("notes.duckdb"),
  });
  expect(readFileSync(other, "utf8")).toContain("not a database");
  const absent = join(folder, "absent.duckdb");
  expect(await command(["experiments", "--db", absent])).toMatchObject({
    code: 2,
    err: expect.stringContaining("absent.duckdb"),
  });
  expect(existsSync(absent)).toBe(false);
});

test("a report goes to a known format and a writable place, or says so", async () => {
  expect(await command(["report", "-o", join(folder, "x.docx"), "--db", db])).toMatchObject({
    code: 2,
    err: expect.stringContaining(".docx"),
  });
  const locked = join(folder, "locked");
  mkdirSync(locked, { recursive: true });
  writeFileSync(join(locked, "file"), "");
  chmodSync(locked, 0o555);
  expect(await command(["report", "-o", join(locked, "file", "x.md"), "--db", db])).toMatchObject({
    code: 2,
    err: expect.stringContaining("x.md"),
  });
});

test("an unknown trial and an ambiguous one are told apart", async () => {
  expect(await command(["show", "nothing/here#1", "--db", db])).toMatchObject({
    code: 2,
    err: expect.stringContaining("nothing/here#1"),
  });
  const ambiguous = await command(["show", `${SCENARIO}#1`, "--db", db]);
  expect(ambiguous.code).toBe(2);
  expect(ambiguous.err).toContain("@baseline");
  expect((await command(["show", `${SCENARIO}#1@baseline`, "--db", db])).code).toBe(0);
  expect((await command(["show", "latest", "--db", db])).code).toBe(0);
});

test("nothing of the first run was lost by all this", async () => {
  const again = await ablate();
  expect(again.code).toBe(0);
  expect(again.err).toMatch(/stored already/);
});

test("an error that quotes somebody's text does not command the terminal", async () => {
  const ran = await command(["ablate", "AUDIT_\u001b[31mRED", "--db", db]);
  expect(ran.code).toBe(2);
  expect(ran.err).not.toContain("\u001b");
  expect(ran.err).toContain("AUDIT_?[31mRED");
});
