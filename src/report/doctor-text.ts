/** The findings on an endpoint, one a line, and the options that follow from them. */

import type { DoctorReport } from "../core/doctor-report.ts";

const MARKS = { ok: "ok     ", warning: "warning", problem: "PROBLEM", unknown: "unknown" } as const;

/** Text of an examined endpoint. */
export function doctorText({ findings, suggested }: DoctorReport): string {
  return [
    ...findings.map(({ status, finding }) => `${MARKS[status]}  ${finding}`),
    "",
    suggested.length > 0 ? `options that follow: ${suggested.join(" ")}` : "no option has to change",
  ].join("\n");
}
