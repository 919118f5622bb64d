/** Lays text out within a number of columns; colour codes take no room. */

import { stripVTControlCharacters } from "node:util";

/** Wraps one line at spaces; later lines get the indent, a word longer than the line stays whole. */
export function wrapWords(text: string, width: number, indent = ""): string {
  const lines: string[] = [];
  let words: string[] = [];
  let used = 0;
  for (const word of text.split(" ")) {
    const room = width - (lines.length === 0 ? 0 : indent.length);
    const columns = columnsOf(word);
    if (used > 0 && used + 1 + columns > room) {
      lines.push(words.join(" "));
      words = [];
      used = 0;
    }
    // An empty word at a line's beginning is a space that wrapping leaves out.
    if (used > 0 || word !== "") {
      used += (used > 0 ? 1 : 0) + columns;
      words.push(word);
    }
  }
  lines.push(words.join(" "));
  return lines.map((part, index) => (index === 0 ? part : `${indent}${part}`)).join("\n");
}

/** Wraps plain text in the same way and cuts a word that is longer than the line. */
export function wrapHard(text: string, width: number, indent = ""): string {
  const room = Math.max(1, width - indent.length);
  const words = text.split(" ").flatMap((word) => word.match(new RegExp(`.{1,${room}}`, "gsu")) ?? [""]);
  return wrapWords(words.join(" "), width, indent);
}

/** Wraps every line that is too long; what follows a label hangs under the first word after it. */
export function fitText(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => (columnsOf(line) <= width ? line : fitLine(line, width)))
    .join("\n");
}

function fitLine(line: string, width: number): string {
  const [lead = ""] = line.match(/^\s*(?:[-•] )?/) ?? [];
  const [label = lead] = line.match(/^\s*\S+(?: \S+)*\s{2,}(?=\S)/) ?? [];
  const head = label.length <= width / 2 ? label : lead;
  const indent = " ".repeat(head === lead ? lead.length + 2 : columnsOf(head));
  // The head is put before the wrapped text, since wrapping keeps no spaces at a line's beginning.
  const body = wrapWords(line.slice(head.length), width - indent.length);
  return `${head}${body.replaceAll("\n", `\n${indent}`)}`;
}

/** Columns that a line takes in a terminal. */
function columnsOf(line: string): number {
  return stripVTControlCharacters(line).length;
}
