/** Lists the flag catalogue. */

import { EXIT } from "../../core/errors.ts";
import { FLAGS } from "../../core/flag-catalogue.ts";
import { flagsText } from "../../report/catalogue-lists.ts";
import type { LabResult } from "./result.ts";

/** Every flag of the catalogue. */
export function listFlags(options: {
  readonly built: boolean;
  readonly width?: number | undefined;
}): LabResult {
  const flags = FLAGS.filter((flag) => flag.built || !options.built);
  return {
    text: flagsText(flags, options.width),
    json: flags,
    exitCode: EXIT.pass,
  };
}
