/** The pages of the JSON documents that commands print, each from the type that the source declares for it. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./citations.ts";
import { JSON_DOCUMENTS, type JsonDocument } from "./json-documents.ts";
import { block, code, type Page, pageOf, words } from "./page.ts";
import { schemaTables } from "./schema-tables.ts";
import { type JsonSchema, schemaOfType } from "./type-schema.ts";

/** The schema of what a command prints. */
export async function schemaOfDocument({ type, list }: JsonDocument): Promise<JsonSchema> {
  const schema = await schemaOfType(type);
  if (!list) return schema;
  const { $schema, $defs = {}, ...items } = schema;
  return { $schema, type: "array", items, $defs };
}

/** The file of a document's example. */
export function exampleFile({ name }: JsonDocument): string {
  return join(ROOT, `docs/formats/examples/${name}.json`);
}

/** Makes a page for each. */
export async function jsonPages(): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (const document of JSON_DOCUMENTS) {
    const { title, type, list, commands, about } = document;
    pages.push(
      pageOf(
        `docs/formats/json-${document.name}.md`,
        title,
        `Printed with \`--json\` by ${commands.map(code).join(", ")}${list ? `, as a list of [${type}](#${type.toLowerCase()})` : ""}. ${words(about)} A number that is not known is null; a field that is absent does not apply.`,
        ...exampleOf(document),
        schemaTables(await schemaOfDocument(document)),
      ),
    );
  }
  return pages;
}

/** Lines of an example beyond which the page names its file. */
const SHOWN_LINES = 120;

function exampleOf(document: JsonDocument): readonly string[] {
  const file = exampleFile(document);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const shortened = "of each list the first item, of each long text the beginning";
  return text.split("\n").length > SHOWN_LINES
    ? [
        `An example, shortened (${shortened}): [\`examples/${document.name}.json\`](examples/${document.name}.json).`,
      ]
    : [`An example, shortened (${shortened}):`, block("json", text)];
}
