/** Finds what sources, tests, scenarios and documents cite, and the anchors in the documents that answer it. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Citation {
  readonly file: string;
  /** As cited, e.g. `A-113` or `STATISTICS 11.2`. */
  readonly cited: string;
}

const ID = /\b(?:[ALO]-\d{3}|INV-\d{2})\b/g;
/** A paragraph, or several of one document: "ARCHITECTURE 4.1, 4.2"; a further number without a dot is not one. */
const PARAGRAPH =
  /\b(REFERENCE|STATISTICS|ARCHITECTURE|STYLE) (\d+(?:\.\d+)*(?:(?:, | and | or )\d+(?:\.\d+)+)*)/g;
/** A fault that a hostile reader found: "reliability-1 row 4", "reports-1 F5", "reports-1, annoyance 3", "house-1 2.1". */
const FAULT_ROWS = /\b(reliability-1|statistics-1) rows? (\d+(?:(?:, | and )\d+)*)/g;
const FAULT =
  /\b(reports-1|house-1|statistics-1),? (F\d+|annoyance \d+|section \d+|smaller|control scenarios|\d(?:\.\d)?)(?![\w.])/g;
/** A scenario cites in its comments and its `source`; the rest of it is somebody's conversation. */
const CITING_LINE = /^\s*#|^source:|^\s+- [ALO]-\d{3}\s*$/;

/** What a text cites, each once. */
export function citationsIn(text: string): readonly string[] {
  const ids = [...text.matchAll(ID)].map(([id]) => id);
  const paragraphs = [...text.matchAll(PARAGRAPH)].flatMap(([, document, numbers = ""]) =>
    numbers.split(/, | and | or /).map((number) => `${document} ${number}`),
  );
  const rows = [...text.matchAll(FAULT_ROWS)].flatMap(([, reading, numbers = ""]) =>
    numbers.split(/, | and /).map((number) => `${reading} row ${number}`),
  );
  const faults = [...text.matchAll(FAULT)].map(([, reading, place]) => `${reading} ${place}`);
  return [...new Set([...ids, ...paragraphs, ...rows, ...faults])];
}

/** Every citation of the files below some folders of the repository. */
export function citationsBelow(...folders: readonly string[]): readonly Citation[] {
  return folders
    .flatMap((folder) => filesBelow(folder, /\.(?:ts|md|yaml|mjs)$/))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      const citing = file.endsWith(".yaml")
        ? text
            .split("\n")
            .filter((line) => CITING_LINE.test(line))
            .join("\n")
        : text;
      return citationsIn(citing).map((cited) => ({ file, cited }));
    });
}

/** The files below a folder, as paths from the root, without those of tools. */
export function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => ending.test(file) && !/\/(?:node_modules|\.vitepress|__golden__)\//.test(file))
    .sort();
}

/** The anchor of a citation. */
export function anchorOf(cited: string): string {
  return cited.toLowerCase().replaceAll(" ", "-");
}

/** The anchors that a document sets by hand. */
export function anchorsIn(text: string): readonly string[] {
  return [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = ""]) => id);
}
