/** The scenario format as a JSON Schema, for editors and for naming the keys that are valid at a place. */

import { z } from "zod";
import type { HarnessFaces } from "../core/harness-face.ts";
import type { Json } from "../core/json.ts";
import { Scenario } from "../core/scenario.ts";
import type { FieldPath } from "./problem.ts";

type Schema = { readonly [key: string]: Json };

/** The JSON Schema of a scenario file as a user writes it, defaults left out, with the settings of the harnesses. */
export function scenarioJsonSchema(harnesses: HarnessFaces): Schema {
  const schema = jsonSchemaOf(Scenario);
  const options = [...harnesses.values()].map(({ settings }) => {
    const { $schema: _, ...own } = jsonSchemaOf(settings);
    return own;
  });
  const [only] = options;
  const settings: Schema = options.length === 1 && only ? only : { anyOf: options };
  return { ...schema, properties: { ...record(schema.properties), settings }, title: "harness-lab scenario" };
}

/** The text of the schema file that lies beside the scenarios. */
export function scenarioSchemaText(harnesses: HarnessFaces): string {
  return `${JSON.stringify(scenarioJsonSchema(harnesses), null, 2)}\n`;
}

/** The input side of any schema as JSON Schema. */
export function jsonSchemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: "input" }) as unknown as Schema;
}

/** Every key that some variant of the schema allows at a place. */
export function keysAt(root: Schema, path: FieldPath): readonly string[] {
  let here = variantsOf(root);
  for (const part of path) here = here.flatMap((schema) => childOf(schema, part)).flatMap(variantsOf);
  return [...new Set(here.flatMap((schema) => Object.keys(record(schema.properties))))];
}

function variantsOf(schema: Schema): readonly Schema[] {
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return Array.isArray(options) ? options.flatMap((option) => variantsOf(record(option))) : [schema];
}

function childOf(schema: Schema, part: PropertyKey): readonly Schema[] {
  if (typeof part === "number") return schema.items === undefined ? [] : [record(schema.items)];
  const named = record(schema.properties)[String(part)] ?? schema.additionalProperties;
  return named === undefined ? [] : [record(named)];
}

function record(value: Json | undefined): Schema {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Schema) : {};
}
