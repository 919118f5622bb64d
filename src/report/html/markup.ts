/** HTML that cannot be injected into: every value put into a template is text unless it was built by one. */

import { visibleText } from "../visible-text.ts";

/** Markup that was built by `html` or vouched for by `trusted`; plain strings are never markup. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

export type Piece = Markup | string | number | null | undefined | false | readonly Piece[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for element content and quoted attributes alike. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return "";
  if (piece instanceof Markup) return piece.source;
  if (Array.isArray(piece)) return (piece as readonly Piece[]).map(render).join("");
  return escapeHtml(String(piece));
}

/** Builds markup; interpolated strings and numbers are escaped, null and false vanish, lists are joined. */
export function html(literals: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(
    literals.map((literal, index) => literal + (index < pieces.length ? render(pieces[index]) : "")).join(""),
  );
}

/** Takes a string as markup as it is: for our own style sheet and for SVG that vega has escaped. */
export function trustMarkup(source: string): Markup {
  return new Markup(source);
}
