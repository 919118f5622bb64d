/** The links of a document and what they lead to: a file of the repository, and a place in it. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { anchorsIn, ROOT } from "./citations.ts";

/** The links of a document that lead nowhere. */
export function deadLinksOf(file: string, text = readFileSync(join(ROOT, file), "utf8")): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(?:https?|mailto):/.test(target) && !leads(file, target));
}

function leads(file: string, link: string): boolean {
  const [path = "", place] = link.split("#");
  const target = path === "" ? file : posix.join(dirname(file), path);
  if (!existsSync(join(ROOT, target))) return false;
  return place === undefined || placesIn(target).includes(place);
}

function placesIn(file: string): readonly string[] {
  if (!file.endsWith(".md")) return [];
  const text = readFileSync(join(ROOT, file), "utf8");
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => slugOf(heading));
  return [...headings, ...anchorsIn(text)];
}

/** The fragment that code hosts give a heading. */
function slugOf(heading: string): string {
  return heading
    .replaceAll(/\]\([^)]*\)|[`\\[\]]/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
