/** Declarations of a harness about itself, for the stages that read files or show trials and never run one. */

import type { z } from "zod";
import type { EventKinds } from "./event-line.ts";
import type { HarnessId } from "./harness-id.ts";

export interface HarnessFace {
  readonly id: HarnessId;
  /** Settings that a scenario or an experiment may override: every field optional, no default. */
  readonly settings: z.ZodType;
  readonly events: EventKinds;
}

/** The harnesses of a build, by id. */
export type HarnessFaces = ReadonlyMap<HarnessId, HarnessFace>;
