/** The logarithm of the gamma function, of binomial coefficients and of the beta function. */

// Godfrey's coefficients for g = 607/128; relative error below 1e-14 on the positive axis.
const LANCZOS_G = 607 / 128;
const LANCZOS = [
  57.15623566586292, -59.59796035547549, 14.136097974741746, -0.4919138160976202, 3.399464998481189e-5,
  4.652362892704858e-5, -9.837447530487956e-5, 0.0001580887032249125, -0.00021026444172410488,
  0.00021743961811521265, -0.0001643181065367639, 8.441822398385275e-5, -2.6190838401581408e-5,
  3.6899182659531625e-6,
];
const HALF_LOG_TWO_PI = 0.9189385332046728;

/** ln(gamma(x)) for x > 0 by the Lanczos approximation. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const base = x + LANCZOS_G - 0.5;
  let sum = 0.9999999999999971;
  LANCZOS.forEach((coefficient, i) => {
    sum += coefficient / (x + i);
  });
  return (x - 0.5) * Math.log(base) - base + HALF_LOG_TWO_PI + Math.log(sum);
}

/** ln(B(a, b)) for positive shapes. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

const logFactorials: number[] = [0];

/** ln(n!) exactly summed for a whole number n >= 0, from a table that grows on demand. */
function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++)
    logFactorials.push((logFactorials[i - 1] ?? 0) + Math.log(i));
  return logFactorials[n] ?? 0;
}

/** ln(n choose k) for whole numbers, -Infinity outside 0..n. */
export function logChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}
