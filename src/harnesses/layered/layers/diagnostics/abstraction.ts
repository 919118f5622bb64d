/** Distance of tasks from the beliefs they rest on, by marker words (REFERENCE 1.2; the words are our choice). */

const MARKERS: readonly (readonly string[])[] = [
  ["line", "value", "byte", "character", "variable", "column", "number", "minute", "second"],
  ["file", "function", "module", "test", "table", "page", "command", "script", "config"],
  ["system", "architecture", "service", "project", "platform", "strategy", "team", "product"],
];

/** 0 for details, 1 for components, 2 for whole systems: the level whose words are most frequent, the lowest on a tie. */
export function levelOf(texts: readonly string[]): 0 | 1 | 2 {
  const words =
    texts
      .join(" ")
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const hits = MARKERS.map(
    (markers) => words.filter((word) => markers.includes(word.replace(/s$/, ""))).length,
  );
  const best = Math.max(...hits);
  const level = best === 0 ? 1 : hits.indexOf(best);
  return level === 0 ? 0 : level === 1 ? 1 : 2;
}

/** One minus the share of tasks more than one level above the beliefs; 1 without tasks. */
export function abstractionFit(tasks: readonly string[], beliefs: readonly string[]): number {
  return tasks.length === 0 ? 1 : 1 - gapsOf(tasks, beliefs).length / tasks.length;
}

/** The tasks that stand more than one level above the beliefs. */
export function gapsOf(tasks: readonly string[], beliefs: readonly string[]): readonly string[] {
  const granularity = levelOf(beliefs);
  return tasks.filter((task) => levelOf([task]) > granularity + 1);
}
