/** The part of a model request that a purpose decides, as every prompt builder returns it. */

import type { ModelRequest } from "../../../core/model.ts";

/** A request without its place and its asker, which the caller adds. */
export type Prompt = Omit<ModelRequest, "feature" | "place" | "seed" | "temperature">;
