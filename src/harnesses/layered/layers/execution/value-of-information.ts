/** Value of one more observation (REFERENCE 1.6). */

const WORTH_ASKING = 0.5;
const POOR_TOOLS = 0.3;

/** (n-1)/n over n active hypotheses, times what is unverified; 0 without hypotheses. */
export function valueOfInformation(activeHypotheses: number, verificationStrength: number): number {
  return activeHypotheses === 0
    ? 0
    : ((activeHypotheses - 1) / activeHypotheses) * (1 - verificationStrength);
}

/** True where extra cross-checking is registered; it decides nothing else. */
export function wantsCrossCheck(value: number, toolAdequacy: number): boolean {
  return value > WORTH_ASKING || toolAdequacy < POOR_TOOLS;
}
