/** Words that negate one another, and whether two statements are set against each other by them (REFERENCE 1.5). */

/** Either side of a pair contradicts the other one about the same thing. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["present", "absent"],
  ["true", "false"],
  ["exists", "missing"],
  ["success", "failure"],
  ["available", "unavailable"],
  ["enabled", "disabled"],
  ["found", "not found"],
  ["is", "is not"],
  ["passed", "failed"],
  ["passing", "failing"],
  ["running", "stopped"],
  ["online", "offline"],
];
/** A statement that has one of these and one that has none differ in polarity. */
const POLARITY: readonly string[] = ["not", "absent", "no", "never"];
/** Words that say nothing about the matter (our choice). */
const STOPWORDS: ReadonlySet<string> = new Set(
  "a an the and or of in on at to for with by from as it its this that these those there be is are was were will has have had do does did can may must should would i we you they he she".split(
    " ",
  ),
);

/** True where both speak of one thing and one of them negates what the other says. */
export function negates(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  if (sharedSubject(one, other).length === 0) return false;
  const opposed = PAIRS.some(
    ([yes, no]) => (says(a, yes, no) && says(b, no)) || (says(a, no) && says(b, yes, no)),
  );
  return opposed || isNegative(one) !== isNegative(other);
}

/** True where a statement has a word that the keyword detector goes by. */
export function isStructured(text: string): boolean {
  const words = wordsOf(text);
  return isNegative(words) || PAIRS.some((pair) => pair.some((word) => word !== "is" && says(text, word)));
}

/** The words of both that are no stopwords and not the negation itself. */
export function sharedSubject(one: readonly string[], other: readonly string[]): readonly string[] {
  const signs = new Set([...POLARITY, ...PAIRS.flat()]);
  return one.filter((word) => other.includes(word) && !STOPWORDS.has(word) && !signs.has(word));
}

/** Lower-case words of a text. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isNegative(words: readonly string[]): boolean {
  return words.some((word) => POLARITY.includes(word));
}

/** True where a phrase is said, and not as a part of its own negation. */
function says(text: string, phrase: string, negation = ""): boolean {
  const said = ` ${wordsOf(text).join(" ")} `;
  const whole = negation.includes(phrase) ? said.replaceAll(` ${negation} `, " ") : said;
  return whole.includes(` ${phrase} `);
}
