/** The committed comparison of the published audits is what the script writes today. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sharedData } from "../src/testing/shared-data.ts";
import { auditsPage, auditsReport, readAudits } from "./published-audits.ts";

const data = sharedData("data/buildaharness");
if (data === null)
  console.warn("skipped 1 test: the recorded data of ../shared/data/buildaharness is absent");

test.skipIf(data === null)("reports/buildaharness-audits.md is reproduced to the byte", async () => {
  const audits = await readAudits(data ?? "");
  const committed = readFileSync(new URL("../reports/buildaharness-audits.md", import.meta.url), "utf8");
  expect(auditsPage(audits)).toBe(committed);
  const { sections, rows } = auditsReport(data ?? "", audits);
  expect([sections.length, rows.rows]).toEqual([3, 720]);
});
