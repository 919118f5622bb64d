/** Collects what a run's numbers rest on: commit, harness source, flag catalogue, scenarios and price table. */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Arm } from "../../core/arm.ts";
import { shortDigest } from "../../core/digest.ts";
import type { Provenance } from "../../core/experiment.ts";
import { FLAGS } from "../../core/flag-catalogue.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { Harness } from "../../harnesses/contract/harness.ts";
import { harnessOf } from "./harness-registry.ts";
import { labVersion, PROJECT_ROOT, runsFromSource } from "./project.ts";
import { digestSources } from "./source-digest.ts";

/** Digest of the source that these arms run on: one of the harness, or one of all where they have several. */
export async function harnessDigest(arms: readonly Pick<Arm, "harness">[]): Promise<string> {
  const harnesses = [...new Map(arms.map((arm) => [arm.harness, harnessOf(arm)])).values()];
  const digests = await Promise.all(harnesses.map(sourceDigest));
  const [only] = digests;
  return only !== undefined && digests.length === 1 ? only : shortDigest(digests.toSorted());
}

/** Taken from the sources, or as written at build time. */
async function sourceDigest(harness: Harness): Promise<string> {
  if (runsFromSource()) return digestSources(join(PROJECT_ROOT, "src"), harness);
  const info = JSON.parse(await readFile(join(PROJECT_ROOT, "dist", "build-info.json"), "utf8")) as {
    readonly harnessDigests: Readonly<Record<string, string>>;
  };
  const digest = info.harnessDigests[harness.id];
  if (digest === undefined) throw new Error(`the build has no digest of the ${harness.id} harness`);
  return digest;
}

/** Basis of an experiment over these scenarios. */
export async function provenanceOf(
  scenarios: readonly LoadedScenario[],
  setup: { readonly simulated: boolean; readonly priceTable: string; readonly harnessDigest: string },
): Promise<Provenance> {
  return {
    ...(await labIdentity()),
    harnessDigest: setup.harnessDigest,
    catalogueDigest: shortDigest(FLAGS),
    scenarioDigests: Object.fromEntries(
      scenarios.map((loaded) => [loaded.scenario.id, loaded.digest.slice(0, 12)] as const).sort(),
    ),
    priceTable: setup.priceTable,
    simulated: setup.simulated,
  };
}

/** This lab: its commit and version. */
export async function labIdentity(): Promise<Pick<Provenance, "commit" | "labVersion">> {
  commit ??= gitCommit();
  return { commit: await commit, labVersion: labVersion() };
}

/** Asked once: what this process runs is what it loaded, whatever becomes of the checkout meanwhile. */
let commit: Promise<string | null> | null = null;

/** The commit of the lab's checkout, `+dirty` when sources or scenarios differ from it; null outside a checkout. */
async function gitCommit(): Promise<string | null> {
  const git = (...args: readonly string[]) =>
    promisify(execFile)("git", ["-C", PROJECT_ROOT, ...args]).then(({ stdout }) => stdout.trim());
  try {
    const [head, changes] = await Promise.all([
      git("rev-parse", "--short=12", "HEAD"),
      git("status", "--porcelain", "--", "src", "scenarios", "package-lock.json"),
    ]);
    return changes === "" ? head : `${head}+dirty`;
  } catch {
    return null;
  }
}
