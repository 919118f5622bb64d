/** The committed comparison of the published audits is what the script writes today. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sharedData, warnOfSkipped } from "../src/testing/shared-data.ts";
import { auditsPage, auditsReport, readAudits } from "./published-audits.ts";

const data = sharedData("data/buildaharness");
warnOfSkipped([[data, 1]]);

test.skipIf(data === null)("reports/buildaharness-audits.md is reproduced to the byte", async () => {
  const audits = await readAudits(data ?? "");
  const committed = readFileSync(new URL("../reports/buildaharness-audits.md", import.meta.url), "utf8");
  expect(auditsPage(audits)).toBe(committed);
  const { sections, rows } = auditsReport(data ?? "", audits);
  expect([sections.length, rows.rows]).toEqual([3, 720]);
});
