/** The report as JSON: the document itself, nothing added and nothing rounded. */

import { jsonText } from "../core/json-text.ts";
import type { ReportDocument } from "../core/report-document.ts";

/** Renders the document; parsing gives it back. */
export function renderJson(document: ReportDocument): string {
  return jsonText(document);
}
