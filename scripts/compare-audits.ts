/** Writes buildaharness-audits.md and .html: `npx tsx scripts/compare-audits.ts ../shared/data/buildaharness [reports]`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { renderHtml } from "../src/report/html/page.ts";
import { auditsPage, auditsReport, readAudits } from "./published-audits.ts";

const [, , folder, target = "reports"] = argv;
if (folder === undefined) {
  stderr.write("usage: npx tsx scripts/compare-audits.ts FOLDER [OUTPUT FOLDER]\n");
  exit(2);
}
const audits = await readAudits(folder);
mkdirSync(target, { recursive: true });
writeFileSync(join(target, "buildaharness-audits.md"), auditsPage(audits));
writeFileSync(join(target, "buildaharness-audits.html"), await renderHtml(auditsReport(folder, audits)));
stdout.write(`wrote ${join(target, "buildaharness-audits.md")} and .html\n`);
