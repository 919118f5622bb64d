/** Exercise: the catalogue row of a tiny flag, and what its value installs; a real one stands in catalogue and `install.ts`. */

import type { Flag } from "../../core/flag.ts";
import { whenOn } from "../../harnesses/layered/features/install.ts";
import { oneSentence } from "./one-sentence.ts";

export const ROW: Flag = {
  name: "EXERCISE_ONE_SENTENCE",
  id: "one-sentence",
  harness: "layered",
  default: false,
  on: true,
  off: false,
  summary: "Asks for a reply of one sentence.",
  source: [],
  requires: [],
  context: {},
  built: true,
  ownPurposes: [],
  worksThrough: "request",
  aim: "tokens",
  standing: null,
};

export const INSTALLER = { [ROW.name]: whenOn(oneSentence) };
