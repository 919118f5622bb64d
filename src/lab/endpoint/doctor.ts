/** Examines an endpoint before money is spent and says which options follow. */

import { EXIT } from "../../core/errors.ts";
import { isSimulated } from "../../core/model-settings.ts";
import { examineEndpoint } from "../../llm/doctor/examine-endpoint.ts";
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
  const mark = { ok: "ok     ", warning: "warning", problem: "PROBLEM", unknown: "unknown" } as const;
  const lines = report.findings.map((finding) => `${mark[finding.status]}  ${finding.finding}`);
  lines.push(
    "",
    report.suggested.length > 0
      ? `options that follow: ${report.suggested.join(" ")}`
      : "no option has to change",
  );
  return {
    text: lines.join("\n"),
    json: report,
    exitCode: report.findings.some((finding) => finding.status === "problem") ? EXIT.usage : EXIT.pass,
  };
}
