/** Integrates smooth functions by Gauss-Legendre panels. */

interface Rule {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
}

/** Computes nodes and weights on [-1, 1] as the roots of a Legendre polynomial, by Newton steps. */
function gaussLegendre(count: number): Rule {
  const nodes: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < count; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let step = 0; step < 100; step++) {
      let previous = 0;
      let value = 1;
      for (let k = 1; k <= count; k++) {
        const older = previous;
        previous = value;
        value = ((2 * k - 1) * x * previous - (k - 1) * older) / k;
      }
      slope = (count * (x * value - previous)) / (x * x - 1);
      const change = value / slope;
      x -= change;
      if (Math.abs(change) < 1e-16) break;
    }
    nodes.push(x);
    weights.push(2 / ((1 - x * x) * slope * slope));
  }
  return { nodes, weights };
}

const RULE = gaussLegendre(64);

/** Integrates a function over [low, high] with 64 nodes on each of the given number of equal panels. */
export function integrate(
  f: (x: number) => number,
  [low, high]: readonly [number, number],
  panels = 8,
): number {
  const half = (high - low) / panels / 2;
  let sum = 0;
  for (let panel = 0; panel < panels; panel++) {
    const middle = low + (2 * panel + 1) * half;
    RULE.nodes.forEach((node, i) => {
      sum += (RULE.weights[i] ?? 0) * f(middle + half * node);
    });
  }
  return sum * half;
}
