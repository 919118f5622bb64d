/** Holds flags that aim at something else than success to a fixed number of pairs (STATISTICS 11.1). */

import type { Aim } from "../../core/aim.ts";
import { LabError } from "../../core/errors.ts";

/** Wrong use where such a flag is to be looked at while it runs: a saving has no test that allows it. */
export function requireFixed(
  aim: Aim | undefined,
  design: "fixed" | "sequential",
  flag: string | null,
): void {
  if (aim === undefined || aim === "success" || design === "fixed") return;
  const seeks = aim === "none" ? "claims no outcome" : `aims at ${aim} and not at success`;
  throw new LabError({
    code: "sequential-aim",
    what: `${flag ?? "the treatment"} ${seeks}, so a run that stops by its outcomes cannot judge it`,
    where: "--sequential",
    remedy:
      "leave --sequential and --until out and give the number of pairs (--seeds), or name the flag in a run of its own",
  });
}
