/** A page of a few lines, for a command that has an outcome and no report. */

import type { Fact } from "../basis-facts.ts";
import { facts } from "./fragments.ts";
import { html } from "./markup.ts";
import { pageFrame } from "./page-frame.ts";

/** The page: heading, reasons, then facts. */
export function shortPage(heading: string, reasons: readonly string[], rows: readonly Fact[]): string {
  return pageFrame(
    heading,
    html`<header>
<h1><bdi>${heading}</bdi></h1>
<div class="basis">${reasons.map((reason) => html`<p><bdi>${reason}</bdi></p>`)}</div>
${facts(rows)}
</header>
<footer>harness-lab</footer>`,
  );
}
