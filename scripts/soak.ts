/** Soak: runs an ablation over HTTP under kills, torn files and failing servers, and counts rows lost, doubled, wrong, and calls paid twice. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { type Fault, soakEndpoint } from "./soak-endpoint.ts";

const SHORT = process.argv.includes("--short");
const SEEDS = SHORT ? "1" : "6";
const ROUNDS = SHORT ? 1 : 4;
const WIDTH = 4;
/** No case may take longer; a hang is a finding. */
const CASE_MS = SHORT ? 60_000 : 240_000;
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The built command where there is one (npm run build), since it starts in a tenth of the time. */
const BUILT = join(ROOT, "dist/cli/main.js");
const COMMAND = existsSync(BUILT) ? [BUILT] : ["--import", "tsx", "src/cli/main.ts"];
const WORK = mkdtempSync(join(tmpdir(), "harness-lab-soak-"));

interface Ended {
  readonly code: number | null;
  readonly err: string;
}

interface Row {
  readonly what: string;
  readonly lost: number;
  readonly doubled: number;
  readonly wrong: number;
  readonly paidTwice: number;
  /** Calls of attempts that were repeated whole because the endpoint failed in them. */
  readonly repeated: number;
  readonly note: string;
}

await using endpoint = await soakEndpoint();
const children = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

function start(db: string): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const args = [
    ...[...COMMAND, "ablate", "AUDIT_RETRY_SYSTEM_ERRORS"],
    ...["--seeds", SEEDS, "--base-url", endpoint.url, "--db", db, "-j", String(WIDTH)],
  ];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"] });
  children.add(child);
  let err = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    err = (err + chunk.toString()).slice(-4_000);
  });
  const ended = new Promise<Ended>((resolve) => {
    const late = setTimeout(() => child.kill("SIGKILL"), CASE_MS);
    child.once("close", (code) => {
      clearTimeout(late);
      children.delete(child);
      resolve({ code, err });
    });
  });
  return { child, ended };
}

/** Runs to the end; throws what the command said where it could not complete. */
async function complete(db: string): Promise<void> {
  const { code, err } = await start(db).ended;
  if (code !== 0) throw new Error(`the finishing run ended with ${code}: ${err.slice(-600)}`);
}

async function query(db: string, sql: string): Promise<readonly unknown[]> {
  const instance = await DuckDBInstance.create(db, { access_mode: "READ_ONLY" });
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(sql);
  const rows = reader.getRowObjectsJS();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

type Trial = readonly [key: string, transcript: string];

/** Every trial that counts, with the digest of its transcript. */
async function trialsOf(db: string): Promise<readonly Trial[]> {
  const rows = (await query(
    db,
    "SELECT scenario || '#' || seed || '@' || arm AS key, transcript_digest AS transcript FROM latest_trials WHERE error_kind IS NULL",
  )) as { key: string; transcript: string }[];
  return rows.map(({ key, transcript }) => [key, transcript] as const);
}

/** Calls of attempts that were spoiled and run again whole: the price of a matched repeat, not of a lost reply. */
async function repeatedCalls(db: string): Promise<number> {
  const [row] = (await query(
    db,
    "SELECT count(*)::INTEGER AS calls FROM model_calls c WHERE c.reply_kind = 'answer' AND c.source = 'asked' AND c.trial NOT IN (SELECT id FROM latest_trials WHERE error_kind IS NULL)",
  )) as { calls: number }[];
  return row?.calls ?? 0;
}

const reference = join(WORK, "reference.duckdb");
await complete(reference);
const expected = new Map(await trialsOf(reference));
const answeredAlone = endpoint.answered();

/** Runs one case on a fresh store, finishes it without faults, and holds the result to the undisturbed run. */
async function soak(what: string, disturb: (db: string) => Promise<string>): Promise<Row> {
  const db = join(WORK, `${what.replaceAll(/[^a-z0-9]+/gi, "-")}.duckdb`);
  endpoint.forget();
  endpoint.failBy(() => "none");
  let note = "";
  try {
    note = await disturb(db);
    endpoint.failBy(() => "none");
    await complete(db);
  } catch (error) {
    note = `FAILED: ${error instanceof Error ? error.message : String(error)}`
      .replaceAll("\n", " ")
      .slice(0, 300);
  }
  const found = existsSync(db) ? await trialsOf(db) : [];
  const keys = new Set(found.map(([key]) => key));
  return {
    what,
    lost: [...expected.keys()].filter((key) => !keys.has(key)).length,
    doubled: found.length - keys.size,
    wrong: found.filter(([key, transcript]) => expected.get(key) !== transcript).length,
    paidTwice: endpoint.paidTwice(),
    repeated: existsSync(db) ? await repeatedCalls(db) : 0,
    note,
  };
}

/** Starts a run and sends it a signal after a share of the calls, as often as there are rounds. */
function sendSignal(signal: NodeJS.Signals) {
  return async (db: string): Promise<string> => {
    const codes: (number | null)[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const { child, ended } = start(db);
      const enough = (answeredAlone * round) / (ROUNDS + 1);
      const done = ended.then(() => true);
      while (endpoint.answered() < enough && !(await Promise.race([done, sleep(5, false)])));
      child.kill(signal);
      codes.push((await ended).code);
    }
    return `${signal}, ended with ${codes.join(", ")}`;
  };
}

async function tornJournal(db: string): Promise<string> {
  const said = await sendSignal("SIGKILL")(db);
  const journals = readdirSync(WORK).filter(
    (file) => file.endsWith(".journal") && file.startsWith(db.split("/").at(-1) ?? ""),
  );
  for (const file of journals) {
    const path = join(WORK, file);
    const { size } = statSync(path);
    if (size > 40) truncateSync(path, size - 17);
  }
  // The reply whose line is torn is lost and has to be asked for again; that one is not paid twice by a fault of ours.
  return `${said}; ${journals.length} journal torn`;
}

/** Runs with a store on a file system of a few megabytes, then goes on with what was saved on a larger one. */
async function fullDisc(db: string): Promise<string> {
  const mount = join(WORK, "small");
  mkdirSync(mount, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", mount], { stdio: "ignore" });
  } catch {
    return "NOT RUN: a small file system could not be mounted here (needs root)";
  }
  try {
    const small = join(mount, "lab.duckdb");
    const { code, err } = await start(small).ended;
    const said = /disc is full|disk is full|no space/i.test(err)
      ? "said so"
      : `said ${JSON.stringify(err.slice(-200))}`;
    for (const file of readdirSync(mount))
      copyFileSync(join(mount, file), join(WORK, file.replace("lab.duckdb", db.split("/").at(-1) ?? "")));
    return `ended with ${code}, ${said}`;
  } finally {
    execFileSync("umount", [mount]);
  }
}

/** Runs against an endpoint that fails; the finishing run meets a healthy one. */
function faulty(choose: (n: number) => Fault) {
  return async (db: string): Promise<string> => {
    endpoint.failBy(choose);
    const { code } = await start(db).ended;
    return `first run ended with ${code}`;
  };
}

async function twoAtOnce(db: string): Promise<string> {
  const [one, two] = [start(db), start(db)];
  const codes = [(await one.ended).code, (await two.ended).code];
  return `ended with ${codes.join(" and ")}`;
}

const CASES: readonly (readonly [what: string, disturb: (db: string) => Promise<string>])[] = [
  ["kill -9", sendSignal("SIGKILL")],
  ["SIGINT", sendSignal("SIGINT")],
  ["SIGTERM", sendSignal("SIGTERM")],
  ["torn journal", tornJournal],
  ["full disc", fullDisc],
  ["server dies", faulty((n) => (n < answeredAlone / 3 ? "none" : "reset"))],
  ["429s", faulty((n) => (n % 3 === 1 ? "429" : "none"))],
  ["broken bodies", faulty((n) => (n % 5 === 2 ? "html" : n % 7 === 3 ? "cut" : "none"))],
  ["two command lines", twoAtOnce],
];

const rows: Row[] = [];
for (const [what, disturb] of CASES) {
  const row = await soak(what, disturb);
  rows.push(row);
  console.log(
    `${row.what.padEnd(18)} lost ${row.lost}  doubled ${row.doubled}  wrong ${row.wrong}  paid twice ${row.paidTwice} (${row.repeated} in repeated attempts)  ${row.note}`,
  );
}
rmSync(WORK, { recursive: true, force: true });

/** A reply that is on its way when the process ends is paid and lost, at most one a worker; a torn line costs its own. */
const STOPPED: readonly string[] = ["kill -9", "SIGINT", "SIGTERM", "torn journal", "full disc"];
const allowed = (row: Row): number => row.repeated + (STOPPED.includes(row.what) ? ROUNDS * (WIDTH + 1) : 0);
const bad = rows.filter(
  (row) =>
    row.lost + row.doubled + row.wrong > 0 || row.paidTwice > allowed(row) || row.note.startsWith("FAILED"),
);
console.log(
  `${expected.size} trials and ${answeredAlone} calls a run; ${rows.length - bad.length} of ${rows.length} cases without loss`,
);
process.exitCode = bad.length === 0 ? 0 : 1;
