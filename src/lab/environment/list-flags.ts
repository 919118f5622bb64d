/** Lists the flag catalogue. */

import { flagValueText } from "../../core/arm.ts";
import { EXIT } from "../../core/errors.ts";
import { FLAGS } from "../../core/flag-catalogue.ts";
import { table } from "../../report/text-table.ts";
import type { LabResult } from "./result.ts";

/** Every flag of the catalogue. */
export function listFlags(options: {
  readonly built: boolean;
  readonly width?: number | undefined;
}): LabResult {
  const flags = FLAGS.filter((flag) => flag.built || !options.built);
  const rows = flags.map((flag) => [
    flag.name,
    flag.harness,
    flagValueText(flag.default),
    flag.built ? "built" : "not built",
    flag.summary,
  ]);
  return {
    text: table(["flag", "harness", "default", "state", "what it does"], rows, options.width),
    json: flags,
    exitCode: EXIT.pass,
  };
}
