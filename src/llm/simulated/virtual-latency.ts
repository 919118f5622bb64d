/** The latency that a simulated call pretends to: a pure function of its tokens. */

/** A small hosted model, about: fixed overhead, prompt reading at 2,000 and writing at 50 tokens a second. */
const OVERHEAD_MS = 300;
const MS_PER_INPUT_TOKEN = 0.5;
const MS_PER_OUTPUT_TOKEN = 20;

/** 300 ms + 0.5 ms a prompt token + 20 ms a reply token. */
export function virtualLatencyOf(inputTokens: number, outputTokens: number): number {
  return Math.round(OVERHEAD_MS + MS_PER_INPUT_TOKEN * inputTokens + MS_PER_OUTPUT_TOKEN * outputTokens);
}
