/** A Bayesian view of the same counts, descriptive only: shown, never a gate. */
import { betaCdf, betaCdfWith, betaDensityWith } from "./kernels/beta.ts";
import { integrate } from "./kernels/quadrature.ts";

/** P(difference > d) with psi ~ Beta(1, 1) and P(win | discordant) ~ Beta(1/2, 1/2). */
export function posteriorAbove(
  counts: { readonly b: number; readonly c: number; readonly n: number },
  d: number,
): number {
  const { b, c, n } = counts;
  if (d < 0) return 1 - posteriorAbove({ b: c, c: b, n }, -d);
  const wins = betaCdfWith(b + 0.5, c + 0.5);
  if (d === 0) return 1 - wins(0.5);
  const density = betaDensityWith(1 + b + c, 1 + n - b - c);
  // The substitution t = d + (1 - d) u^2 smooths the square root at t = d.
  return integrate(
    (u) => {
      const t = d + (1 - d) * u * u;
      return (1 - wins(0.5 + d / (2 * t))) * density(t) * 2 * (1 - d) * u;
    },
    [0, 1],
    16,
  );
}

/** P(treatment better): reads far more confident than the p-value at few pairs, because the prior likes extremes. */
export function posteriorBetter(b: number, c: number): number {
  return 1 - betaCdf(0.5, b + 0.5, c + 0.5);
}
