/** Writes a request of the port as the body of a chat completion, in either tool protocol. */

import type { ModelRequest } from "../../core/model.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { encodeMessages } from "./encode-messages.ts";
import type { ChatBody } from "./exchange.ts";
import { encodeSteps, stepSchema } from "./json-protocol.ts";
import { jsonSchemaFormat } from "./response-format.ts";

/** Cap where the request names none: some servers write until the context is full. */
const DEFAULT_MAX_TOKENS = 2_048;

/** The cap that is sent with a request. */
export function maxTokensOf(request: ModelRequest): number {
  return request.maxTokens ?? DEFAULT_MAX_TOKENS;
}

/** Encodes messages, tools, schema and sampling; what the settings leave open stays the server's default. */
export function requestBody(request: ModelRequest, settings: ModelSettings): ChatBody {
  const temperature = request.temperature ?? settings.temperature;
  const common = {
    model: settings.model,
    max_tokens: maxTokensOf(request),
    ...(temperature === null || temperature === undefined ? {} : { temperature }),
    ...(settings.sendSeed && request.seed !== undefined ? { seed: request.seed } : {}),
  };
  return {
    ...common,
    ...(settings.toolProtocol === "json" ? stepParts(request) : nativeParts(request, settings)),
  };
}

function nativeParts(
  { messages, tools, schema }: ModelRequest,
  settings: ModelSettings,
): Pick<ChatBody, "messages" | "tools" | "response_format"> {
  return {
    messages: encodeMessages(messages, settings),
    ...(tools && tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: "function" as const,
            function: { name, description, parameters: { ...parameters } },
          })),
        }
      : {}),
    ...(schema ? { response_format: jsonSchemaFormat(schema.name, schema.schema) } : {}),
  };
}

function stepParts(request: ModelRequest): Pick<ChatBody, "messages" | "response_format"> {
  const { tools, schema } = request;
  const messages = encodeSteps(request);
  if (tools && tools.length > 0) {
    return { messages, response_format: jsonSchemaFormat("step", stepSchema(tools, schema?.schema)) };
  }
  return { messages, ...(schema ? { response_format: jsonSchemaFormat(schema.name, schema.schema) } : {}) };
}
