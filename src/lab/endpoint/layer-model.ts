/** Puts together what is said of a model in several places: in general, on the command line, for one arm. */

import type { ModelSettings } from "../../core/model-settings.ts";
import type { ModelSpec } from "../../plan/experiment-file.ts";
import { type ModelOptions, modelSettings } from "./model-access.ts";

/**
 * Complete settings, the later words over the earlier. Another model than the one before it takes neither its price nor
 * its way of calling tools, which are facts about that model.
 */
export function layerModel(...specs: readonly (ModelSpec | ModelOptions | undefined)[]): ModelSettings {
  let options: ModelOptions = {};
  for (const spec of specs) {
    const { id, ...own } = typeof spec === "string" ? { id: spec } : { id: undefined, ...spec };
    const model = id ?? own.model;
    const { priceLike: _, toolProtocol: __, ...kept } = options;
    options = {
      ...(model === undefined || options.model === undefined || model === options.model ? options : kept),
      ...own,
      ...(model === undefined ? {} : { model }),
    };
  }
  return modelSettings(options);
}
