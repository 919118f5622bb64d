/** The report as JSON: the document itself, nothing added and nothing rounded. */

import type { ReportDocument } from "../core/report-document.ts";

// JSON leaves these bare although a terminal that prints the file would act on them.
const UNSHOWABLE = /[\u007f-\u009f\u2028\u2029]|\p{Bidi_Control}/gu;

/** JSON text that is safe to print: control and direction characters are written as escapes. */
export function printableJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(
    UNSHOWABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${text}\n`;
}

/** Renders the document; parsing gives it back. */
export function renderJson(document: ReportDocument): string {
  return printableJson(document);
}
