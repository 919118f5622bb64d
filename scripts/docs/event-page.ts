/** The page of events: the kinds that any harness has and those that each harness declares, from their types. */

import { COMMON_EVENTS } from "../../src/core/event-types.ts";
import { HARNESSES } from "../../src/lab/environment/harness-registry.ts";
import { filesBelow } from "./citations.ts";
import { block, code, type Page, pageOf, tableOf, words } from "./page.ts";
import { typeTables, typeText } from "./schema-tables.ts";
import { type JsonSchema, schemaOfFile, schemaOfType } from "./type-schema.ts";
import { typeSourceOf } from "./type-source.ts";

/** An event as `show --json` prints it; the page's test holds it to the schema. */
export const EXAMPLE_EVENT = {
  type: "tool-result",
  callId: "call-1",
  tool: "read_file",
  result: { kind: "ok", content: "DB_HOST=heron-2\n" },
  seq: 12,
  place: { session: 1, turn: 1, iteration: 1, task: "task-1" },
};

interface Declared {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Makes it. */
export async function eventPage(): Promise<Page> {
  const common = await schemaOfType("CommonEventBody");
  const parts: string[] = [];
  const types: Record<string, JsonSchema> = partsOf(common, "CommonEventBody");
  for (const { id, events } of HARNESSES.values()) {
    const kinds = Object.keys(events);
    if (kinds.length === 0) continue;
    const declared = await declaredKinds(id, kinds);
    parts.push(`## The ${id} harness`, kindsTable(declared.schema, kinds));
    Object.assign(types, partsOf(declared.schema, declared.name));
  }
  return pageOf(
    "docs/formats/events.md",
    "Events",
    "The events of a trial, in their order, are its transcript; messages, calls and costs are projections of them. Each has its fields, `seq` (its 0-based number in the trial) and `place`: session and turn count from 1, iteration is 0 outside the loop, task is empty outside any task. They are stored in the table `events` of [the store](store.md) and printed by `harness-lab show <trial> --json`. A check `event: { type, where, count }` of [a scenario](scenario.md) asks for them.",
    block("json", JSON.stringify(EXAMPLE_EVENT, null, 2)),
    "## Any harness",
    kindsTable(common, COMMON_EVENTS),
    ...parts,
    typeTables(types),
  );
}

/** The types that the kinds refer to. */
function partsOf({ $defs = {} }: JsonSchema, union: string): Record<string, JsonSchema> {
  const { [union]: _, ...rest } = $defs;
  return rest;
}

/** The type of a harness's own events: the one below its folder whose kinds are those that it declares. */
async function declaredKinds(id: string, kinds: readonly string[]): Promise<Declared> {
  for (const file of filesBelow(`src/harnesses/${id}`, /(?<!\.test)\.ts$/))
    for (const name of typeSourceOf(file).types.keys()) {
      const schema = await schemaOfFile(file, name).catch(() => ({}));
      const own = Object.keys(variantsOf(schema));
      if (own.length === kinds.length && own.every((kind) => kinds.includes(kind))) return { name, schema };
    }
  throw new Error(`no type of the ${id} harness has exactly the kinds ${kinds.join(", ")}`);
}

/** The forms of a union of events by their type. */
export function variantsOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const found = resolve(schema, schema);
  return Object.fromEntries(
    (found.anyOf ?? [found]).flatMap((one) => {
      const variant = resolve(one, schema);
      const type = variant.properties?.type?.const;
      return typeof type === "string" ? [[type, variant]] : [];
    }),
  );
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  return schema.$ref ? resolve(root.$defs?.[schema.$ref.replace("#/$defs/", "")] ?? {}, root) : schema;
}

function kindsTable(schema: JsonSchema, kinds: readonly string[]): string {
  const variants = variantsOf(schema);
  return tableOf(
    ["type", "fields", "meaning"],
    kinds.map((kind) => {
      const { properties = {}, required = [], description = "" } = variants[kind] ?? {};
      const fields = Object.entries(properties)
        .filter(([name]) => name !== "type")
        .map(([name, field]) => {
          return `${code(name)}${required.includes(name) ? "" : " (optional)"}: ${typeText(field)}`;
        });
      return [code(kind), fields.join("; "), words(description)];
    }),
  );
}
