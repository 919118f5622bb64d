/** The run state is plain JSON: written down and read back at any point, the run goes on to the same end. */

import { expect, test } from "vitest";
import { canonicalJson } from "../../../core/json.ts";
import { seededRandom } from "../../../core/random.ts";
import { randomTalk } from "../../../testing/layered-fuzz/random-talk.ts";
import { type Talk, talk } from "../../../testing/layered-talk.ts";
import type { Feature } from "../extensions/extension-points.ts";
import { PLACES, type Place } from "../extensions/places.ts";
import { LAYERS } from "../layer-id.ts";
import type { LayerStates } from "./layer-states.ts";

const PROBE = "checkpoint";

/** At each chosen place every slice is replaced by what its JSON reads back as. */
function restoring(isInterrupted: () => boolean, restored: { count: number }): Feature {
  return {
    id: PROBE,
    phases: (Object.keys(PLACES) as Place[]).map((place) => ({
      how: "wrap",
      place,
      writes: LAYERS,
      async run(scope, next) {
        const result = await next();
        if (!isInterrupted()) return { value: result, fired: null };
        restored.count += 1;
        const states = { ...scope.states, ...result.states };
        return { value: { ...result, states: readBack(states) }, fired: null };
      },
    })),
  };
}

function readBack(states: LayerStates): LayerStates {
  return JSON.parse(JSON.stringify(states)) as LayerStates;
}

async function endOf(seed: number, probe: Feature): Promise<string> {
  const { options, entries, lean } = randomTalk(seed);
  const one: Talk = talk({ ...options, besides: [probe] });
  one.delay = async () => one.clock.advance(lean.slowMinutes * 60_000);
  const ends: unknown[] = [];
  for (const { text, meanwhile, waitMinutes } of entries) {
    one.clock.advance(waitMinutes * 60_000);
    ends.push(await one.say(text, meanwhile));
  }
  const events = one.emitted().filter((event) => !("feature" in event && event.feature === PROBE));
  const unnumbered = events.map((event) => ({ ...event, seq: 0 }));
  return canonicalJson(
    JSON.parse(JSON.stringify([ends, unnumbered, one.asked.map(({ messages }) => messages)])),
  );
}

test("over random conversations, a state restored at random points changes no request, event or reply (ARCHITECTURE 9)", async () => {
  const restored = { count: 0 };
  for (let seed = 0; seed < 20; seed++) {
    const draw = seededRandom(`checkpoint-${seed}`);
    const interrupted = await endOf(
      seed,
      restoring(() => draw.next() < 0.3, restored),
    );
    expect(interrupted, `seed ${seed}`).toBe(
      await endOf(
        seed,
        restoring(() => false, { count: 0 }),
      ),
    );
  }
  expect(restored.count).toBeGreaterThan(100);
});
