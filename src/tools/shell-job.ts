/** The words between the world and its shell thread: one command with the files it sees, and what came of it. */

export interface ShellJob {
  readonly command: string;
  /** Text by path, relative to the workspace. */
  readonly files: Readonly<Record<string, string>>;
  readonly emptyDirectories: readonly string[];
  /** Milliseconds that the clock shows when the command starts. */
  readonly nowMs: number;
  /** Starts the stream of $RANDOM and every other draw inside the command. */
  readonly chanceSeed: string;
}

export interface ShellOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** Reason why the command was cut off, null when it ended by itself. */
  readonly cut: "slept-too-long" | "too-much-work" | null;
  readonly files: Readonly<Record<string, string>>;
  readonly emptyDirectories: readonly string[];
}

/** Seconds a command may pretend to sleep; the clock of the trial does not move with it. */
export const MAX_SLEEP_SECONDS = 30;
