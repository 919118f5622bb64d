/** AUDIT_RETRY_SYSTEM_ERRORS: one more try, once per task, for what broke rather than ran out (A-109..A-111). */

import type { Feature } from "../../extensions/extension-points.ts";
import { sessionState } from "../../extensions/kept-state.ts";

const ID = "retry-system-errors";
/** Tasks that had their try, as `turn/task`. */
const TRIED = sessionState<readonly string[]>(ID, []);

/** Hangs on the ladder's switch; exhausted tasks and failed verification are left alone. */
export function retrySystemErrors(): Feature {
  return {
    id: ID,
    hooks: {
      strategySwitched: {
        async run(context, { failure, strategy }) {
          const task = `${context.input.turn}/${failure.task}`;
          const tried = TRIED.read(context);
          const again = failure.kind === "system-error" && !tried.includes(task);
          if (again) TRIED.write(context, [...tried, task]);
          return { value: again, fired: again ? `${failure.task} is tried again under ${strategy}` : null };
        },
      },
    },
  };
}
