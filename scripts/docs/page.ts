/** A generated page, and the Markdown it is made of. */

/** A file below `docs/`. */
export interface Page {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
}

const MADE = "<!-- Made by `npm run docs:write`. Change what it is made from, not this page. -->";

/** Puts the paragraphs of a page together. */
export function pageOf(path: string, title: string, ...paragraphs: readonly string[]): Page {
  return { path, text: `${MADE}\n\n${[`# ${title}`, ...paragraphs].join("\n\n")}\n` };
}

/** Lays out a table; cells are Markdown. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Shows a text as code, in a table too. */
export function code(text: string): string {
  // A backtick ends the code, so a text with one stands between two.
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text.replaceAll("|", "\\|")}${fence}`;
}

/** Shows words as they are: nothing in them is Markdown but code, nothing is HTML or a template. */
export function words(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part.replaceAll("|", "\\|")
        : part
            .replaceAll(/[*_[\]|]/g, "\\$&")
            .replaceAll("<", "&lt;")
            .replaceAll("{{", "&#123;&#123;"),
    )
    .join("");
}

/** Shows a text as a block of code. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
