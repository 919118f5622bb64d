/** The identity of a scenario's checks: scores of another digest were given by other checks. */

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { digestOf, digestText } from "../core/digest.ts";
import type { Scenario } from "../core/scenario.ts";
import { JUDGE_WORDING } from "./judge-check.ts";

/** Raised whenever a check comes to judge the same trial differently. */
const GRADER_VERSION = 2;

/**
 * Digest of everything that decides scores; with the scenario's file, the source of its check modules counts too, and
 * where a judge decides, who it is and what it is told.
 */
export function checksDigest(scenario: Scenario, file?: string, judge?: string | null): string {
  const modules = scenario.expect.flatMap((check) =>
    "module" in check && file !== undefined ? [sourceDigest(resolve(dirname(file), check.module.path))] : [],
  );
  const { expect, mechanism, signature } = scenario;
  return digestOf({
    grader: GRADER_VERSION,
    expect,
    mechanism,
    signature: signature?.checks,
    modules,
    ...(judge && expect.some((check) => "judge" in check) ? { judge, wording: JUDGE_WORDING } : {}),
  });
}

function sourceDigest(path: string): string | null {
  try {
    return digestText(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
