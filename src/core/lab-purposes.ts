/** Purposes of the calls that the lab makes itself: a deployed harness would not make them, so no cost of it counts them. */

/** A judge decides a check. */
export const JUDGE = "judge";

export const LAB_PURPOSES: readonly string[] = [JUDGE, "simulated-user"];

/** True where the lab itself makes calls of this purpose. */
export function isLabCall(purpose: string): boolean {
  return LAB_PURPOSES.includes(purpose);
}
