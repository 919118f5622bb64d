/** The exercise's flag: present when on, absent when off, through the installer of the layered harness. */

import { expect, test } from "vitest";
import { installFeatures } from "../../harnesses/layered/features/install.ts";
import { talk } from "../layered-talk.ts";
import { INSTALLER, ROW } from "./one-sentence-row.ts";

/** A conversation with nothing installed but the exercise, at a value of its flag. */
async function hold(value: boolean) {
  const features = installFeatures({ flags: { [ROW.name]: value } }, { rows: [ROW], installers: INSTALLER });
  const one = talk({ features, model: { propose: "Heron-7." } });
  await one.say("Which host?");
  return one;
}

test("on, every proposal is asked for in one sentence, and the feature has fired", async () => {
  const one = await hold(ROW.on === true);
  expect(one.system("propose")).toContain("Answer in one sentence.");
  expect(one.events("feature-fired").map(({ feature }) => feature)).toEqual([ROW.id]);
});

test("off, no request, no event and no call carries it: as if it were not there", async () => {
  const one = await hold(ROW.off === true);
  const without = talk({ features: [], model: { propose: "Heron-7." } });
  await without.say("Which host?");
  expect(one.asked).toEqual(without.asked);
  expect(one.log.events).toEqual(without.log.events);
  expect(JSON.stringify(one.log.events)).not.toContain(ROW.id);
});
