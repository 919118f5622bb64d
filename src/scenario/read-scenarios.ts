/** Reads scenario files: every problem of every file in one error, includes expanded, digests taken. */

import type { Dirent } from "node:fs";
import { access, readdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { digestOf } from "../core/digest.ts";
import { LabError } from "../core/errors.ts";
import { COMMON_EVENTS } from "../core/event-types.ts";
import type { HarnessFaces } from "../core/harness-face.ts";
import { type LoadedScenario, Scenario } from "../core/scenario.ts";
import { jsonSchemaOf, scenarioJsonSchema } from "./json-schema.ts";
import { type Problem, problemsError, shownFile } from "./problem.ts";
import { nearestRuleFolder, openRuleLibrary, type RuleLibrary } from "./rule-library.ts";
import { scenarioProblems } from "./scenario-problems.ts";
import { schemaProblems } from "./schema-problems.ts";
import { parseYaml, type YamlSource } from "./yaml-source.ts";

interface Reading {
  readonly source: YamlSource;
  readonly loaded: LoadedScenario | null;
  readonly problems: readonly Problem[];
}

/** Reads one scenario file; its includes come from the nearest `_rules` folder beside or above it. */
export async function readScenarioFile(file: string, harnesses: HarnessFaces): Promise<LoadedScenario> {
  const path = resolve(file);
  const library = openRuleLibrary(await nearestRuleFolder(path));
  const { loaded, problems } = await readOne({ file: path, text: await readText(path) }, library, harnesses);
  if (loaded === null || problems.length > 0) throw problemsError(problems);
  return loaded;
}

/**
 * Reads every scenario file below a folder, in path order, leaving out hidden folders and `_rules`, which it includes from,
 * and files whose text is not wanted.
 */
export async function readScenarios(
  root: string,
  harnesses: HarnessFaces,
  isWanted: (text: string) => boolean = () => true,
): Promise<readonly LoadedScenario[]> {
  const folder = resolve(root);
  const files = await scenarioFiles(folder);
  const library = openRuleLibrary(await nearestRuleFolder(join(folder, "any.yaml")));
  const readings: Reading[] = [];
  // One after the other, so that a broken rule file is reported by the first scenario that includes it, every time.
  for (const file of files) {
    const text = await readText(file);
    if (isWanted(text)) readings.push(await readOne({ file, text }, library, harnesses));
  }
  const problems = [...readings.flatMap((reading) => reading.problems), ...duplicateIds(readings)];
  if (problems.length > 0) throw problemsError(problems);
  return readings.flatMap(({ loaded }) => (loaded === null ? [] : [loaded]));
}

async function readOne(
  { file, text }: { readonly file: string; readonly text: string },
  library: RuleLibrary,
  harnesses: HarnessFaces,
): Promise<Reading> {
  const source = parseYaml(file, text);
  if (source.problems.length > 0) return { source, loaded: null, problems: source.problems };
  const parsed = Scenario.safeParse(source.value);
  if (!parsed.success)
    return {
      source,
      loaded: null,
      problems: schemaProblems(source, parsed.error.issues, scenarioJsonSchema(harnesses)),
    };
  const scenario = parsed.data;
  const expansion = await library.expand(scenario.simulate, source, ["simulate"]);
  const problems = [
    ...scenarioProblems(scenario, [
      ...COMMON_EVENTS,
      ...Object.keys(harnesses.get(scenario.harness)?.events ?? {}),
    ]).map(({ path, message }) => source.problemAt(path, message)),
    ...settingsProblems(scenario, source, harnesses),
    ...(await moduleProblems(scenario, source)),
    ...expansion.problems,
  ];
  const { rules } = expansion;
  // Examples hold the checks to something; they change no trial, so they leave the digest alone.
  const { passes: _passes, fails: _fails, payloads: _payloads, ...acting } = scenario;
  return { source, loaded: { scenario, rules, digest: digestOf([acting, rules]), file }, problems };
}

/** Holds the settings to what the scenario's harness declares. */
function settingsProblems(
  { harness, settings }: Scenario,
  source: YamlSource,
  harnesses: HarnessFaces,
): readonly Problem[] {
  const face = harnesses.get(harness);
  if (face === undefined)
    return [
      source.problemAt(
        ["harness"],
        `the ${harness} harness is not built; use ${[...harnesses.keys()].join(" or ")}`,
      ),
    ];
  const parsed = face.settings.safeParse(settings ?? {});
  if (parsed.success) return [];
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ["settings", ...issue.path] }));
  return schemaProblems(source, issues, { properties: { settings: jsonSchemaOf(face.settings) } });
}

async function moduleProblems(scenario: Scenario, source: YamlSource): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const [index, check] of scenario.expect.entries()) {
    if (!("module" in check)) continue;
    const path = resolve(dirname(source.file), check.module.path);
    const missing = await access(path).then(
      () => false,
      () => true,
    );
    if (missing)
      problems.push(
        source.problemAt(["expect", index, "module", "path"], `there is no file ${shownFile(path)}`),
      );
  }
  return problems;
}

function duplicateIds(readings: readonly Reading[]): readonly Problem[] {
  const seen = new Map<string, Reading>();
  return readings.flatMap((reading) => {
    const id = reading.loaded?.scenario.id;
    if (id === undefined) return [];
    const first = seen.get(id);
    if (first === undefined) {
      seen.set(id, reading);
      return [];
    }
    return [reading.source.problemAt(["id"], `"${id}" is already the id of ${shownFile(first.source.file)}`)];
  });
}

/** Every scenario file below the folder; links are followed, and one that leads back to a folder above it is refused. */
async function scenarioFiles(folder: string, above: readonly string[] = []): Promise<readonly string[]> {
  const real = await realpath(folder).catch((cause: unknown) => {
    throw unreadable(folder, "folder", cause);
  });
  if (above.includes(real))
    throw new LabError({
      code: "looping-scenario-folder",
      what: `the scenario folder ${shownFile(folder)} is a link to a folder that holds it`,
      where: folder,
      remedy: "remove the link",
    });
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw unreadable(folder, "folder", cause);
  });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const isHidden = entry.name === "_rules" || entry.name.startsWith(".");
      // Editors lock a file by a hidden link that leads nowhere.
      if (isHidden && !entry.isFile()) return [];
      const path = join(folder, entry.name);
      if (await isFolder(entry, path)) return scenarioFiles(path, [...above, real]);
      return /\.ya?ml$/i.test(entry.name) ? [path] : [];
    }),
  );
  return found.flat().sort();
}

async function isFolder(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  const target = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, "file", cause);
  });
  return target.isDirectory();
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw unreadable(file, "file", cause);
  });
}

function unreadable(path: string, what: "file" | "folder", cause: unknown): LabError {
  const code = cause instanceof Error && "code" in cause ? cause.code : "";
  return new LabError({
    code: "unreadable-scenario",
    what:
      code === "ENOENT"
        ? `there is no scenario ${what} ${shownFile(path)}`
        : `cannot read the scenario ${what} ${shownFile(path)} (${code || cause})`,
    where: path,
    remedy: `name a ${what} that exists`,
    cause,
  });
}
