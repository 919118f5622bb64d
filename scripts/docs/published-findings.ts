/** Findings about a flag in the reports of this repository, in their own sentences. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, ROOT } from "./citations.ts";

const reports = filesBelow("reports", /\.md$/).map((file) => {
  const text = readFileSync(join(ROOT, file), "utf8");
  const [, title = file] = /^# (.*)$/m.exec(text) ?? [];
  return { file, title, sections: text.split(/^## /m).slice(1) };
});

/** The verdicts on a flag, each with its report; a report speaks of it in a section of its name. */
export function findingsOf(flag: string): readonly string[] {
  return reports.flatMap(({ file, title, sections }) =>
    sections.flatMap((section) => {
      const [heading = "", ...lines] = section.split("\n");
      if (heading.replaceAll("\\", "").split(" ")[0] !== flag) return [];
      const said = lines.filter((line) => line.startsWith("**") && !line.startsWith("**Next"));
      return said.length === 0
        ? []
        : [`[${title}](../../${file}):`, ...said.map((line) => `> ${line}`)].join("\n\n");
    }),
  );
}
