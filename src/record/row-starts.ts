/** Finds the lines on which the records of a CSV file start, with its header and digest, reading it piece by piece. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

export interface RowStarts {
  /** Text of the first record; null for a file without one. */
  readonly header: string | null;
  /** 1-based lines on which the records after the header start. */
  readonly lines: readonly number[];
  /** SHA-256 of the bytes. */
  readonly digest: string;
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const BOM = [0xef, 0xbb, 0xbf];

/** Reads a file once; a record starts on a line that is neither blank nor inside a quoted field. */
export async function findRowStarts(file: string): Promise<RowStarts> {
  const hash = createHash("sha256");
  const starts: number[] = [];
  const header: number[] = [];
  let offset = 0;
  let line = 1;
  let quoted = false;
  /** No record has begun on this line, and none goes on in it. */
  let blank = true;
  let afterCr = false;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(piece);
    for (let i = 0; i < piece.length; i++, offset++) {
      const byte = piece[i] ?? 0;
      if (byte === LF && afterCr) {
        afterCr = false;
        continue;
      }
      afterCr = byte === CR;
      if (byte === LF || byte === CR) {
        line += 1;
        blank = !quoted;
      } else if (offset >= BOM.length || byte !== BOM[offset]) {
        if (blank) starts.push(line);
        blank = false;
        if (byte === QUOTE) quoted = !quoted;
      }
      if (starts.length === 1 && !blank) header.push(byte);
    }
  }
  return {
    header: starts.length === 0 ? null : Buffer.from(header).toString("utf8"),
    lines: starts.slice(1),
    digest: hash.digest("hex"),
  };
}
