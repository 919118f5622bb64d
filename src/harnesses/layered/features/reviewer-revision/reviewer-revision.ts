/** AUDIT_REVIEWER_REVISION: the last answer goes back once with the reviewer's finding. */

import type { Feature } from "../../extensions/extension-points.ts";
import type { Finding } from "../../layers/reviewer/findings.ts";

/** Hangs on the merged findings, where every task is complete and the reviewer reopens none itself. */
export function reviseOnce(): Feature {
  return {
    id: "reviewer-revision",
    hooks: {
      reviewed: {
        async run({ states: { planning } }, { findings }) {
          const found = findings.filter(asksForRevision).map(({ text }) => text);
          const reopens = findings.some(({ lens, tasks }) => lens === "reviewer" && tasks.length > 0);
          const { tasks, dropped } = planning;
          const complete = dropped.length === 0 && tasks.every(({ state }) => state === "COMPLETE");
          const last = tasks.filter(({ answers }) => answers).at(-1);
          if (found.length === 0 || reopens || !complete || !last) return { value: [], fired: null };
          const finding = found.join("; ");
          return { value: [{ task: last.id, finding }], fired: `${last.id} goes back: ${finding}` };
        },
      },
    },
  };
}

/** A HIGH verdict of any lens, or a criterion of the user's that no answer covers. */
function asksForRevision({ lens, severity }: Finding): boolean {
  return severity === "HIGH" || lens === "implementer";
}
