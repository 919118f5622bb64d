/** Every JSON document is what its schema says, as the commands print it today and in the example on its page. */

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { createProgram } from "../../src/cli/program.ts";
import { JSON_DOCUMENTS, type JsonDocument } from "./json-documents.ts";
import { printedDocuments } from "./json-examples.ts";
import { exampleFile, schemaOfDocument } from "./json-pages.ts";

const printed = await printedDocuments();

async function issuesOf(document: JsonDocument, value: unknown) {
  const schema = z.fromJSONSchema((await schemaOfDocument(document)) as never);
  return schema.safeParse(value).error?.issues ?? [];
}

test.each(JSON_DOCUMENTS)(
  "$name: what is printed and the example satisfy the schema, and nothing else does",
  async (document) => {
    const value = printed.get(document.name);
    expect(value).toBeDefined();
    expect(await issuesOf(document, value)).toEqual([]);
    const file = exampleFile(document);
    expect(existsSync(file), "write it with: npm run docs:write -- --examples").toBe(true);
    const example = JSON.parse(readFileSync(file, "utf8"));
    expect(await issuesOf(document, example), "write it anew: npm run docs:write -- --examples").toEqual([]);
    const wrong = document.list
      ? [{ ...(value as readonly object[])[0], extra: 1 }]
      : { ...(value as object), extra: 1 };
    expect(await issuesOf(document, wrong)).not.toEqual([]);
  },
);

test("every command with --json is documented", () => {
  const streams = { stdout: { write: () => true }, stderr: { write: () => true } };
  const commandsOf = (program: ReturnType<typeof createProgram>, path = ""): readonly string[] =>
    program.commands.flatMap((one) => {
      const name = `${path}${one.name()}`;
      const own = one.options.some(({ long }) => long === "--json") ? [name] : [];
      return [...own, ...commandsOf(one as never, `${name} `)];
    });
  const documented = JSON_DOCUMENTS.flatMap(({ commands }) =>
    commands.map((name) => name.replace(/ --.*/, "")),
  );
  const printing = commandsOf(createProgram(async () => {}, streams));
  expect(printing.length).toBeGreaterThan(15);
  expect(printing.filter((name) => !documented.includes(name) && name !== "serve-simulated")).toEqual([]);
});
