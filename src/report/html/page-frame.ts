/** The frame of every page: one self-contained file without script or request, light and dark. */

import { html, type Markup, trustMarkup } from "./markup.ts";
import { STYLE } from "./style.ts";

// Even if some text got through as markup, the browser would neither run nor fetch anything.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A whole page around its main part. */
export function pageFrame(title: string, main: Markup): string {
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustMarkup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trustMarkup(STYLE)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.source
  }`;
}
