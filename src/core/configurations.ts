/** Configurations to run for k flags (STATISTICS 9). */

/** One configuration: +1 is on, -1 is off, one place per flag. */
export type Configuration = readonly (1 | -1)[];

const GENERATOR: Configuration = [1, 1, -1, 1, 1, 1, -1, -1, -1, 1, -1];

/** The 12-run Plackett-Burman design for up to 11 flags; mains are partly mixed with pairwise interactions. */
export function plackettBurman12(): readonly Configuration[] {
  const cyclic = GENERATOR.map((_, shift) => [
    ...GENERATOR.slice(GENERATOR.length - shift),
    ...GENERATOR.slice(0, GENERATOR.length - shift),
  ]);
  return [...cyclic, GENERATOR.map(() => -1 as const)];
}

/** Adds the mirror image of every configuration, which clears main effects of pairwise interactions. */
export function foldOver(design: readonly Configuration[]): readonly Configuration[] {
  return [...design, ...design.map((row) => row.map((sign): 1 | -1 => (sign === 1 ? -1 : 1)))];
}

/** All 2^k configurations. */
export function fullFactorial(flags: number): readonly Configuration[] {
  return Array.from({ length: 2 ** flags }, (_, code) =>
    Array.from({ length: flags }, (_, place): 1 | -1 => ((code >> place) & 1 ? 1 : -1)),
  );
}

/** The 16-run resolution IV design for up to 8 flags: E=BCD, F=ACD, G=ABC, H=ABD. */
export function fractionalFactorial16(): readonly Configuration[] {
  return fullFactorial(4).map((row) => {
    const [a = 1, b = 1, c = 1, d = 1] = row;
    return [a, b, c, d, b * c * d, a * c * d, a * b * c, a * b * d] as Configuration;
  });
}

/** One configuration with every flag off, one with a single flag on for each flag. */
export function oneAtATime(flags: number): readonly Configuration[] {
  const off = Array.from({ length: flags }, () => -1 as const);
  return [off, ...off.map((_, flag) => off.map((_, place): 1 | -1 => (place === flag ? 1 : -1)))];
}

/** One configuration with every flag on, one with a single flag off for each flag. */
export function leaveOneOut(flags: number): readonly Configuration[] {
  return oneAtATime(flags).map((row) => row.map((sign): 1 | -1 => (sign === 1 ? -1 : 1)));
}
