/** The state of a trial's world as plain data: what checks look at and what is stored. */

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly at: string;
}

export interface Reminder {
  readonly id: string;
  readonly text: string;
  readonly due: string;
}

export interface WorldSnapshot {
  readonly now: string;
  /** Text by path, relative to the workspace, sorted by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly mail: readonly SentMail[];
  readonly reminders: readonly Reminder[];
  /** Shell commands that were really executed, in order. */
  readonly executed: readonly string[];
}

/** Orders files by path, by code unit, so that equal worlds have equal bytes. */
export function sortedFiles(files: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
  return Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
