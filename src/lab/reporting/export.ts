/** Hands out a stored experiment as rows with the command that reproduces its figures from them. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { digestText } from "../../core/digest.ts";
import { EXIT, LabError } from "../../core/errors.ts";
import type { ExperimentReport } from "../../core/report-document.ts";
import { formatGrounds } from "../../rows/grounds.ts";
import { columnMeanings, writtenRows } from "../../rows/written-rows.ts";
import { requireOwnPaths } from "../environment/outputs.ts";
import { readStore } from "../environment/read-store.ts";
import type { LabResult } from "../environment/result.ts";
import { writeWhole } from "../environment/write-data.ts";
import { buildReport } from "./build-report.ts";

export interface ExportRequest {
  /** An experiment id, a unique prefix, a name or `latest`. */
  readonly experiment: string;
  readonly db: string;
  /** A folder for rows and README, or a `.csv` file for the rows alone. */
  readonly artifact: string;
}

/** Summary of an export, as `export --json` prints it. */
interface ExportDocument {
  readonly files: readonly string[];
  /** The command that judges the rows as the experiment was judged. */
  readonly command: string;
  /** SHA-256 of the rows. */
  readonly digest: string;
}

/** Writes the artifact and prints the command that judges it. */
export async function exportArtifact(request: ExportRequest): Promise<LabResult> {
  const document = await readStore(request.db, async (store) =>
    buildReport(store, (await store.findExperiment(request.experiment)).id),
  );
  if (document.sections.length === 0)
    throw new LabError({
      code: "nothing-to-export",
      what: "the experiment compares nothing, so it has no rows to judge",
      where: document.experiment.name,
      remedy: "name an experiment with comparisons: harness-lab experiments",
    });
  const alone = extname(request.artifact).toLowerCase() === ".csv";
  const file = alone ? request.artifact : join(request.artifact, "rows.csv");
  await requireOwnPaths([file], [request.db]);
  if (!alone) await requireOwnFolder(request.artifact);
  const rows = writtenRows(document);
  const files = [file];
  await save(file, rows);
  if (!alone) {
    files.push(join(request.artifact, "README.md"));
    await save(join(request.artifact, "README.md"), readme(document, rows));
  }
  const grounds = formatGrounds(document);
  const beside = grounds !== null && !alone ? join(request.artifact, "grounds.json") : null;
  if (grounds !== null && beside !== null) {
    files.push(beside);
    await save(beside, grounds);
  }
  const command = reproduction(document, file, beside);
  const lacks =
    grounds !== null && beside === null
      ? ["not in the rows: calibration and qualified judge, on which a label may rest (name a folder)"]
      : [];
  return {
    text: [...files.map((name) => `wrote ${name}`), `reproduce: ${command}`, ...lacks].join("\n"),
    json: { files, command, digest: digestText(rows) } satisfies ExportDocument,
    exitCode: EXIT.pass,
  };
}

/** Beginning of the README of an artifact. */
const README_TITLE = "# Rows of ";

/** Refuses a folder in which a file that is not an artifact's would be overwritten. */
async function requireOwnFolder(folder: string): Promise<void> {
  const text = await readFile(join(folder, "README.md"), "utf8").catch(() => null);
  if (text?.startsWith(README_TITLE)) return;
  const foreign = ["README.md", "rows.csv", "grounds.json"].find((name) => existsSync(join(folder, name)));
  if (foreign === undefined) return;
  throw new LabError({
    code: "foreign-artifact",
    what: `${foreign} of this folder would be overwritten, and harness-lab did not write it`,
    where: folder,
    remedy: "name a new or empty folder with --artifact",
  });
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeWhole(file, text);
  } catch (cause) {
    throw new LabError({
      code: "unwritable-artifact",
      what: `the artifact cannot be written: ${cause instanceof Error ? cause.message : cause}`,
      where: file,
      remedy: "choose another path with --artifact",
      cause,
    });
  }
}

/** The command that judges the rows as the experiment was judged. */
function reproduction({ sections }: ExperimentReport, file: string, grounds: string | null): string {
  const [first] = sections;
  const plan = first?.comparison.plan;
  const options =
    plan === undefined
      ? []
      : [
          `--alpha ${plan.alpha}`,
          `--delta-min ${plan.deltaMin}`,
          `--purpose ${plan.purpose}`,
          ...(plan.design === "sequential" ? ["--sequential"] : []),
          ...(plan.pairing === "none" ? ["--pairing none"] : []),
        ];
  const beside = grounds === null ? [] : [`--grounds ${quote(grounds)}`];
  return ["harness-lab compare", quote(file), ...options, ...beside].join(" ");
}

function quote(file: string): string {
  return /[^\w./-]/.test(file) ? `'${file.replaceAll("'", "'\\''")}'` : file;
}

function readme(document: ExperimentReport, rows: string): string {
  const { experiment, provenance, basis, sections } = document;
  const grounds = formatGrounds(document) === null ? null : "grounds.json";
  return `${README_TITLE}"${experiment.name}"

Experiment ${experiment.id}, harness-lab ${provenance.labVersion}, commit ${provenance.commit ?? "unknown"}.
Model: ${experiment.model.model} (${basis}). Prices: ${provenance.priceTable}.
\`rows.csv\` holds one row per trial and comparison, ${rows.split("\n").length - 2} rows, SHA-256 ${digestText(rows)}.

## Reproduce

\`\`\`sh
${reproduction(document, "rows.csv", grounds)} -o report.html
\`\`\`

This gives every count, p-value, interval, ratio and label of the ${sections.length === 1 ? "comparison" : `${sections.length} comparisons`}. Transcripts are not in the rows, only their digests.${
    grounds === null
      ? ""
      : " `grounds.json` holds what no row shows: the calibration of the control and whether labels qualified the judge."
  }

## Columns

An empty field is unknown, never 0.

| column | meaning |
|---|---|
${columnMeanings()
  .map(([column, meaning]) => `| ${column} | ${meaning} |`)
  .join("\n")}
`;
}
