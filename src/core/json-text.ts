/** JSON for files and terminals: indented for readers, long lists one item a line, and nothing in it that a terminal obeys. */

// JSON leaves these bare although a terminal that prints the file would act on them.
const UNSHOWABLE = /[\u007f-\u009f\u2028\u2029]|\p{Bidi_Control}/gu;
/** Lists beyond this are data and not for reading: indented, they would be twice as long. */
const LONG = 100;
const PIECE = 64 * 1024;

/** The text piece by piece, so that one of 100 MB is never held whole; parsing the pieces together gives the value. */
export function* jsonPieces(value: unknown): Generator<string> {
  let pending = "";
  for (const part of partsOf(value, "")) {
    pending += part;
    if (pending.length < PIECE) continue;
    yield escapeText(pending);
    pending = "";
  }
  yield escapeText(`${pending}\n`);
}

/** The text at once. */
export function jsonText(value: unknown): string {
  return [...jsonPieces(value)].join("");
}

function escapeText(text: string): string {
  return text.replace(
    UNSHOWABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function* partsOf(value: unknown, margin: string): Generator<string> {
  const inner = `${margin}  `;
  if (Array.isArray(value) && value.length > LONG) {
    for (const [place, item] of value.entries())
      yield `${place === 0 ? "[" : ","}\n${inner}${JSON.stringify(item) ?? "null"}`;
    yield `\n${margin}]`;
  } else if (Array.isArray(value) && value.length > 0) {
    for (const [place, item] of value.entries()) {
      yield `${place === 0 ? "[" : ","}\n${inner}`;
      yield* partsOf(item ?? null, inner);
    }
    yield `\n${margin}]`;
  } else if (isPlain(value)) {
    let open = "{";
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${open}\n${inner}${JSON.stringify(key)}: `;
      yield* partsOf(item, inner);
      open = ",";
    }
    yield open === "{" ? "{}" : `\n${margin}}`;
  } else yield JSON.stringify(value) ?? "null";
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    value !== null &&
    typeof value === "object" &&
    !Array.isArray(value) &&
    typeof (value as { readonly toJSON?: unknown }).toJSON !== "function"
  );
}
