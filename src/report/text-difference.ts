/** Word-by-word difference of two texts, so that readers see at a glance where two replies part. */

/** A stretch of one text: whether the other text has it too. */
export interface Stretch {
  readonly text: string;
  readonly same: boolean;
}

export interface TextDifference {
  readonly left: readonly Stretch[];
  readonly right: readonly Stretch[];
}

// The table of the longest common subsequence grows with the product of the lengths; beyond this only the
// common beginning and end are recognised.
const MAX_CELLS = 1_000_000;

function words(text: string): string[] {
  return text.split(/(\s+)/).filter((word) => word !== "");
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** Marks the words of both lists that belong to their longest common subsequence. */
function commonWords(a: readonly string[], b: readonly string[]): readonly [Set<number>, Set<number>] {
  const inLeft = new Set<number>();
  const inRight = new Set<number>();
  if (a.length * b.length > MAX_CELLS) return [inLeft, inRight];
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      inLeft.add(i++);
      inRight.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return [inLeft, inRight];
}

function join(list: readonly string[], isSame: (index: number) => boolean): Stretch[] {
  const stretches: { text: string; same: boolean }[] = [];
  list.forEach((word, index) => {
    const last = stretches.at(-1);
    // White space between two differing words belongs to the difference.
    const isGap = word.trim() === "" && last?.same === false && index + 1 < list.length && !isSame(index + 1);
    const same = isSame(index) && !isGap;
    if (last && last.same === same) last.text += word;
    else stretches.push({ text: word, same });
  });
  return stretches;
}

/** Compares two texts; joining the stretches of a side gives its text back. */
export function textDifference(left: string, right: string): TextDifference {
  const a = words(left);
  const b = words(right);
  const start = commonStart(a, b);
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse());
  const [inLeft, inRight] = commonWords(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const isSame = (list: readonly string[], middle: Set<number>) => (index: number) =>
    index < start || index >= list.length - end || middle.has(index - start);
  return { left: join(a, isSame(a, inLeft)), right: join(b, isSame(b, inRight)) };
}
