/** Picks scenarios by id, glob, tag and flag; picking nothing is wrong use. */

import { LabError } from "../core/errors.ts";
import { didYouMean } from "../core/nearest-names.ts";
import type { LoadedScenario } from "../core/scenario.ts";

export interface Selection {
  /** Ids, globs on ids (`*` inside a part, `**` across parts) or tags; any of them. */
  readonly patterns?: readonly string[];
  /** Flags the scenario targets; any of them, besides the patterns. */
  readonly flags?: readonly string[];
}

/** The chosen scenarios in their given order; a pattern or flag that picks none is a LabError. */
export function selectScenarios(
  all: readonly LoadedScenario[],
  { patterns, flags }: Selection,
): readonly LoadedScenario[] {
  const byPattern = choose(all, patterns, matches, unknownPattern);
  const byFlag = choose(all, flags, ({ scenario }, flag) => scenario.targets.includes(flag), unknownFlag);
  const picked = all.filter((loaded) => byPattern(loaded) && byFlag(loaded));
  if (picked.length > 0) return picked;
  throw new LabError({
    code: "empty-selection",
    what: `no scenario is selected${flags?.length ? ` that targets ${flags.join(" or ")}` : ""}`,
    ...(patterns?.length ? { where: `scenarios ${patterns.join(", ")}` } : {}),
    remedy: "widen the selection; `harness-lab scenarios` lists what there is",
  });
}

/** Builds the test for one list of words; an empty or absent list lets everything through. */
function choose(
  all: readonly LoadedScenario[],
  words: readonly string[] | undefined,
  fits: (loaded: LoadedScenario, word: string) => boolean,
  unknown: (all: readonly LoadedScenario[], word: string) => LabError,
): (loaded: LoadedScenario) => boolean {
  if (words === undefined || words.length === 0) return () => true;
  for (const word of words) if (!all.some((loaded) => fits(loaded, word))) throw unknown(all, word);
  return (loaded) => words.some((word) => fits(loaded, word));
}

function matches({ scenario }: LoadedScenario, pattern: string): boolean {
  return scenario.id === pattern || scenario.tags.includes(pattern) || globPattern(pattern).test(scenario.id);
}

function unknownPattern(all: readonly LoadedScenario[], pattern: string): LabError {
  const names = all.flatMap(({ scenario }) => [scenario.id, ...scenario.tags]);
  return new LabError({
    code: "unknown-scenario",
    what: `no scenario has the id or tag "${pattern}", or matches it`,
    remedy: didYouMean(pattern, names) ?? "`harness-lab scenarios` lists what there is",
  });
}

function unknownFlag(all: readonly LoadedScenario[], flag: string): LabError {
  return new LabError({
    code: "flag-without-scenario",
    what: `no scenario targets the flag "${flag}"`,
    remedy:
      didYouMean(
        flag,
        all.flatMap(({ scenario }) => scenario.targets),
      ) ?? "write a scenario that stresses it",
  });
}

// `matchesGlob` of node:path is still experimental on Node 20 and prints a warning.
function globPattern(glob: string): RegExp {
  const source = glob
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => {
      if (part === "**/") return "(?:.*/)?";
      if (part === "**") return ".*";
      if (part === "*") return "[^/]*";
      if (part === "?") return "[^/]";
      return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`);
}
