/** Short talks for tests of what happens around a trial: few calls, and one flag decides the outcome every time. */

import { fileURLToPath } from "node:url";

/** Id of the first talk. */
export const FREEZE_ID = "talk/freeze-date";

/** File of a talk that passes with the contradiction check and fails without it. */
export const FREEZE_TALK = fileOf("freeze-date");

/** File of another one like it. */
export const OWNER_TALK = fileOf("launch-owner");

function fileOf(name: string): string {
  return fileURLToPath(new URL(`./talks/${name}.yaml`, import.meta.url));
}
