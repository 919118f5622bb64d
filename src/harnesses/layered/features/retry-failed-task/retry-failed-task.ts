/** AUDIT_RETRY_FAILED_TASK: one more try, once per task, for whatever failed: broken, run out or rejected. */

import type { Feature } from "../../extensions/extension-points.ts";
import { takeTry, triesOf } from "../../extensions/one-try.ts";

const ID = "retry-failed-task";
const TRIES = triesOf(ID);

/** Hangs on the ladder's switch; the task goes on with what it had read, its budget is new. */
export function retryFailedTask(): Feature {
  return {
    id: ID,
    hooks: {
      strategySwitched: {
        async run(scope, { failure, strategy }) {
          const again = takeTry(TRIES, scope, failure.task);
          const fired = `${failure.task} (${failure.kind}) is tried again under ${strategy}`;
          return { value: again, fired: again ? fired : null };
        },
      },
    },
  };
}
