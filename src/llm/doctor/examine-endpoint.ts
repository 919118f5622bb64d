/** Examines an endpoint before money is spent: about a dozen small requests, findings as data, options that follow. */

import { randomUUID } from "node:crypto";
import type { DoctorFinding, DoctorReport } from "../../core/doctor-report.ts";
import type { Model, ModelAnswer, ModelReply, ModelRequest } from "../../core/model.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { addressOf, openAiModel } from "../openai/openai-model.ts";
import { type PriceBook, priceOfAnswer } from "../prices.ts";
import { labHeaders } from "../server/lab-headers.ts";
import { judgeContext } from "./context-limit.ts";
import { readEndpointFacts } from "./endpoint-facts.ts";
import { finding } from "./finding.ts";
import { HISTORY_FORMS, historyProbe, isRefused, judgeHistory } from "./history.ts";
import { judgeSpeed, judgeWidth } from "./pace.ts";
import { helloProbe, readingProbe, schemaProbe, toolProbe, varietyProbe } from "./probes.ts";
import { judgeReachable } from "./reachable.ts";
import {
  callsTool,
  holdsSchema,
  judgeEchoes,
  judgeModelName,
  judgePrice,
  judgeSchema,
  judgeSimulated,
  judgeTools,
  judgeUsage,
} from "./replies.ts";
import { judgeSeeds } from "./seeds.ts";

/** The endpoint to examine, as a run would use it. */
export interface ExamineOptions {
  readonly settings: ModelSettings;
  readonly apiKey: string | null;
  readonly prices: PriceBook;
  /** Told what is asked next; a slow endpoint takes a minute or two in all. */
  readonly onProgress?: (line: string) => void;
}

const SEED = 20_260_302;
const ALONE = 3;
const BESIDE = 4;

/** Asks, judges and reports; where the first request fails, the report ends with the reason. */
export async function examineEndpoint(options: ExamineOptions): Promise<DoctorReport> {
  const { settings, prices } = options;
  const report = (findings: readonly DoctorFinding[]): DoctorReport => ({
    model: settings.model,
    baseUrl: settings.baseUrl,
    findings,
    suggested: suggestOptions(findings, settings),
  });
  if (settings.model === "simulated" && settings.baseUrl === null) {
    return report([
      finding("reachable", "ok", "the simulated model runs in process: there is no endpoint to examine"),
    ]);
  }
  const facts = await readEndpointFacts(addressOf(settings), options.apiKey, settings.model);
  const examination = new Examination(options);
  const hello = await examination.ask("does it answer?", helloProbe());
  const reachable = judgeReachable(hello, settings, facts.models);
  if (hello.kind === "failed") return report([reachable]);
  return report([
    reachable,
    facts.simulated ? judgeSimulated(settings.model) : judgeModelName(hello, settings.model),
    ...(await examination.sampling()),
    ...(await examination.tools()),
    await examination.schema(),
    judgeContext(facts.contextTokens),
    judgePrice(priceOfAnswer(prices, settings.model, hello.model), hello.model ?? settings.model),
  ]);
}

class Examination {
  readonly #options: ExamineOptions;
  readonly #native: Model;
  readonly #steps: Model;

  constructor(options: ExamineOptions) {
    this.#options = options;
    this.#native = this.#open("native");
    this.#steps = this.#open("json");
  }

  #open(toolProtocol: ModelSettings["toolProtocol"], form: Partial<ModelSettings> = {}): Model {
    const { settings, apiKey } = this.#options;
    return openAiModel({
      settings: { ...settings, toolProtocol, sendSeed: true, ...form },
      apiKey,
      ...(settings.model === "simulated" ? { headers: labHeaders(null) } : {}),
    });
  }

  ask(what: string, request: ModelRequest): Promise<ModelReply> {
    this.#options.onProgress?.(what);
    return this.#native.ask(request);
  }

  /** Seeds, width, speed and token counts, all from the same requests. */
  async sampling(): Promise<DoctorFinding[]> {
    const nonce = randomUUID();
    const alone: ModelReply[] = [];
    for (let i = 1; i <= ALONE; i++) {
      alone.push(
        await this.ask(`same request, same seed, alone (${i} of ${ALONE})`, varietyProbe(nonce, SEED)),
      );
    }
    this.#options.onProgress?.(`same request, same seed, ${BESIDE} at once`);
    const beside = await Promise.all(
      Array.from({ length: BESIDE }, () => this.#native.ask(varietyProbe(nonce, SEED))),
    );
    const otherSeed = await this.ask("same request, another seed", varietyProbe(nonce, SEED + 1));
    const reading = await this.ask("a longer prompt", readingProbe(nonce));
    return [
      ...judgeSeeds({ alone, otherSeed, beside }),
      judgeWidth(alone.slice(1), beside),
      judgeSpeed(reading, alone.at(-1), this.#options.settings.timeoutMs),
      ...judgeUsage(alone),
      ...judgeEchoes([...alone, ...beside, otherSeed, reading]),
    ];
  }

  async tools(): Promise<DoctorFinding[]> {
    const native = await this.ask("a tool call", toolProbe());
    if (native.kind === "answer" && callsTool(native))
      return [judgeTools(native, null), ...(await this.history(native))];
    this.#options.onProgress?.("a tool call as a JSON step");
    return [judgeTools(native, await this.#steps.ask(toolProbe()))];
  }

  /** Form in which a history that holds the call is taken, where it is not the usual one; null = it is not taken. */
  async history(called: ModelAnswer): Promise<DoctorFinding[]> {
    const usual = await this.ask("a history with a tool call", historyProbe(called, false));
    if (!isRefused(usual)) return [];
    for (const form of HISTORY_FORMS) {
      const model = this.#open("native", form);
      this.#options.onProgress?.(`the same history, ${form.options.join(" ")}`);
      if ((await model.ask(historyProbe(called, form.sendThinking === true))).kind === "answer")
        return [judgeHistory(usual, form.options)];
    }
    return [judgeHistory(usual, null)];
  }

  async schema(): Promise<DoctorFinding> {
    const constrained = await this.ask("JSON of a schema", schemaProbe());
    if (constrained.kind === "failed" || holdsSchema(constrained)) return judgeSchema(constrained, null);
    this.#options.onProgress?.("JSON of a schema that the prompt tells");
    return judgeSchema(constrained, await this.#steps.ask(schemaProbe()));
  }
}

function suggestOptions(findings: readonly DoctorFinding[], settings: ModelSettings): string[] {
  const set = new Set([
    ...(settings.toolProtocol === "json" ? ["--tool-protocol json"] : []),
    ...(settings.sendSeed ? [] : ["--no-seed"]),
  ]);
  return [...new Set(findings.flatMap((one) => one.options))].filter((option) => !set.has(option));
}
