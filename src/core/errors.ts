/** The one error type meant for the operator: what went wrong, where, and what to do about it. */

/** Exit codes, documented in the README; nothing else is ever returned by the command line. */
export const EXIT = {
  pass: 0,
  failed: 1,
  usage: 2,
  inconclusive: 3,
  broken: 4,
  bug: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface LabErrorDetails {
  /** Stable kebab-case name, e.g. `unknown-flag`. */
  readonly code: string;
  /** Fault, one sentence. */
  readonly what: string;
  /** File, field, line, id or option it is about. */
  readonly where?: string;
  /** The command or field to change. */
  readonly remedy?: string;
  /** Defaults to wrong usage (2). */
  readonly exitCode?: ExitCode;
  readonly cause?: unknown;
}

/** Raised for wrong use or a missing prerequisite; failures inside a trial are data, never a LabError. */
export class LabError extends Error {
  readonly code: string;
  readonly what: string;
  readonly where: string | undefined;
  readonly remedy: string | undefined;
  readonly exitCode: ExitCode;

  constructor(details: LabErrorDetails) {
    super(
      [details.what, details.where && `(${details.where})`, details.remedy && `- ${details.remedy}`]
        .filter(Boolean)
        .join(" "),
      { cause: details.cause },
    );
    this.name = "LabError";
    this.code = details.code;
    this.what = details.what;
    this.where = details.where;
    this.remedy = details.remedy;
    this.exitCode = details.exitCode ?? EXIT.usage;
  }
}
