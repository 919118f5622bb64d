/** Words for calls or transcripts that nobody recorded, which does not mean that there were none. */

import type { ReportDocument } from "../core/report-document.ts";

/** Said where no call is on record. */
export function noCalls({ origin }: ReportDocument): string {
  return origin === "rows" ? "Calls by purpose are unknown: the rows hold none." : "No model call was made.";
}

/** Said where no transcript is shown. */
export function noTranscripts({ origin }: ReportDocument): string {
  return origin === "rows"
    ? "Transcripts are unknown: the rows hold none."
    : "No pair is discordant or has an error.";
}
