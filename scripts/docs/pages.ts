/** Every generated page of the documentation. */

import { eventPage } from "./event-page.ts";
import { flagPages } from "./flag-pages.ts";
import { formatPages } from "./format-pages.ts";
import { jsonPages } from "./json-pages.ts";
import { labelPage } from "./label-page.ts";
import type { Page } from "./page.ts";
import { storePage } from "./store-page.ts";

/** Makes them all. */
export async function generatedPages(): Promise<readonly Page[]> {
  return [
    ...formatPages(),
    await storePage(),
    await eventPage(),
    ...(await jsonPages()),
    labelPage(),
    ...(await flagPages()),
  ];
}
