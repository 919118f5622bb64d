/** The shared simulate rules under `_rules/`, read once and expanded where a scenario includes them. */

import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { didYouMean } from "../core/nearest-names.ts";
import { RuleInclude, SimulateRule } from "../core/scenario.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import type { Problem } from "./problem.ts";
import { ruleProblems } from "./scenario-problems.ts";
import { schemaProblems } from "./schema-problems.ts";
import { parseYaml, type YamlSource } from "./yaml-source.ts";

const RuleFile = z.array(z.union([SimulateRule, RuleInclude]));
type RuleFile = z.infer<typeof RuleFile>;

/** The rules of one list with every include replaced by what it stands for, and what was wrong on the way. */
interface Expansion {
  readonly rules: readonly SimulateRule[];
  readonly problems: readonly Problem[];
}

export interface RuleLibrary {
  /** Expands the includes of a list that stands in `source` at the field `field`. */
  expand(list: RuleFile, source: YamlSource, field: readonly string[]): Promise<Expansion>;
}

/** Finds the `_rules` folder of a scenario file: beside it or in the nearest folder above. */
export async function nearestRuleFolder(file: string): Promise<string | null> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const candidate = join(folder, "_rules");
    if (await exists(candidate)) return candidate;
    if (dirname(folder) === folder) return null;
  }
}

/** Opens the rules of a folder; files are read on first use. Null stands for no folder: every include is a problem. */
export function openRuleLibrary(folder: string | null): RuleLibrary {
  const loaded = new Map<string, LoadedRules>();
  // A broken rule file is reported once, however many scenarios include it.
  const reported = new Set<string>();

  const expand = async (
    list: RuleFile,
    source: YamlSource,
    field: readonly string[],
    trail: readonly string[],
  ): Promise<Expansion> => {
    const rules: SimulateRule[] = [];
    const problems: Problem[] = [];
    for (const [index, rule] of list.entries()) {
      if (!("include" in rule)) {
        rules.push(rule);
        continue;
      }
      const at = [...field, index, "include"];
      const name = rule.include;
      if (trail.includes(name)) {
        problems.push(source.problemAt(at, `includes itself: ${[...trail, name].join(" -> ")}`));
        continue;
      }
      const path = await ruleFile(folder, name);
      if (folder === null || path === null) {
        const near =
          folder === null ? "there is no _rules folder here or above" : await suggestion(folder, name);
        problems.push(source.problemAt(at, `there is no rule file "${name}"; ${near}`));
        continue;
      }
      const file = await (loaded.get(name) ?? readRules(path));
      loaded.set(name, file);
      if (!reported.has(name)) problems.push(...file.problems);
      reported.add(name);
      const inner = await expand(file.list, file.source, [], [...trail, name]);
      rules.push(...inner.rules);
      problems.push(...inner.problems);
    }
    return { rules, problems };
  };

  return { expand: (list, source, field) => expand(list, source, field, []) };
}

interface LoadedRules {
  readonly source: YamlSource;
  readonly list: RuleFile;
  readonly problems: readonly Problem[];
}

async function readRules(path: string): Promise<LoadedRules> {
  const source = parseYaml(path, await readFile(path, "utf8"));
  if (source.problems.length > 0) return { source, list: [], problems: source.problems };
  const parsed = RuleFile.safeParse(source.value);
  if (!parsed.success)
    return {
      source,
      list: [],
      problems: schemaProblems(source, parsed.error.issues, jsonSchemaOf(RuleFile)),
    };
  const problems = parsed.data.flatMap((rule, index) =>
    "include" in rule ? [] : ruleProblems(rule, [index]),
  );
  return {
    source,
    list: parsed.data,
    problems: problems.map(({ path: at, message }) => source.problemAt(at, message)),
  };
}

async function ruleFile(folder: string | null, name: string): Promise<string | null> {
  if (folder === null) return null;
  for (const ending of [".yaml", ".yml"]) {
    const path = join(folder, `${name}${ending}`);
    if (await exists(path)) return path;
  }
  return null;
}

async function suggestion(folder: string, name: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true });
  const names = entries
    .filter((entry) => /\.ya?ml$/.test(entry))
    .map((entry) => entry.replace(/\.ya?ml$/, ""));
  return didYouMean(name, names) ?? `there are ${names.sort().join(", ") || "none"}`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
