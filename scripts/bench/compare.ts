/** Measures `compare` on many rows: `npx tsx scripts/bench/compare.ts [ROWS]`; time and memory of the command alone. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, execPath, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { mulberry32 } from "../../src/analyse/mulberry32.ts";

const SEEDS = 50;
const ARMS = ["off", "on"] as const;
const rows = Number(argv[2] ?? 100_000);
const random = mulberry32(1);

function line(place: number): string {
  const [arm, seed] = [ARMS[place % 2] ?? "on", Math.floor(place / 2) % SEEDS];
  const task = Math.floor(place / (2 * SEEDS));
  const passes = random() < (arm === "on" ? 0.55 : 0.5);
  const [cost, latency, tokens] = [random() * 0.02, random() * 9000, random() * 9000];
  return `${arm},task-${task},${seed},${passes},${cost.toFixed(5)},${latency.toFixed(0)},${tokens.toFixed(0)}`;
}

const folder = mkdtempSync(join(tmpdir(), "bench-compare-"));
const file = join(folder, "rows.csv");
const head = "arm,task,seed,success,cost_usd,latency_ms,total_tokens";
writeFileSync(file, [head, ...Array.from({ length: rows }, (_, place) => line(place))].join("\n"));

const LAUNCH = `process.on("exit", () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require("node:fs").writeSync(2, "\\nUSED " + JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 })); });`;
const launcher = join(folder, "launch.cjs");
writeFileSync(launcher, LAUNCH);
const root = fileURLToPath(new URL("../..", import.meta.url));

for (const [name, ...options] of [["text"], ["--json", "--json"]] as const) {
  const start = performance.now();
  const ran = spawnSync(
    execPath,
    ["--require", launcher, join(root, "dist/cli/main.js"), "compare", file, "--control", "off", ...options],
    { encoding: "utf8", maxBuffer: 2 ** 30 },
  );
  const seconds = (performance.now() - start) / 1000;
  const used = JSON.parse(/USED (\{.*\})/.exec(ran.stderr)?.[1] ?? "{}") as { cpu?: number; rss?: number };
  stdout.write(
    `${name}: exit ${ran.status}, ${seconds.toFixed(1)} s wall, ${used.cpu?.toFixed(1)} s CPU, ${used.rss?.toFixed(0)} MB, ${(ran.stdout.length / 1e6).toFixed(1)} MB out of ${(statSync(file).size / 1e6).toFixed(1)} MB of rows\n`,
  );
}
rmSync(folder, { recursive: true });
