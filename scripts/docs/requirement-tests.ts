/** Which test cites which requirement: by id, or as a member of a range such as A-126..A-137. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, ROOT } from "./citations.ts";

export interface CitingTest {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

const CITED = /\b([ALO])-(\d{3})(?:\.\.\1-(\d{3}))?\b/g;

/** Tests by the id they cite. */
export function testsByRequirement(): ReadonlyMap<string, readonly CitingTest[]> {
  const found = new Map<string, CitingTest[]>();
  for (const file of [...filesBelow("src", /\.test\.ts$/), ...filesBelow("scripts", /\.test\.ts$/)])
    for (const [index, text] of readFileSync(join(ROOT, file), "utf8").split("\n").entries())
      for (const id of idsIn(text)) found.set(id, [...(found.get(id) ?? []), { file, line: index + 1 }]);
  return found;
}

/** A longer range names a part of the document and not what is tested. */
const LONGEST_RANGE = 12;

/** Every id of a text, ranges written out. */
export function idsIn(text: string): readonly string[] {
  return [...text.matchAll(CITED)].flatMap(([, letter = "", from = "", to = from]) => {
    const length = Number(to) - Number(from) + 1;
    if (length > LONGEST_RANGE) return [];
    return Array.from({ length: Math.max(0, length) }, (_, index) => idOf(letter, Number(from) + index));
  });
}

/** The id of a number. */
export function idOf(letter: string, number: number): string {
  return `${letter}-${String(number).padStart(3, "0")}`;
}
