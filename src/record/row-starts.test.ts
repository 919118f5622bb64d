/** Lines of records are the same however the bytes come, for any mixture of quotes and line ends. */

import { expect, test } from "vitest";
import { digestText } from "../core/digest.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { findRowStarts } from "./row-starts.ts";

/** Splits the whole text into lines first. */
function plainly(text: string): readonly number[] {
  const starts: number[] = [];
  let quoted = false;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (!quoted && line !== "") starts.push(index + 1);
    if ((line.split('"').length - 1) % 2 === 1) quoted = !quoted;
  }
  return starts;
}

test("agrees with splitting the text, on every text of six signs", async () => {
  using folder = tempFolder();
  const signs = ["a", '"', "\n", "\r"];
  for (let code = 0; code < 4 ** 6; code += 7) {
    const text = Array.from({ length: 6 }, (_, i) => signs[(code >> (2 * i)) & 3]).join("");
    const found = await findRowStarts(folder.write("rows.csv", text));
    const [first, ...rest] = plainly(text);
    expect([found.header === null, found.lines], JSON.stringify(text)).toEqual([first === undefined, rest]);
  }
});

test("a header with quoted line ends after a byte-order mark and blank lines is read whole", async () => {
  using folder = tempFolder();
  const text = '\ufeff\n\n"arm\nname",täsk\r\non,a\r\n\r\n"o\nff",b\r\n';
  const { header, lines, digest } = await findRowStarts(folder.write("rows.csv", text));
  expect([header, lines]).toEqual(['"arm\nname",täsk', [5, 7]]);
  expect(digest).toBe(digestText(text));
});

test("files longer than one piece of reading keep their lines", async () => {
  using folder = tempFolder();
  const rows = Array.from({ length: 30_000 }, (_, i) => (i % 3 === 0 ? `"a\n${i}"` : `b${i}`));
  const { lines } = await findRowStarts(folder.write("rows.csv", ["head", ...rows].join("\r\n")));
  expect(lines).toEqual(plainly(["head", ...rows].join("\r\n")).slice(1));
});
