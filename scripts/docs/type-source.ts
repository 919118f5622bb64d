/** The type declarations of a source file as its author wrote them, with their doc comments and what the file imports. */

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseAst } from "vitest/node";
import { filesBelow, ROOT } from "./citations.ts";

/** A node of the syntax tree; which fields it has depends on its type. */
// biome-ignore lint/suspicious/noExplicitAny: the parser's own types do not cover TypeScript's nodes
export type Node = any;

export interface TypeSource {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly types: ReadonlyMap<string, Node>;
  /** Where a local name comes from. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** The doc comment before a node or before its stroke in a union, on one line; undefined where there is none. */
  commentBefore(node: Node): string | undefined;
}

const known = new Map<string, TypeSource>();

/** Reads a source file once. */
export function typeSourceOf(file: string): TypeSource {
  const found = known.get(file) ?? read(file);
  known.set(file, found);
  return found;
}

/** The one file below `src` that declares a type of this name, wherever it lies; an exported one goes first. */
export function fileOfType(name: string): string {
  const declares = new RegExp(`^(export )?(?:interface|type) ${name}\\b`, "m");
  const found = filesBelow("src", /(?<!\.test)\.ts$/).flatMap((file) => {
    const [declaration, exported] = declares.exec(readFileSync(join(ROOT, file), "utf8")) ?? [];
    return declaration === undefined ? [] : [{ file, exported: exported !== undefined }];
  });
  const exported = found.filter((one) => one.exported);
  const [only, ...others] = exported.length > 0 ? exported : found;
  if (only === undefined || others.length > 0)
    throw new Error(
      `${found.length} files declare the type ${name}: ${found.map(({ file }) => file).join(", ")}`,
    );
  return only.file;
}

function read(file: string): TypeSource {
  const text = readFileSync(join(ROOT, file), "utf8");
  const types = new Map<string, Node>();
  const imports = new Map<string, { readonly file: string; readonly name: string }>();
  for (const statement of (parseAst(text, { lang: "ts" }) as Node).body) {
    const declared = statement.declaration ?? statement;
    if (declared.type === "TSInterfaceDeclaration" || declared.type === "TSTypeAliasDeclaration")
      types.set(declared.id.name, { ...declared, start: statement.start });
    if (statement.type !== "ImportDeclaration" || !statement.source.value.startsWith(".")) continue;
    const from = resolve("/", dirname(file), statement.source.value).slice(1);
    for (const { local, imported } of statement.specifiers)
      imports.set(local.name, { file: from, name: imported?.name ?? local.name });
  }
  return {
    file,
    types,
    imports,
    commentBefore(node) {
      const [, words] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\|?\s*$/.exec(text.slice(0, node.start)) ?? [];
      return words?.replaceAll(/\s*\n\s*\*? ?/g, " ").trim();
    },
  };
}
