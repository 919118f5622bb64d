/** The logarithm of the gamma function, of binomial coefficients and of the beta function. */

// Godfrey's coefficients for g = 607/128; relative error below 1e-14 on the positive axis.
const LANCZOS_G = 607 / 128;
const LANCZOS = [
  57.156235665862923517, -59.597960355475491248, 14.136097974741747174, -0.49191381609762019978,
  0.33994649984811888699e-4, 0.46523628927048575665e-4, -0.98374475304879564677e-4, 0.15808870322491248884e-3,
  -0.21026444172410488319e-3, 0.2174396181152126432e-3, -0.16431810653676389022e-3, 0.84418223983852743293e-4,
  -0.2619083840158140867e-4, 0.36899182659531622704e-5,
];
const HALF_LOG_TWO_PI = 0.91893853320467274178;

/** Gives ln(gamma(x)) for x > 0 by the Lanczos approximation. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const base = x + LANCZOS_G - 0.5;
  let sum = 0.99999999999999709182;
  LANCZOS.forEach((coefficient, i) => {
    sum += coefficient / (x + i);
  });
  return (x - 0.5) * Math.log(base) - base + HALF_LOG_TWO_PI + Math.log(sum);
}

/** Gives ln(B(a, b)) for positive shapes. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

const logFactorials: number[] = [0];

/** Gives ln(n!) exactly summed for a whole number n >= 0, from a table that grows on demand. */
export function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++)
    logFactorials.push((logFactorials[i - 1] ?? 0) + Math.log(i));
  return logFactorials[n] ?? 0;
}

/** Gives ln(n choose k) for whole numbers, -Infinity outside 0..n. */
export function logChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}
