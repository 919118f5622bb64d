/** AUDIT_RETRY_SYSTEM_ERRORS: one more try, once per task, for what broke rather than ran out (A-109..A-111). */

import type { Feature } from "../../extensions/extension-points.ts";
import { takeTry, triesOf } from "../../extensions/one-try.ts";

const ID = "retry-system-errors";
const TRIES = triesOf(ID);

/** Hangs on the ladder's switch; exhausted tasks and failed verification are left alone. */
export function retrySystemErrors(): Feature {
  return {
    id: ID,
    hooks: {
      strategySwitched: {
        async run(context, { failure, strategy }) {
          const again = failure.kind === "system-error" && takeTry(TRIES, context, failure.task);
          return { value: again, fired: again ? `${failure.task} is tried again under ${strategy}` : null };
        },
      },
    },
  };
}
