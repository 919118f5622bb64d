/** Small pieces of markup that several parts of the page use. */

import type { Verdict } from "../../core/comparison.ts";
import { methodologyLink, type Topic } from "../methodology.ts";
import { LABEL_WORDS, labelText } from "../words.ts";
import { html, type Markup, type Piece } from "./markup.ts";

/** Heading of a part of a section, with the link to the paragraph that explains it. */
export function heading(title: string, topic: Topic): Markup {
  return html`<h3>${title} <a class="method" href="${methodologyLink(topic)}">method</a></h3>`;
}

/** Terms with their values. */
export function facts(rows: readonly (readonly [term: string, value: Piece])[]): Markup {
  return html`<dl class="facts">${rows.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>`;
}

/** The label of a verdict in the colour of its tone. */
export function label(verdict: Verdict): Markup {
  return html`<span class="${LABEL_WORDS[verdict.label].tone}">${labelText(verdict)}</span>`;
}

/** A column of numbers by arm: the head of every table that compares the two. */
export function armTable(
  caption: string,
  words: { readonly treatment: string; readonly control: string },
  rows: readonly (readonly [name: Piece, treatment: Piece, control: Piece])[],
): Markup {
  return html`<table><thead><tr><th>${caption}</th><th class="n">${words.treatment}</th><th class="n">${words.control}</th></tr></thead>
<tbody>${rows.map(
    ([name, treatment, control]) =>
      html`<tr><th scope="row">${name}</th><td class="n">${treatment}</td><td class="n">${control}</td></tr>`,
  )}</tbody></table>`;
}

/** Fragment id of a section, unique by its position and readable by its flag. */
export function sectionId(flag: string | null, index: number): string {
  return `${index + 1}-${(flag ?? "comparison").toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}
