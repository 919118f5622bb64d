/** Findings about an endpoint, before money is spent. */

/** `ok`: nothing follows; `warning`: works, with what it says; `problem`: no run is possible so; `unknown`: could not be told. */
export type FindingStatus = "ok" | "warning" | "problem" | "unknown";

export interface DoctorFinding {
  /** Stable kebab-case name: `reachable`, `seeds`, `native-tools`, ... */
  readonly id: string;
  readonly status: FindingStatus;
  /** One or two sentences with the figures that were measured. */
  readonly finding: string;
  /** Command-line options that answer it; `<...>` is for the operator to fill in. */
  readonly options: readonly string[];
}

export interface DoctorReport {
  readonly model: string;
  /** Null = the default endpoint, or the simulated model in process. */
  readonly baseUrl: string | null;
  readonly findings: readonly DoctorFinding[];
  /** The options of all findings, each once, without those that are set already. */
  readonly suggested: readonly string[];
}
