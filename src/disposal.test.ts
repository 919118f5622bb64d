/** Holds the source to it that what a scope disposes of lives until the scope's work is done. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

/** Methods of arrays, and functions of other files, whose results have no work left to do. */
const AT_ONCE = ["leaveOpen", "pageOf", "map", "filter", "flatMap", "sort", "toSorted", "slice", "join"];

/** True where a value may be a promise that nobody has waited for; functions of the file that are `plain` return none. */
function mayRunOn(value: unknown, plain: ReadonlySet<string>): boolean {
  if (!isNode(value)) return false;
  const any = (...parts: readonly unknown[]) => parts.some((part) => mayRunOn(part, plain));
  if (value.type === "ConditionalExpression") return any(value.consequent, value.alternate);
  if (value.type === "LogicalExpression") return any(value.left, value.right);
  if (/^(TS|Parenthesized|Chain)/.test(value.type)) return any(value.expression);
  if (value.type !== "CallExpression" || !isNode(value.callee)) return false;
  const { callee } = value;
  if (callee.type === "Identifier")
    return !plain.has(String(callee.name)) && !AT_ONCE.includes(String(callee.name));
  return !(isNode(callee.property) && AT_ONCE.includes(String(callee.property.name)));
}

/** Names of a file's functions that are declared to return something else than a promise. */
function plainFunctions(program: Node, code: string): ReadonlySet<string> {
  const names = childrenOf(program).flatMap((node) => {
    if (node.type !== "FunctionDeclaration" || node.async === true) return [];
    const { id, returnType } = node;
    if (!isNode(id) || !isNode(returnType)) return [];
    return /Promise|Thenable/.test(code.slice(returnType.start, Number(returnType.end)))
      ? []
      : [String(id.name)];
  });
  return new Set(names);
}

/** Places that return a call without waiting for it while something is held: by `using`, or by a `finally` that ends it. */
function leavesEarly(code: string): readonly number[] {
  const found: number[] = [];
  const program = parseAst(code, { lang: "ts" }) as unknown as Node;
  const plain = plainFunctions(program, code);
  const visit = (node: Node, held: boolean): void => {
    if (/Function/.test(node.type)) {
      // An arrow without a block has no scope that could hold anything.
      for (const child of childrenOf(node)) visit(child, false);
      return;
    }
    if (node.type === "ReturnStatement" && held && mayRunOn(node.argument, plain)) found.push(node.start);
    if (node.type === "TryStatement" && isNode(node.finalizer)) {
      for (const part of [node.block, node.handler]) if (isNode(part)) visit(part, true);
      visit(node.finalizer, held);
      return;
    }
    let holds = held;
    for (const child of childrenOf(node)) {
      if (child.type === "VariableDeclaration" && /using/.test(String(child.kind))) holds = true;
      visit(child, holds);
    }
  };
  visit(program, false);
  return found.map((start) => code.slice(0, start).split("\n").length);
}

const HELD = "async function f() { await using lock = take(); ";

test.each([
  [`${HELD} return work(); }`, 1],
  [`${HELD} return await work(); }`, 0],
  [`${HELD} return (x ?? work()) as Y; }`, 1],
  [`${HELD} if (x) return y ? work() : null; }`, 1],
  [`${HELD} const g = () => { return work(); }; return await g(); }`, 0],
  [`${HELD} return plain(); } function plain(): string {}`, 0],
  [`${HELD} return rows.map(first); }`, 0],
  ["async function f() { if (x) { using lock = take(); } return work(); }", 0],
  ["function f() { using file = open(); return (async () => read())(); }", 1],
  ["async function f() { try { return use(open); } finally { await close(open); } }", 1],
  ["async function f() { try { return await use(open); } finally { await close(open); } }", 0],
])("%s leaves early at %i places", (code, places) => {
  expect(leavesEarly(code)).toHaveLength(places);
});

test("no scope gives up what it holds while its work goes on (reliability-1 row 1)", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const files = ["src", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const holding = files
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ name, code: readFileSync(join(root, name), "utf8") }))
    .filter(({ code }) => /\busing\b|\bfinally\b/.test(code));
  expect(holding.length).toBeGreaterThan(20);
  expect(holding.flatMap(({ name, code }) => leavesEarly(code).map((line) => `${name}:${line}`))).toEqual([]);
});
