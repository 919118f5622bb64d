/** A JSON Schema as tables for readers: one row a field, one table a named type. */

import { code, tableOf, words } from "./page.ts";
import type { JsonSchema } from "./type-schema.ts";

interface Row {
  readonly path: string;
  readonly type: string;
  readonly presence: string;
  readonly meaning: string;
}

/** Shapes that were listed already, by their text: a second time they are referred to. */
type Listed = Map<string, string>;

/** Rows below which a repeated shape is listed again, which is easier to read than a reference. */
const SMALL = 4;

const REQUIRED = "required";

/** Lists the fields of a schema in tables: first its own, then those of the types it refers to. */
export function schemaTables(schema: JsonSchema): string {
  const { $defs = {}, ...root } = schema;
  return [...(root.$ref ? [] : [fieldsTable(root)]), typeTables($defs)].join("\n\n").trim();
}

/** Lists the fields of named types, a section each. */
export function typeTables(types: Readonly<Record<string, JsonSchema>>): string {
  return Object.entries(types)
    .filter(([name]) => !name.startsWith("__"))
    .map(([name, { description, ...type }]) =>
      [`## ${name}`, ...(description ? [words(description)] : []), fieldsTable(type)].join("\n\n"),
    )
    .join("\n\n");
}

function fieldsTable(schema: JsonSchema): string {
  const rows = rowsOf(schema, "", new Map());
  if (rows.length === 0) return `${typeText(schema)}.`;
  return tableOf(
    ["field", "type", "", "meaning"],
    rows.map(({ path, type, presence, meaning }) => [code(path), type, presence, words(meaning)]),
  );
}

function rowsOf(schema: JsonSchema, path: string, listed: Listed): readonly Row[] {
  if (schema.items) return rowsOf(schema.items, `${path}[]`, listed);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return formsOf(variants.map((one) => rowsOf(one, path, listed)));
  const { properties = {}, required = [], additionalProperties } = schema;
  const rows = Object.entries(properties).flatMap(([name, field]) =>
    fieldRows(field, path === "" ? name : `${path}.${name}`, required.includes(name), listed),
  );
  return typeof additionalProperties === "object"
    ? [...rows, ...rowsOf(additionalProperties, `${path}.<name>`, listed)]
    : rows;
}

function fieldRows(field: JsonSchema, path: string, required: boolean, listed: Listed): readonly Row[] {
  const below = rowsOf(field, path, listed);
  const shape = JSON.stringify({ ...field, description: undefined, default: undefined });
  const earlier = below.length >= SMALL ? listed.get(shape) : undefined;
  if (earlier === undefined) listed.set(shape, path);
  const row = {
    path,
    type: earlier === undefined ? typeText(field) : `as ${code(earlier)}`,
    presence: presenceText(field, required),
    meaning: field.description ?? "",
  };
  return [row, ...(earlier === undefined ? below : [])];
}

/** Fields that several forms of a value share are listed once; one that a form needs is not needed in the others. */
function formsOf(forms: readonly (readonly Row[])[]): readonly Row[] {
  const objects = forms.filter(({ length }) => length > 0);
  const rows = objects.flat().map((row) => {
    const everywhere = objects.every((form) => form.some(({ path }) => path === row.path));
    return everywhere || row.presence !== REQUIRED ? row : { ...row, presence: "in one form" };
  });
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

function presenceText(field: JsonSchema, required: boolean): string {
  if (field.default !== undefined) {
    const text = JSON.stringify(field.default);
    return text === "[]" || text === "{}" ? "default: none" : `default ${code(text)}`;
  }
  return required ? REQUIRED : "optional";
}

/** Names the type of a value in a few words. */
export function typeText(schema: JsonSchema): string {
  const [, name] = /^#\/\$defs\/(.*)$/.exec(schema.$ref ?? "") ?? [];
  if (name?.startsWith("__")) return "any JSON";
  if (name) return `[${name}](#${name.toLowerCase()})`;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(", ");
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(typeText))].join(" or ");
  if (schema.prefixItems) return `(${schema.prefixItems.map(typeText).join(", ")})`;
  if (schema.items) return `list of ${whole(typeText(schema.items))}`;
  if (schema.type === "object")
    return typeof schema.additionalProperties === "object" && !schema.properties
      ? `map of ${whole(typeText(schema.additionalProperties))}`
      : "object";
  if (schema.type === "integer") return "whole number";
  if (schema.format === "date-time") return "time (ISO 8601)";
  return [schema.type ?? "any JSON"].flat().join(" or ");
}

/** Keeps a choice together where more follows or stands before it. */
function whole(text: string): string {
  return / or |, /.test(text) ? `(${text})` : text;
}
