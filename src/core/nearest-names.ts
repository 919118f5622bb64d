/** Finds the known names closest to a mistyped one, for every "did you mean". */

/** Up to three candidates that are close to the name by edit distance or share its beginning, nearest first. */
export function nearestNames(name: string, candidates: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, distance: distanceTo(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Words nearest names as the tail of a message: `did you mean "a" or "b"?`, or nothing when none is near. */
export function didYouMean(name: string, candidates: readonly string[]): string | undefined {
  const near = nearestNames(name, candidates).map((candidate) => `"${candidate}"`);
  if (near.length === 0) return undefined;
  return `did you mean ${near.length === 1 ? near[0] : `${near.slice(0, -1).join(", ")} or ${near.at(-1)}`}?`;
}

/** A name that begins with the typed one, or holds it whole, counts as one edit away. */
function distanceTo(wanted: string, candidate: string): number {
  if (wanted.length >= 3 && candidate.includes(wanted)) return candidate === wanted ? 0 : 1;
  return editDistance(wanted, candidate);
}

/** Counts insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replace);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? a.length;
}
