/** Runs a command for each JSON document on the example scenarios, and shortens what it prints for readers. */

import { join } from "node:path";
import { JUDGED, RUBRIC } from "../../src/testing/judged-scenario.ts";
import { command } from "../../src/testing/run-command.ts";
import { scenarioFile } from "../../src/testing/scenario-file.ts";
import { tempFolder } from "../../src/testing/temp-folder.ts";
import { ROOT } from "./citations.ts";

const OWN = join(ROOT, "examples/own-scenarios");
const FLAG = "AUDIT_RETRY_SYSTEM_ERRORS";

/** Prints every document once, by its name; each comes from a command that really ran. */
export async function printedDocuments(): Promise<ReadonlyMap<string, unknown>> {
  using folder = tempFolder();
  const printed = new Map<string, unknown>();
  const db = ["--db", folder.file("lab.duckdb")];
  const print = async (name: string, ...args: readonly string[]) => {
    const { out, err } = await command([...args, "--json"]);
    if (out === "") throw new Error(`${args.join(" ")} printed nothing: ${err}`);
    printed.set(name, readable(JSON.parse(out), folder.path));
  };
  const own = ["--scenarios", join(OWN, "payments/iban-after-outage.yaml"), "--seeds", "1"];
  await print("plan", "plan", "--flags", FLAG, ...own, ...db, "--force");
  await print("report", "ablate", FLAG, ...own, ...db);
  await print("experiments", "experiments", ...db);
  await print("trials", "trials", ...db);
  const trials = printed.get("trials") as readonly { readonly id: string; readonly outcome: string }[];
  const idOf = (outcome: string) => trials.find((one) => one.outcome === outcome)?.id ?? "latest";
  await print("transcript", "show", idOf("fail"), ...db);
  await print("replay", "replay", idOf("fail"), ...db);
  await print("diff", "diff", idOf("fail"), idOf("pass"), ...db);
  await print("rerun", "rerun", idOf("fail"), "--times", "1", ...db);
  await print("rerun-plan", "rerun", idOf("fail"), "--dry-run", ...db);
  await print("rerun-failed", "rerun", "--failed", "--times", "1", ...db);
  await print("rerun-failed-plan", "rerun", "--failed", "--dry-run", ...db);
  await print("regrade", "regrade", "latest", ...db);
  await print("baseline", "baseline", "save", "main", ...db);
  await print("baselines", "baseline", "list", ...db);
  await print("export", "export", "--artifact", folder.file("artifact"), ...db);
  await print("merge", "merge", folder.file("lab.duckdb"), "--db", folder.file("merged.duckdb"));
  await print("calibration", "calibrate", FLAG, ...own, ...db);
  await print("gate", "gate", "--candidate", `${FLAG}=0`, "--no-confirm", ...own, ...db);
  await print("no-result", "ablate", "AUDIT_NO_SUCH_FLAG");
  await print("flags", "flags", "--built");
  await print("scenarios", "scenarios", "--root", OWN);
  await print("lint", "scenarios", "lint", OWN);
  await print("doctor", "doctor");
  const label = {
    text: "6000 a minute, and 50 a second.",
    rubric: RUBRIC,
    label: "pass",
    scenario: JUDGED.id,
  };
  const labels = folder.write("labels.jsonl", `${JSON.stringify(label)}\n`);
  const judged = scenarioFile(folder.path, JUDGED);
  await print(
    "judge-check",
    "judge-check",
    labels,
    "--judge-model",
    "simulated",
    "--scenarios",
    judged,
    ...db,
  );
  return printed;
}

/** Leaves out where this machine keeps things. */
function readable(value: unknown, folder: string): unknown {
  const text = JSON.stringify(value).replaceAll(folder, ".harness-lab").replaceAll(ROOT, "");
  return JSON.parse(text);
}

const LONGEST = 90;
/** Digests, which any change of a source moves. */
const DIGEST = /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}(?:\+dirty)?\b/g;
const SHOWN_DIGEST = "4f1d2c9a7b30e8561d0c";
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHOWN_UUID = "5d0e2f6a-1c37-4b8e-9f24-4f1d2c9a7b30";
const SHOWN_TIME = "2026-03-02T09:00:00.000Z";

/**
 * Shortens a document: of each list the first item, of each long text the beginning. What is another at every run
 * (digests, times, durations) gets a fixed value, so that writing the examples anew changes what has changed.
 */
export function shorten(value: unknown, key = ""): unknown {
  if (typeof value === "string") {
    if (TIME.test(value)) return SHOWN_TIME;
    if (UUID.test(value)) return SHOWN_UUID;
    const text = value.replaceAll(DIGEST, (digest) => SHOWN_DIGEST.repeat(4).slice(0, digest.length));
    return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  }
  if (typeof value === "number") return /Ms$/.test(key) ? 1_200 : value;
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => shorten(item, key));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner, name)]));
}
