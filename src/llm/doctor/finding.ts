/** Short ways to state a finding. */

import type { DoctorFinding, FindingStatus } from "../../core/doctor-report.ts";

/** A finding of the given id and status. */
export function finding(
  id: string,
  status: FindingStatus,
  text: string,
  options: readonly string[] = [],
): DoctorFinding {
  return { id, status, finding: text, options };
}
