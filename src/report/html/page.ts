/** The report as one self-contained HTML file: no script, no request, light and dark. */

import type { ReportDocument } from "../../core/report-document.ts";
import { designSection, processSection } from "./design-section.ts";
import { flagSection } from "./flag-section.ts";
import { html, trusted } from "./markup.ts";
import { overview } from "./overview.ts";
import { pageHead } from "./page-head.ts";
import { STYLE } from "./style.ts";

// Even if some text got through as markup, the browser would neither run nor fetch anything.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Renders the page; every string of the document is escaped on its way in. */
export async function renderHtml(document: ReportDocument): Promise<string> {
  const summary = await overview(document);
  const sections = [];
  for (const [index, section] of document.sections.entries())
    sections.push(await flagSection(document, section, index));
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
${pageHead(document)}
${document.origin === "experiment" && document.design ? html`${await designSection(document.design)}\n` : ""}${summary}
${sections}
${document.origin === "experiment" && document.process ? html`${processSection(document.process)}\n` : ""}<footer>harness-lab ${document.provenance.labVersion}. Every number here can be recomputed from ${document.origin === "rows" ? "the named rows" : "the store by SQL"}.</footer>
</main>
</body>
</html>
`.source
  }`;
}
