/** Examines an endpoint before money is spent and says which options follow. */

import { EXIT } from "../../core/errors.ts";
import { isSimulated } from "../../core/model-settings.ts";
import { examineEndpoint } from "../../llm/doctor/examine-endpoint.ts";
import { doctorText } from "../../report/doctor-text.ts";
import type { Console, LabResult } from "../environment/result.ts";
import { apiKeyOf, type ModelOptions, modelSettings, pricesToRun } from "./model-access.ts";

/** Exit 2 when the endpoint cannot be used at all, 0 otherwise: warnings come with the options that answer them. */
export async function doctor(options: ModelOptions, console: Console): Promise<LabResult> {
  const settings = modelSettings(options);
  const report = await examineEndpoint({
    settings,
    apiKey: isSimulated(settings) && settings.baseUrl === null ? null : apiKeyOf(settings),
    prices: await pricesToRun(settings),
    onProgress: (line) => console.note(line),
  });
  return {
    text: doctorText(report),
    json: report,
    exitCode: report.findings.some((finding) => finding.status === "problem") ? EXIT.usage : EXIT.pass,
  };
}
