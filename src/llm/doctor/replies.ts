/** Judges single replies: tool calls, JSON of a schema, token counts, the model's name, its price. */

import type { DoctorFinding } from "../../core/doctor-report.ts";
import { partyOf } from "../../core/failure-party.ts";
import type { ModelAnswer, ModelReply } from "../../core/model.ts";
import { isSameModel } from "../model-name.ts";
import type { Price } from "../prices.ts";
import { finding } from "./finding.ts";
import { READ_FILE } from "./probes.ts";

const JSON_PROTOCOL = "--tool-protocol json";

/** True where the tool probe was answered by the call that it asks for. */
export function callsTool(reply: ModelReply): boolean {
  return (
    reply.kind === "answer" &&
    reply.toolCalls.some((call) => call.tool === READ_FILE.name && typeof call.arguments.path === "string")
  );
}

/** `steps` is the same probe in the JSON protocol, asked only where native calls do not work. */
export function judgeTools(native: ModelReply, steps: ModelReply | null): DoctorFinding {
  if (callsTool(native)) return finding("native-tools", "ok", "native tool calls work");
  const what = describeNoCall(native);
  if (steps && callsTool(steps)) {
    return finding("native-tools", "warning", `${what}; tools asked for as JSON steps work`, [JSON_PROTOCOL]);
  }
  if (isBreakdown(native) && (steps === null || isBreakdown(steps))) {
    return finding("native-tools", "unknown", `${what}, so tool calls could not be judged`);
  }
  const also = steps ? `; as JSON steps neither: ${describeNoCall(steps)}` : "";
  return finding(
    "native-tools",
    "problem",
    `${what}${also}: a harness that acts through tools cannot be measured on this model`,
  );
}

/** The call did not get as far as the model, or not back: that says nothing about what the model can do. */
function isBreakdown(reply: ModelReply): boolean {
  return reply.kind === "failed" && partyOf(reply.failure.class) === "infrastructure";
}

function describeNoCall(reply: ModelReply): string {
  if (reply.kind === "failed")
    return `a request with a tool failed (${reply.failure.class}: ${reply.failure.message})`;
  if (reply.toolCalls.length > 0) return "the model called a tool wrongly";
  if (reply.text.includes(READ_FILE.name)) return "the model writes its tool call as text, no call arrives";
  return "the model answered without calling the tool it needs";
}

/** True where a reply is JSON of the schema probe. */
export function holdsSchema(reply: ModelReply): boolean {
  if (
    reply.kind !== "answer" ||
    typeof reply.json !== "object" ||
    reply.json === null ||
    Array.isArray(reply.json)
  )
    return false;
  const { colour, days } = reply.json as { readonly colour?: unknown; readonly days?: unknown };
  return typeof colour === "string" && Number.isInteger(days);
}

/** `told` is the same probe with the schema told in the prompt too, asked only where the first did not hold. */
export function judgeSchema(constrained: ModelReply, told: ModelReply | null): DoctorFinding {
  if (holdsSchema(constrained)) return finding("json-schema", "ok", "JSON output of a schema works");
  if (constrained.kind === "failed") {
    const { failure } = constrained;
    if (isBreakdown(constrained)) {
      return finding(
        "json-schema",
        "unknown",
        `could not be judged, a request failed (${failure.class}: ${failure.message})`,
      );
    }
    return finding(
      "json-schema",
      "problem",
      `a request for JSON of a schema failed (${failure.class}: ${failure.message}): checks that need JSON cannot be measured`,
    );
  }
  if (told && holdsSchema(told)) {
    return finding(
      "json-schema",
      "warning",
      "a JSON schema is not held to; told in the prompt as well, it is",
      [JSON_PROTOCOL],
    );
  }
  return finding(
    "json-schema",
    "warning",
    "a JSON schema is not held to: replies are read tolerantly, and those that hold no JSON count as failed checks of the harness",
  );
}

/** True where token counts come, and whether cached ones are told apart; `replies` hold one prompt more than once. */
export function judgeUsage(replies: readonly ModelReply[]): DoctorFinding[] {
  const answered = replies.filter((reply) => reply.kind === "answer");
  const odd = answered.some((reply) => reply.notes?.includes("implausible-usage"));
  const known = answered.filter(({ usage }) => usage.inputTokens !== null && usage.outputTokens !== null);
  if (answered.length === 0)
    return [finding("usage", "unknown", "no call was answered, so token counts cannot be judged")];
  if (known.length < answered.length) {
    const why = odd ? "token counts that cannot be true" : "no token counts";
    return [
      finding(
        "usage",
        "warning",
        `the endpoint tells ${why}: tokens and cost stay unknown, calls are still counted`,
      ),
    ];
  }
  const estimated = known.some(({ usage }) => usage.estimated) ? ", marked as estimates" : "";
  const usage = finding("usage", "ok", `token counts come with every reply${estimated}`);
  const cached = known.map((reply) => reply.usage.cachedInputTokens);
  if (cached.every((tokens) => tokens === null)) {
    return [
      usage,
      finding(
        "cached-tokens",
        "unknown",
        "cached prompt tokens are not told: cost as billed is an upper bound; verdicts rest on the uncached price anyway",
      ),
    ];
  }
  const most = Math.max(...cached.map((tokens) => tokens ?? 0));
  return [
    usage,
    finding("cached-tokens", "ok", `cached prompt tokens are told (up to ${most} here) and priced once`),
  ];
}

const ECHOES: Readonly<Record<string, readonly [what: string, options: readonly string[]]>> = {
  "other-seed": ["another seed", ["--no-seed"]],
  "other-temperature": ["another temperature", []],
  "other-token-cap": ["another token cap", []],
  "other-tools": ["other tools", []],
};

/** Parts of requests that replies repeat; nothing where all of it was sent. The model's name is judged apart. */
export function judgeEchoes(replies: readonly ModelReply[]): DoctorFinding[] {
  const notes = new Set(replies.flatMap((reply) => (reply.kind === "answer" ? (reply.notes ?? []) : [])));
  const differing = Object.entries(ECHOES).flatMap(([note, echo]) => (notes.has(note) ? [echo] : []));
  if (differing.length === 0) return [];
  const what = differing.map(([name]) => name).join(", ");
  const options = differing.flatMap(([, more]) => more);
  const text = `the endpoint repeats ${what} than what was sent: it does not do what it is asked`;
  return [finding("echo", "warning", text, options)];
}

/** Compares the model that answered with the one asked for. */
export function judgeModelName(reply: ModelAnswer, asked: string): DoctorFinding {
  const print = reply.fingerprint === null ? ", with no fingerprint" : `, fingerprint ${reply.fingerprint}`;
  if (reply.model === null)
    return finding("model-name", "unknown", `the endpoint does not say which model answers${print}`);
  if (reply.model === asked)
    return finding("model-name", "ok", `${asked} answers under its own name${print}`);
  if (isSameModel(asked, reply.model)) {
    return finding("model-name", "ok", `${asked} is answered by its version ${reply.model}${print}`);
  }
  return finding(
    "model-name",
    "warning",
    `asked for ${asked}, ${reply.model} answers${print}: reports should name what answered`,
    [`--model ${reply.model}`],
  );
}

/** The lab's own server, asked under another name, would pass for a real model in every report. */
export function judgeSimulated(asked: string): DoctorFinding {
  if (asked === "simulated") return finding("model-name", "ok", "the lab's own simulated model answers");
  const text = `the lab's own simulated model answers as ${asked}: reports would take it for a real one`;
  return finding("model-name", "warning", text, ["--model simulated"]);
}

/** Basis of later costs. */
export function judgePrice(price: Price | null, model: string): DoctorFinding {
  if (price) {
    const cached = price.cachedInputPerMillion === null ? "" : `, cached ${price.cachedInputPerMillion}`;
    const figures = `input ${price.inputPerMillion}${cached}, output ${price.outputPerMillion} USD per million tokens`;
    return finding("price", "ok", `price known: ${figures} (${price.source})`);
  }
  return finding(
    "price",
    "warning",
    `no price is known for ${model}: cost stays unknown, ratios of tokens and calls take its place`,
    ["--price-like <catalogue model>"],
  );
}
