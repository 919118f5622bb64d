/** Progress of long work on standard error: trials done of all, passes by arm, spent, time left. */

import { roughDuration, usd } from "../../core/format.ts";
import { outcomeOf } from "../../core/score.ts";
import type { GradedTrial } from "../../core/trial.ts";
import type { Console } from "./result.ts";

export interface Progress {
  /** Counts a finished attempt of a block. */
  add(trials: readonly GradedTrial[], last: boolean): void;
  end(): void;
}

/** Shows a live line on a terminal, one line a tenth elsewhere; `done` trials of `all` are stored already, and simulated ones cost nothing. */
export function showProgress(
  console: Console,
  { all, done, isPaid }: { readonly all: number; readonly done: number; readonly isPaid: boolean },
): Progress {
  const started = Date.now();
  const passes = new Map<string, { passed: number; of: number }>();
  let finished = done;
  let spent: number | null = 0;
  let errors = 0;
  let tenth = Math.floor((done / Math.max(all, 1)) * 10);

  const line = (): string => {
    const byArm = [...passes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([arm, { passed, of }]) => `${arm} ${passed}/${of}`);
    const fresh = finished - done;
    const left = fresh > 0 ? ((Date.now() - started) / fresh) * (all - finished) : null;
    return [
      `${finished}/${all} trials`,
      errors > 0 ? `${errors} errors` : "",
      isPaid ? `spent ${usd(spent)}` : "",
      left === null ? "" : `${roughDuration(left)} left`,
      // Last, since a narrow terminal cuts the line.
      `passed: ${byArm.join(", ")}`,
    ]
      .filter(Boolean)
      .join(" | ");
  };

  return {
    add(trials, last) {
      for (const trial of trials) {
        const arm = trial.outcome.key.arm;
        const count = passes.get(arm) ?? { passed: 0, of: 0 };
        if (trial.outcome.error) errors += 1;
        else {
          count.of += 1;
          if (outcomeOf(trial.scores) === "pass") count.passed += 1;
        }
        passes.set(arm, count);
        for (const call of trial.outcome.calls)
          spent = spent === null || call.spentUsd === null ? null : spent + call.spentUsd;
      }
      if (last) finished += trials.length;
      if (console.status) console.status(line());
      else {
        const now = Math.floor((finished / Math.max(all, 1)) * 10);
        if (now > tenth) console.note(line());
        tenth = now;
      }
    },
    end() {
      if (console.status && finished > done) console.note(line());
    },
  };
}
