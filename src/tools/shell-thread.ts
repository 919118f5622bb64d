/** Body of the shell's own thread: runs jobs one by one in a realm where time and chance belong to the trial. */

import { parentPort } from "node:worker_threads";
import { Bash, type CommandName, getCommandNames } from "just-bash";
import { seededRandom } from "../core/random.ts";
import { MAX_SLEEP_SECONDS, type ShellJob, type ShellOutcome } from "./shell-job.ts";

const ROOT = "/workspace";
const SystemDate = Date;
let nowMs = 0;

/** Date of this thread: stands at the job's time and moves only when the command sleeps. */
class TrialDate extends SystemDate {
  constructor(...parts: ConstructorParameters<typeof Date> | []) {
    if (parts.length === 0) super(nowMs);
    else super(...parts);
  }
  static override now(): number {
    return nowMs;
  }
}

class SleptTooLong extends Error {}

// These commands keep time or chance of their own that cannot be held to the trial's.
const WITHHELD: ReadonlySet<string> = new Set(["sqlite3"]);

async function run(job: ShellJob): Promise<ShellOutcome> {
  nowMs = job.nowMs;
  const chance = seededRandom(job.chanceSeed);
  Math.random = () => chance.next();
  performance.now = () => nowMs - job.nowMs;
  const tooLong = new AbortController();
  let cut: ShellOutcome["cut"] = null;
  const shell = new Bash({
    files: Object.fromEntries(Object.entries(job.files).map(([path, text]) => [`${ROOT}/${path}`, text])),
    cwd: ROOT,
    env: { HOME: ROOT, USER: "user" },
    commands: getCommandNames().filter((name): name is CommandName => !WITHHELD.has(name)),
    processInfo: { pid: 1000, ppid: 1, uid: 1000, gid: 1000 },
    executionLimits: {
      maxCommandCount: 10_000,
      maxLoopIterations: 10_000,
      maxAwkIterations: 100_000,
      maxOutputSize: 1 << 20,
      maxFileSystemBytes: 64 << 20,
      maxStringLength: 8 << 20,
    },
    sleep: async (durationMs) => {
      nowMs += durationMs;
      if (nowMs - job.nowMs > MAX_SLEEP_SECONDS * 1000) {
        cut = "slept-too-long";
        tooLong.abort();
        throw new SleptTooLong(`slept more than ${MAX_SLEEP_SECONDS} s`);
      }
    },
  });
  await shell.fs.mkdir(ROOT, { recursive: true });
  for (const directory of job.emptyDirectories)
    await shell.fs.mkdir(`${ROOT}/${directory}`, { recursive: true });
  const result = await shell.exec(job.command, { rawScript: true, signal: tooLong.signal });
  if (result.exitCode === 126 && /too many|limit|exceeded/i.test(result.stderr)) cut ??= "too-much-work";
  return {
    stdout: result.stdout,
    stderr: result.stderr,
    exitCode: result.exitCode,
    cut,
    ...(await harvest(shell)),
  };
}

/** Reads the workspace back; links count as the file they point to. */
async function harvest(shell: Bash): Promise<Pick<ShellOutcome, "files" | "emptyDirectories">> {
  const files: Record<string, string> = {};
  const directories: string[] = [];
  for (const path of shell.fs.getAllPaths()) {
    if (!path.startsWith(`${ROOT}/`)) continue;
    const name = path.slice(ROOT.length + 1);
    const stat = await shell.fs.stat(path).catch(() => null);
    if (stat?.isFile) files[name] = await shell.fs.readFile(path);
    else if (stat?.isDirectory) directories.push(name);
  }
  const names = [...Object.keys(files), ...directories];
  return {
    files,
    emptyDirectories: directories.filter(
      (directory) => !names.some((name) => name.startsWith(`${directory}/`)),
    ),
  };
}

globalThis.Date = TrialDate as DateConstructor;

parentPort?.on("message", async (job: ShellJob) => {
  try {
    parentPort?.postMessage({ outcome: await run(job) });
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
