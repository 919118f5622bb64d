/** Turns what zod says about a value into problems that name the field, the mistake and the nearest valid word. */

import type { z } from "zod";
import type { Json } from "../core/json.ts";
import { didYouMean } from "../core/nearest-names.ts";
import { keysAt } from "./json-schema.ts";
import { type FieldPath, fieldText, type Problem } from "./problem.ts";
import type { YamlSource } from "./yaml-source.ts";

type Issue = z.core.$ZodIssue;
type Found = { readonly path: FieldPath; readonly message: string };

/** Schema that the value was checked against, to name valid keys. */
interface Checked {
  readonly value: unknown;
  readonly schema: { readonly [key: string]: Json };
}

/** Lists the problems of a value, each at its own line. */
export function schemaProblems(
  source: YamlSource,
  issues: readonly Issue[],
  schema: Checked["schema"],
): readonly Problem[] {
  const checked = { value: source.value, schema };
  return withoutEchoes(issues.flatMap((issue) => read(issue, checked))).map(({ path, message }) =>
    source.problemAt(path, message),
  );
}

/** A mistyped key is also a missing one; the second message would only repeat the first. */
function withoutEchoes(found: readonly Found[]): readonly Found[] {
  return found.filter(
    ({ path, message }) =>
      !message.startsWith("is missing") ||
      !found.some(
        (other) =>
          other.message.startsWith(`unknown key; did you mean "${String(path.at(-1))}"`) &&
          fieldText(other.path.slice(0, -1)) === fieldText(path.slice(0, -1)),
      ),
  );
}

function read(issue: Issue, checked: Checked): readonly Found[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: unknownKey(key, issue.path, checked),
    }));
  if (issue.code === "invalid_union" && issue.errors.length > 0) return readUnion(issue, checked);
  return [{ path: issue.path, message: messageOf(issue, valueAt(checked.value, issue.path)) }];
}

/** Reports the variant that fits best by its keys, since all the others are noise. */
function readUnion(issue: Extract<Issue, { code: "invalid_union" }>, checked: Checked): readonly Found[] {
  const value = valueAt(checked.value, issue.path);
  const branches = issue.errors.map((errors) => flatten(errors));
  const wrongKind = branches.map((branch) =>
    branch.find(
      (inner) => inner.path.length === 0 && (inner.code === "invalid_type" || inner.code === "invalid_value"),
    ),
  );
  if (value === undefined) return [{ path: issue.path, message: "is missing" }];
  if (wrongKind.every((inner) => inner !== undefined)) {
    const wanted = [...new Set(wrongKind.flatMap((inner) => wantedKinds(inner)))];
    return [{ path: issue.path, message: `expected ${wanted.join(" or ")}, got ${valueText(value)}` }];
  }
  const candidates = branches.filter((_, index) => wrongKind[index] === undefined);
  const best = candidates.reduce((a, b) => (misfit(b) < misfit(a) ? b : a));
  const known = isObject(value) ? Object.keys(value).filter((key) => !strangeKeys(best).includes(key)) : [];
  if (isObject(value) && known.length === 0) {
    const strange = Object.keys(value);
    const valid = keysAt(checked.schema, issue.path);
    if (strange.length === 0)
      return [{ path: issue.path, message: `is empty; it needs one of ${valid.join(", ")}` }];
    return strange.map((key) => ({
      path: [...issue.path, key],
      message: unknownKey(key, issue.path, checked),
    }));
  }
  return best.flatMap((inner) => {
    if (inner.code !== "unrecognized_keys" || inner.path.length > 0)
      return read({ ...inner, path: [...issue.path, ...inner.path] } as Issue, checked);
    return inner.keys.map((key) => ({
      path: [...issue.path, key],
      message: keysAt(checked.schema, issue.path).includes(key)
        ? `does not go together with ${known.map((name) => `"${name}"`).join(", ")}`
        : unknownKey(key, issue.path, checked),
    }));
  });
}

/** Unions nested directly in a union are one choice to the reader. */
function flatten(errors: readonly Issue[]): readonly Issue[] {
  return errors.flatMap((inner) => {
    if (inner.code !== "invalid_union" || inner.path.length > 0 || inner.errors.length === 0) return [inner];
    return inner.errors.flat();
  });
}

/** Misfit of a variant: keys it does not know weigh most, then fields it misses, then everything else. */
function misfit(branch: readonly Issue[]): number {
  return branch.reduce((sum, inner) => {
    if (inner.code === "unrecognized_keys" && inner.path.length === 0) return sum + 1000 * inner.keys.length;
    return sum + (inner.path.length <= 1 ? 10 : 1);
  }, 0);
}

function strangeKeys(branch: readonly Issue[]): readonly string[] {
  return branch.flatMap((inner) =>
    inner.code === "unrecognized_keys" && inner.path.length === 0 ? inner.keys : [],
  );
}

function unknownKey(key: string, path: FieldPath, { schema }: Checked): string {
  const valid = keysAt(schema, path);
  return `unknown key; ${didYouMean(key, valid) ?? `valid here: ${valid.join(", ")}`}`;
}

function wantedKinds(issue: Issue | undefined): readonly string[] {
  if (issue?.code === "invalid_type") return [kindName(issue.expected)];
  if (issue?.code === "invalid_value") return issue.values.map((value) => JSON.stringify(value));
  return [];
}

function messageOf(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      if (value === undefined) return `is missing (expected ${kindName(issue.expected)})`;
      return `expected ${kindName(issue.expected)}, got ${valueText(value)}`;
    case "invalid_value": {
      const wanted = issue.values.map((allowed) => JSON.stringify(allowed)).join(" or ");
      if (value === undefined) return `is missing (expected ${wanted})`;
      const near = typeof value === "string" ? didYouMean(value, issue.values.map(String)) : undefined;
      return `${valueText(value)} is not allowed, use ${wanted}${near ? `; ${near}` : ""}`;
    }
    case "invalid_union": {
      const options = (issue as { options?: readonly unknown[] }).options ?? [];
      const wanted = options.map((option) => JSON.stringify(option)).join(" or ");
      return value === undefined
        ? `is missing (expected ${wanted})`
        : `${valueText(value)} is not allowed, use ${wanted}`;
    }
    case "too_small":
      if (issue.origin === "array") return "needs at least one entry";
      if (issue.origin === "string") return "must not be empty";
      return `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}, got ${valueText(value)}`;
    case "too_big":
      return `must be ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}, got ${valueText(value)}`;
    case "invalid_format":
      if (issue.format === "datetime")
        return `${valueText(value)} is not a date and time with zone, such as 2026-03-02T09:00:00Z`;
      if (issue.format === "url") return `${valueText(value)} is not an absolute address`;
      if (issue.message.startsWith("Invalid"))
        return `${valueText(value)} does not match ${patternText(issue)}`;
      return `${valueText(value)}: ${issue.message}`;
    default:
      return issue.message;
  }
}

function patternText(issue: Issue): string {
  return "pattern" in issue ? String(issue.pattern) : "the expected form";
}

function kindName(expected: string): string {
  const names: Readonly<Record<string, string>> = {
    object: "a mapping",
    record: "a mapping",
    array: "a list",
    string: "a text",
    number: "a number",
    int: "a whole number",
    boolean: "true or false",
    null: "null",
  };
  return names[expected] ?? expected;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "a mapping";
  return JSON.stringify(value) ?? "nothing";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function valueAt(value: unknown, path: FieldPath): unknown {
  let here = value;
  for (const part of path) {
    if (here === null || typeof here !== "object") return undefined;
    here = (here as Record<PropertyKey, unknown>)[part];
  }
  return here;
}
