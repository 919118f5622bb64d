/** AUDIT_RETRY_SYSTEM_ERRORS: one more try, once per task, for what broke rather than ran out (A-109..A-111). */

import type { Feature } from "../../extensions/extension-points.ts";

/** Hangs on the ladder's switch; exhausted tasks and failed verification are left alone. */
export function retrySystemErrors(): Feature {
  const tried = new Set<string>();
  return {
    id: "retry-system-errors",
    hooks: {
      strategySwitched: {
        async run(context, { failure, strategy }) {
          const task = `${context.input.turn}/${failure.task}`;
          const again = failure.kind === "system-error" && !tried.has(task);
          if (again) tried.add(task);
          return { value: again, fired: again ? `${failure.task} is tried again under ${strategy}` : null };
        },
      },
    },
  };
}
