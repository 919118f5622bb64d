/** Small pieces of markup that several parts of the page use. */

import type { Comparison } from "../../core/comparison.ts";
import { countText } from "../../core/format.ts";
import { LABELS } from "../../core/label-table.ts";
import type { ReportSection } from "../../core/report-document.ts";
import type { Fact } from "../basis-facts.ts";
import { methodologyLink, type Topic } from "../methodology.ts";
import type { ArmRow } from "../section-facts.ts";
import { armWords, labelText } from "../words.ts";
import { html, type Markup } from "./markup.ts";

const FOLDED_FROM = 4;

/** Heading of a part of a section, with the link to the paragraph that explains it. */
export function heading(title: string, topic: Topic): Markup {
  return html`<h3>${title} <a class="method" href="${methodologyLink(topic)}">method</a></h3>`;
}

/** Terms with their values; a long list of values is folded. */
export function facts(rows: readonly Fact[]): Markup {
  const value = (given: Fact[1]) => {
    if (typeof given === "string") return html`<bdi>${given}</bdi>`;
    const lines = given.map((line) => html`<div><bdi>${line}</bdi></div>`);
    return given.length < FOLDED_FROM
      ? html`${lines}`
      : html`<details><summary>${countText(given.length, "entry").replace(/ys$/, "ies")}</summary>${lines}</details>`;
  };
  return html`<dl class="facts">${rows.map(([term, given]) => html`<dt>${term}</dt><dd>${value(given)}</dd>`)}</dl>`;
}

/** The label of a verdict in the colour of its tone. */
export function label(comparison: Comparison): Markup {
  return html`<span class="${LABELS[comparison.verdict.label].tone}">${labelText(comparison)}</span>`;
}

/** Numbers of both arms in two columns, treatment first. */
export function armTable(caption: string, section: ReportSection, rows: readonly ArmRow[]): Markup {
  const words = armWords(section);
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
