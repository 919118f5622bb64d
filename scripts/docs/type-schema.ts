/** The JSON Schema of a document whose shape a type of the source declares: doc comments become descriptions. */

import { join } from "node:path";
import { z } from "zod";
import { HARNESSES } from "../../src/lab/environment/harness-registry.ts";
import { ROOT } from "./citations.ts";
import { fileOfType, type Node, type TypeSource, typeSourceOf } from "./type-source.ts";

/** A JSON Schema; `$defs` only at its root. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly [other: string]: unknown;
}

type Bound = ReadonlyMap<string, JsonSchema>;
interface Place {
  readonly source: TypeSource;
  /** Type parameters by name. */
  readonly bound: Bound;
}

const KEYWORDS: Readonly<Record<string, JsonSchema>> = {
  TSStringKeyword: { type: "string" },
  TSNumberKeyword: { type: "number" },
  TSBooleanKeyword: { type: "boolean" },
  TSNullKeyword: { type: "null" },
  TSUnknownKeyword: {},
};

/** An event of a kind that some harness declares: its fields are known to that harness alone. */
const ANY_HARNESS_EVENT: JsonSchema = {
  type: "object",
  properties: { type: { enum: [...HARNESSES.values()].flatMap(({ events }) => Object.keys(events)) } },
  required: ["type"],
  additionalProperties: true,
};

/** The schema of a type, found by its name; types that it refers to stand in `$defs`. */
export async function schemaOfType(name: string): Promise<JsonSchema> {
  return schemaOfFile(fileOfType(name), name);
}

/** The schema of a type that a file declares. */
export async function schemaOfFile(file: string, name: string): Promise<JsonSchema> {
  const reader = new TypeReader();
  const root = await reader.named(typeSourceOf(file), name);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: name,
    ...root,
    $defs: reader.defs,
  };
}

class TypeReader {
  readonly defs: Record<string, JsonSchema> = {};
  readonly #owner = new Map<string, string>();

  /** A type by name: its schema goes to `$defs`, a reference comes back. */
  async named(source: TypeSource, name: string): Promise<JsonSchema> {
    const imported = source.imports.get(name);
    if (!source.types.has(name) && imported) return this.named(typeSourceOf(imported.file), imported.name);
    const key = `${source.file}#${name}`;
    const taken = this.#owner.get(name);
    const ref = taken === undefined || taken === key ? name : `${name}2`;
    if (this.#owner.get(ref) !== key) {
      this.#owner.set(ref, key);
      // Set before its parts are read, so that a type may refer to itself.
      this.defs[ref] = {};
      this.defs[ref] = await this.#declared(source, name);
    }
    return { $ref: `#/$defs/${ref}` };
  }

  async #declared(source: TypeSource, name: string, given: readonly JsonSchema[] = []): Promise<JsonSchema> {
    if (name === "HarnessEventBody") return ANY_HARNESS_EVENT;
    const node = source.types.get(name);
    if (!node) throw new Error(`${source.file} declares no type ${name}`);
    const parameters: readonly Node[] = node.typeParameters?.params ?? [];
    const bound = new Map(parameters.map((one, index) => [one.name.name, given[index] ?? {}]));
    const place = { source, bound };
    const schema =
      node.type === "TSTypeAliasDeclaration"
        ? await this.#read(node.typeAnnotation, place)
        : await this.#object(node.body.body, place, node.extends ?? []);
    const description = source.commentBefore(node);
    return description ? { description, ...schema } : schema;
  }

  async #object(members: readonly Node[], place: Place, parents: readonly Node[] = []): Promise<JsonSchema> {
    const inherited = await inOrder(parents, (parent) =>
      this.#reference(parent.expression.name, parent.typeArguments?.params ?? [], place),
    );
    const index = members.find(({ type }) => type === "TSIndexSignature");
    if (index) {
      const values = await this.#read(index.typeAnnotation.typeAnnotation, place);
      return { type: "object", additionalProperties: values };
    }
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const member of members) {
      // What is called and not read is not part of a document, and a secret never is.
      if (member.type !== "TSPropertySignature") continue;
      if (member.typeAnnotation.typeAnnotation.typeName?.name === "Secret") continue;
      const name = member.key.name ?? member.key.value;
      const description = place.source.commentBefore(member);
      const schema = await this.#read(member.typeAnnotation.typeAnnotation, place);
      properties[name] = description ? { ...schema, description } : schema;
      const { types = [] } = member.typeAnnotation.typeAnnotation;
      if (!member.optional && types.every(isKept)) required.push(name);
    }
    return this.#merged([...inherited, objectOf(properties, required)]);
  }

  #merged(parts: readonly JsonSchema[]): JsonSchema {
    const objects = parts.map((part) => this.#resolved(part));
    if (objects.length === 1) return objects[0] ?? {};
    const union = objects.findIndex(({ anyOf }) => anyOf);
    if (union !== -1) {
      const others = objects.filter((_, index) => index !== union);
      return { anyOf: (objects[union]?.anyOf ?? []).map((one) => this.#merged([one, ...others])) };
    }
    const whole = objectOf(Object.assign({}, ...objects.map(({ properties }) => properties)), [
      ...new Set(objects.flatMap(({ required }) => required ?? [])),
    ]);
    const isOpen = objects.some(({ additionalProperties }) => additionalProperties === true);
    return isOpen ? { ...whole, additionalProperties: true } : whole;
  }

  /** The schema behind a reference. */
  #resolved(schema: JsonSchema): JsonSchema {
    return schema.$ref ? this.#resolved(this.defs[schema.$ref.replace("#/$defs/", "")] ?? {}) : schema;
  }

  async #read(node: Node, place: Place): Promise<JsonSchema> {
    const keyword = KEYWORDS[node.type];
    if (keyword) return keyword;
    const each = (nodes: readonly Node[]) => inOrder(nodes, (one) => this.#read(one, place));
    switch (node.type) {
      case "TSNamedTupleMember":
        return this.#read(node.elementType, place);
      case "TSParenthesizedType":
        return this.#read(node.typeAnnotation, place);
      case "TSLiteralType":
        return { const: node.literal.value };
      case "TSTemplateLiteralType":
        return { type: "string" };
      case "TSTypeLiteral": {
        const description = place.source.commentBefore(node);
        const object = await this.#object(node.members, place);
        return description ? { ...object, description } : object;
      }
      case "TSArrayType":
        return { type: "array", items: await this.#read(node.elementType, place) };
      case "TSTupleType":
        return { type: "array", prefixItems: await each(node.elementTypes) };
      case "TSUnionType":
        return unionOf(await each(node.types.filter(isKept)));
      case "TSIntersectionType":
        return this.#merged(await each(node.types));
      case "TSTypeOperator":
        return node.operator === "keyof"
          ? { enum: Object.keys(await exportedValue(node.typeAnnotation.exprName.name, place.source)) }
          : this.#read(node.typeAnnotation, place);
      case "TSIndexedAccessType":
        return this.#indexed(node, place);
      case "TSTypeReference":
        return this.#reference(
          node.typeName.name ?? `z.${node.typeName.right.name}`,
          node.typeArguments?.params ?? [],
          place,
        );
      default:
        throw new Error(`${place.source.file}: a type of the kind ${node.type} cannot be read`);
    }
  }

  async #indexed({ objectType, indexType }: Node, place: Place): Promise<JsonSchema> {
    const inner = objectType.type === "TSParenthesizedType" ? objectType.typeAnnotation : objectType;
    if (inner.type === "TSTypeQuery")
      return { enum: Object.values(await exportedValue(inner.exprName.name, place.source)) };
    const object = this.#resolved(await this.#read(inner, place));
    if (indexType.type === "TSNumberKeyword") return object.items ?? {};
    const key = indexType.literal.value;
    const variants = (object.anyOf ?? [object]).map((one) => this.#resolved(one).properties?.[key]);
    return unionOf(variants.filter((one) => one !== undefined));
  }

  async #reference(name: string, given: readonly Node[], place: Place): Promise<JsonSchema> {
    const bound = place.bound.get(name);
    if (bound) return bound;
    if (name === "Omit" || name === "Pick") {
      const object = this.#resolved(await this.#read(given[0], place));
      const keys = namesIn(given[1]);
      return pick(
        object,
        (key) => keys.includes(key) === (name === "Pick"),
        (one) => this.#resolved(one),
      );
    }
    // A zod schema: what it accepts is asked of it.
    if (name === "z.infer") return ofSchema(await exportedValue(given[0].exprName.name, place.source));
    const types = await inOrder(given, (one) => this.#read(one, place));
    const [first = {}, second = {}] = types;
    if (name === "Readonly" || name === "NonNullable") return first;
    if (name === "ReadonlyArray" || name === "Array") return { type: "array", items: first };
    if (name === "Record") return { type: "object", additionalProperties: second };
    if (name === "Partial") return { ...this.#resolved(first), required: [] };
    if (name === "Exclude" || name === "Extract") {
      const values = valuesOf(this.#resolved(second));
      return {
        enum: valuesOf(this.#resolved(first)).filter((one) => values.includes(one) === (name === "Extract")),
      };
    }
    if (name === "Json") return {};
    if (types.length === 0) return this.named(place.source, name);
    const imported = place.source.imports.get(name);
    const source = imported ? typeSourceOf(imported.file) : place.source;
    return this.#declared(source, imported?.name ?? name, types);
  }
}

/** One after the other: a type that is looked into has to have been read. */
async function inOrder(
  nodes: readonly Node[],
  read: (node: Node) => Promise<JsonSchema>,
): Promise<readonly JsonSchema[]> {
  const schemas: JsonSchema[] = [];
  for (const node of nodes) schemas.push(await read(node));
  return schemas;
}

function objectOf(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** JSON has no undefined: what may be undefined may be absent. */
function isKept({ type }: Node): boolean {
  return type !== "TSUndefinedKeyword";
}

function unionOf(types: readonly JsonSchema[]): JsonSchema {
  const flat = types.flatMap((one) => one.anyOf ?? [one]);
  if (flat.every((one) => one.const !== undefined || one.enum)) return { enum: flat.flatMap(valuesOf) };
  return flat.length === 1 ? (flat[0] ?? {}) : { anyOf: flat };
}

function valuesOf(schema: JsonSchema): readonly unknown[] {
  return schema.anyOf
    ? schema.anyOf.flatMap(valuesOf)
    : (schema.enum ?? (schema.const === undefined ? [] : [schema.const]));
}

function namesIn(node: Node): readonly string[] {
  return node.type === "TSUnionType" ? node.types.flatMap(namesIn) : [node.literal.value];
}

function pick(
  schema: JsonSchema,
  keeps: (key: string) => boolean,
  resolved: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  if (schema.anyOf) return { anyOf: schema.anyOf.map((one) => pick(resolved(one), keeps, resolved)) };
  return objectOf(
    Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([key]) => keeps(key))),
    (schema.required ?? []).filter(keeps),
  );
}

/** The exported value of a name that a type refers to by `typeof`. */
async function exportedValue(name: string, source: TypeSource): Promise<never> {
  const { file, name: exported } = source.imports.get(name) ?? { file: source.file, name };
  const value = ((await import(join(ROOT, file))) as Record<string, unknown>)[exported];
  if (value === undefined) throw new Error(`${file} exports no value ${exported}`);
  return value as never;
}

function ofSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { unrepresentable: "any" }) as JsonSchema;
  return withoutInner(rest) as JsonSchema;
}

/** A schema of zod refers to itself only for "any JSON"; such a reference would lead nowhere outside of it. */
function withoutInner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInner);
  if (value === null || typeof value !== "object") return value;
  if ("$ref" in value) return {};
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutInner(inner)]));
}
