/** Holds comments, sentences and documents to one spelling, the British one, and to plain negation (STYLE 5.1, 5.1.1). */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Stems that take -ise here and -ize in American spelling. */
const ISE =
  "anal(?=yz)|summar|normal|serial|organ|recogn|initial|random|optim|minim|maxim|capital|categor|custom|token|prior|final|stabil|general|author|util|emphas|standard|parallel|visual|synchron|penal|real|special|character|memor|local|modern|formal|critic";

/** "Unauthorized" is the name of an HTTP status. */
const AMERICAN = new RegExp(
  `\\b(?!Unauthorized\\b)(?:(?:un|re|de)?(?:${ISE})(?:iz|yz)(?:e[sdr]?|ing|ation)|behaviors?|colors?|favor(?:s|ed|ite)?|honor(?:s|ed)?|neighbor(?:s|ing)?|centers?|centered|cancel(?:ed|ing)|label(?:ed|ing)|model(?:ed|ing)|travel(?:ed|ing)|defense|offense|gray|fulfill?ment|catalogs?|dialogs?)\\b`,
  "gi",
);

const prose = [
  ...["README", "ARCHITECTURE", "CONTRIBUTING", "METHODOLOGY", "CHANGELOG", "SECURITY"].map((n) => `${n}.md`),
  ...filesIn("docs", ".md"),
].map((path) => ({ path, text: withoutCode(readFileSync(join(ROOT, path), "utf8")) }));

const sentences = [...filesIn("src", ".ts"), ...filesIn("scripts", ".ts")]
  .filter((path) => !path.endsWith(".test.ts") && !path.includes("/testing/"))
  // A style sheet and a chart's specification are written in the words of their standards.
  .filter((path) => !/report\/(?:html\/style|charts\/)/.test(path))
  .map((path) => ({ path, text: spokenIn(readFileSync(join(ROOT, path), "utf8")) }));

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(ending) && !/node_modules|\.vitepress/.test(file));
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, "").replaceAll(/`[^`\n]*`/g, "");
}

/** The comments, and the texts that hold several words; names in code follow the standards they come from. */
function spokenIn(source: string): string {
  const comments = source.match(/\/\*\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g) ?? [];
  const texts = source.match(/"[^"\n]*[a-z] [a-z][^"\n]*"|`[^`\n]*[a-z] [a-z][^`\n]*`/gi) ?? [];
  return [...comments, ...texts].join("\n").replaceAll(/<[^>]*>|\b[a-z-]+:\s*[^;"\s]+;/g, "");
}

const find = (pattern: RegExp) =>
  [...prose, ...sentences].flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([word]) => `${path}: ${word}`),
  );

test("the words read are British", () => {
  expect(prose.length + sentences.length).toBeGreaterThan(500);
  expect(find(AMERICAN)).toEqual([]);
});

test.each(["analyze", "normalized", "behavior", "canceled", "labeled", "randomization", "color", "gray"])(
  "%s is found",
  (word) => {
    expect(`a ${word} b`.match(AMERICAN)).toEqual([word]);
  },
);

test("nothing 'is no other one': a thing is not another thing (STYLE 5.1.1)", () => {
  const pattern =
    /(?<!there )\b(?:is|are|was|were) no (?:other one|[A-Z]{2,}\b|block\b|verdict of\b|number\b|table\b|list\b|file\b)/g;
  expect(find(pattern)).toEqual([]);
  expect("so the second run is no other one".match(pattern)).not.toBeNull();
  expect("the rows are no CSV table".match(pattern)).not.toBeNull();
});
