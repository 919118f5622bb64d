/** Two command lines at once on one store: the second is refused with the first one's name, and nothing is paid twice. */

import { readdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { personalityNamed } from "../llm/server/personality.ts";
import { startSimulatedServer } from "../llm/server/simulated-server.ts";
import { withStore } from "../record/store.ts";
import { countingProxy } from "../testing/counting-proxy.ts";
import { JUDGED, JUDGED_FLAG, RUBRIC } from "../testing/judged-scenario.ts";
import { command } from "../testing/run-command.ts";
import { scenarioOf } from "../testing/scenario-builder.ts";
import { scenarioFile } from "../testing/scenario-file.ts";
import { tempFolder } from "../testing/temp-folder.ts";

/** An endpoint that answers nobody before `open` is called. */
async function heldEndpoint() {
  const server = await startSimulatedServer({
    port: 0,
    personality: personalityNamed("well-behaved"),
    rules: () => scenarioOf(JUDGED).rules,
  });
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const proxy = await countingProxy(server.url, () => opened);
  return {
    ...proxy,
    open,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

interface Place {
  readonly scenario: string;
  readonly file: (name: string) => string;
  readonly endpoint: readonly string[];
  readonly judge: readonly string[];
}

/** Writes a file of the test and gives its path. */
function written({ file }: Place, name: string, text: string): string {
  writeFileSync(file(name), text);
  return file(name);
}

const COMMANDS: readonly (readonly [name: string, args: (place: Place) => readonly string[]])[] = [
  [
    "ablate",
    ({ scenario, endpoint, judge }) => [
      ...["ablate", JUDGED_FLAG, "--scenarios", scenario, "--seeds", "1"],
      ...[...endpoint, ...judge],
    ],
  ],
  [
    "run",
    (place) => {
      const text = JSON.stringify({
        name: "two",
        vary: [JUDGED_FLAG],
        scenarios: [place.scenario],
        seeds: 1,
        baseline: { flags: { [JUDGED_FLAG]: false } },
        variants: { on: { flags: { [JUDGED_FLAG]: true } } },
      });
      return ["run", written(place, "experiment.yaml", text), ...place.endpoint, ...place.judge];
    },
  ],
  [
    "gate",
    ({ scenario, endpoint, judge }) => [
      ...["gate", "--candidate", `${JUDGED_FLAG}=0`, "--scenarios", scenario, "--seeds", "1", "--force"],
      ...[...endpoint, ...judge],
    ],
  ],
  [
    "calibrate",
    ({ scenario, endpoint, judge }) => [
      ...["calibrate", JUDGED_FLAG, "--scenarios", scenario, "--seeds", "1"],
      ...[...endpoint, ...judge],
    ],
  ],
  [
    "rerun",
    ({ endpoint, judge }) => [
      ...["rerun", "judged/limits#1@baseline", "--times", "2"],
      ...[...endpoint, ...judge],
    ],
  ],
  [
    "regrade",
    (place) => {
      // Another rubric is another question, so the stored verdicts do not answer it.
      scenarioFile(place.file("."), { ...JUDGED, expect: [{ judge: { rubric: `${RUBRIC} Both.` } }] });
      return ["regrade", ...place.judge];
    },
  ],
  [
    "judge-check",
    (place) => {
      const label = { text: "6000 and 50", rubric: RUBRIC, label: "pass" };
      const labels = written(place, "labels.jsonl", JSON.stringify(label));
      return ["judge-check", labels, "--scenarios", place.scenario, ...place.judge];
    },
  ],
];

/** Stores one seed of both arms, without the endpoint. */
async function storeRun(scenario: string, db: string): Promise<void> {
  const selection = ["--scenarios", scenario, "--seeds", "1", "--judge-model", "simulated", "--db", db];
  expect((await command(["ablate", JUDGED_FLAG, ...selection])).code).toBe(0);
}

test.each(COMMANDS)(
  "of two %s at once the second is refused and asks nothing (reliability-1 row 1)",
  async (name, argsOf) => {
    using folder = tempFolder();
    const scenario = scenarioFile(folder.path, JUDGED);
    await using endpoint = await heldEndpoint();
    const db = folder.file("lab.duckdb");
    if (name === "rerun" || name === "regrade") await storeRun(scenario, db);
    const args = argsOf({
      scenario,
      file: folder.file,
      endpoint: ["--base-url", endpoint.url],
      judge: ["--judge-model", "simulated", "--judge-base-url", endpoint.url],
    });
    const first = command([...args, "--db", db]);
    await Promise.race([endpoint.arrived(1), first]);
    const asked = endpoint.seen.length;
    expect(asked).toBeGreaterThan(0);
    const second = await Promise.race([command([...args, "--db", db]), endpoint.arrived(asked + 1)]);
    expect(second).toMatchObject({
      code: 2,
      err: expect.stringMatching(new RegExp(`process ${process.pid} on[^]*lab.duckdb.lock`)),
    });
    endpoint.open();
    const { code, err } = await first;
    expect([0, 1], err).toContain(code);
    expect(endpoint.seen.length).toBe(new Set(endpoint.seen).size);
    expect(readdirSync(folder.path).filter((name) => /lock|journal/.test(name))).toEqual([]);
    // What reads works while the first one runs, and nothing of the second is in the store.
    await withStore(db, "read", async (store) => {
      const [doubled] = await store.query("SELECT count(*) - count(DISTINCT id) AS doubled FROM trials");
      expect(doubled).toEqual({ doubled: 0 });
    });
  },
);
