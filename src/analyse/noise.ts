/** The noise floor: what an arm that does nothing would show. */
import { binomialPmf, fairCoinAtLeast } from "./kernels/binomial.ts";

/** P(b - c >= net) on n pairs for an arm without effect and discordance psi: the placebo frequency. */
export function placeboFrequency(n: number, psi: number, net: number): number {
  let total = 0;
  for (let m = Math.max(0, net); m <= n; m++) {
    const weight = binomialPmf(m, n, psi);
    if (weight > 0) total += weight * fairCoinAtLeast(Math.ceil((m + net) / 2), m);
  }
  return net <= 0 && n === 0 ? 1 : Math.min(1, total);
}

/** P(|b - c| >= size) on n pairs without effect. */
export function placeboAtLeast(n: number, psi: number, size: number): number {
  return size <= 0 ? 1 : Math.min(1, 2 * placeboFrequency(n, psi, size));
}

/** The k that 95 % of placebo runs stay within: |b - c| <= k. */
export function placeboBand(n: number, psi: number): number {
  let k = 0;
  while (k < n && 1 - placeboAtLeast(n, psi, k + 1) < 0.95) k += 1;
  return k;
}

/** The upper limit of a rate of which no case was seen in n runs; 1 for no runs. */
export function zeroEventUpper(n: number, confidence: number): number {
  return n === 0 ? 1 : 1 - (1 - confidence) ** (1 / n);
}

/** The discordance to reckon with: what was seen or, where none was seen, its upper 95 % limit. */
export function assumedPsi(discordant: number, pairs: number): number {
  return discordant === 0 ? zeroEventUpper(pairs, 0.95) : discordant / pairs;
}
