/** Writes the pages that are made from schemas, catalogue and scenarios: `npx tsx scripts/write-docs.ts [--check | --examples]`. */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "./docs/citations.ts";
import { JSON_DOCUMENTS } from "./docs/json-documents.ts";
import { exampleFile } from "./docs/json-pages.ts";
import { generatedPages } from "./docs/pages.ts";
import { differing } from "./docs/stale-pages.ts";

if (process.argv.includes("--examples")) await writeExamples();

const pages = await generatedPages();
const { stale, orphaned } = await differing(pages, (path) => readFile(join(ROOT, path), "utf8"));
if (process.argv.includes("--check")) {
  for (const path of [...stale, ...orphaned]) console.log(`stale: ${path}`);
  if (stale.length + orphaned.length > 0) {
    console.log("write them anew with: npm run docs:write");
    process.exitCode = 1;
  }
} else {
  for (const { path, text } of pages.filter((page) => stale.includes(page.path))) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true });
    await writeFile(join(ROOT, path), text);
    console.log(`wrote ${path}`);
  }
  for (const path of orphaned) {
    await rm(join(ROOT, path));
    console.log(`removed ${path}`);
  }
}

/** Runs a command for every JSON document and keeps what it prints, shortened. */
async function writeExamples(): Promise<void> {
  const { printedDocuments, shorten } = await import("./docs/json-examples.ts");
  const printed = await printedDocuments();
  await mkdir(join(ROOT, "docs/formats/examples"), { recursive: true });
  for (const document of JSON_DOCUMENTS)
    await writeFile(
      exampleFile(document),
      `${JSON.stringify(shorten(printed.get(document.name)), null, 2)}\n`,
    );
}
