/** The report as one self-contained HTML file: no script, no request, light and dark. */

import type { ReportDocument } from "../../core/report-document.ts";
import { contrastsOf } from "../model-facts.ts";
import { designSection, modelSection, processSection } from "./design-section.ts";
import { flagSection } from "./flag-section.ts";
import { html } from "./markup.ts";
import { overview } from "./overview.ts";
import { pageFrame } from "./page-frame.ts";
import { pageHead } from "./page-head.ts";

/** Renders the page; every string of the document is escaped on its way in. */
export async function renderHtml(document: ReportDocument): Promise<string> {
  const summary = await overview(document);
  const sections = [];
  for (const [index, section] of document.sections.entries())
    sections.push(await flagSection(document, section, index));
  return pageFrame(
    document.title,
    html`${pageHead(document)}
${document.origin === "experiment" && document.design ? html`${await designSection(document.design)}\n` : ""}${contrastsOf(document).length > 0 ? html`${modelSection(document)}\n` : ""}${summary}
${sections}
${document.origin === "experiment" && document.process ? html`${processSection(document.process)}\n` : ""}<footer>harness-lab ${document.provenance.labVersion}. Every number here can be recomputed from ${document.origin === "rows" ? "the named rows" : "the store by SQL"}.</footer>`,
  );
}
