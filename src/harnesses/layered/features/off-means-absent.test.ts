/** For every built flag: off means absent, and what is not reached changes no byte. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FlagValue } from "../../../core/flag.ts";
import { flagsOf } from "../../../core/flag-catalogue.ts";
import { canonicalJson } from "../../../core/json.ts";
import { requestContent } from "../../../core/model.ts";
import type { HistoryMessage } from "../../../core/scenario.ts";
import {
  broken,
  calling,
  classified,
  stated,
  type Talk,
  type TalkOptions,
  talk,
} from "../../../testing/layered-talk.ts";
import { INSTALLERS } from "./install.ts";

const BUILT = flagsOf("layered").filter(({ built }) => built);
const ALL_ON = Object.fromEntries(BUILT.map(({ name, on }) => [name, on]));

const history: readonly HistoryMessage[] = Array.from({ length: 41 }, (_, n) => ({
  role: n % 2 === 0 ? "user" : "assistant",
  content: `Message ${n}.`,
}));

const BERN = stated("The office is in Bern.", { key: "office" });
const GRAZ = stated("The office is in Graz.", { key: "office" });
const LIMIT = stated("The limit is 6000 a minute.");
const CEILING = stated("The ceiling is 50 a second.");
const RELAY = [stated("The relay is running."), stated("The relay is stopped.")];

/** So many observations of one turn that the hypotheses cover less than .4 of them. */
const MANY = Array.from({ length: 30 }, (): [string, { path: string }] => ["read_file", { path: "a.md" }]);

interface Conversation {
  readonly name: string;
  readonly options: TalkOptions;
  readonly says: readonly string[];
}

/** Conversations that are long, corrected, contradicted, underdetermined, disturbed by a failure, or none of it. */
const CONVERSATIONS: readonly Conversation[] = [
  {
    name: "everything at once",
    says: ["First.", "Second.", "Third.", "Fourth.", "Fifth."],
    options: {
      history,
      world: { files: { "a.md": "four" } },
      model: {
        "classify-turn": (_request, n) =>
          classified({
            isUnderdetermined: n === 2,
            statedFacts: [[BERN, LIMIT], [GRAZ, CEILING], [], [], RELAY][n] ?? [],
            statedConstraints: n === 1 ? ["Name the office.", "Say why."] : [],
            decomposedTasks: n === 4 ? ["Add one.", "Add two."] : null,
          }),
        "contradiction-check": {
          json: {
            conflicts: [{ a: "The limit is 6000 a minute.", b: "The ceiling is 50 a second.", why: "no" }],
          },
        },
        "criterion-coverage": (_request, n) => ({ json: { covered: n === 0 } }),
        "grounding-check": { json: { grounded: false, missing: "four" } },
        "summarise-transcript": "Forty-one messages.",
        "propose-hypotheses": {
          json: {
            hypotheses: [
              { explanation: "A.", check: "Look." },
              { explanation: "B.", check: "See." },
            ],
          },
        },
        propose: (_request, n) =>
          [broken(), "Noted.", "Noted.", "Noted.", calling(...MANY), "4.", ""][n] ?? "4.",
      },
    },
  },
  { name: "small talk", says: ["Hello there.", "How are you?"], options: {} },
  {
    name: "one fact",
    says: ["First.", "Second."],
    options: {
      model: { "classify-turn": (_request, n) => classified({ statedFacts: n === 0 ? [LIMIT] : [] }) },
    },
  },
  {
    name: "tools without trouble",
    says: ["Read it."],
    options: {
      world: { files: { "a.md": "four" } },
      model: { propose: (_request, n) => (n === 0 ? calling(["read_file", { path: "a.md" }]) : "4.") },
    },
  },
  {
    name: "a trivial question",
    says: ["What is the capital of France?"],
    options: { model: { "classify-turn": classified({ isTrivial: true }) } },
  },
];

async function hold({ options, says }: Conversation, flags: TalkOptions["flags"] = {}): Promise<Talk> {
  const effective: Record<string, FlagValue> = { ...ALL_ON, ...flags };
  // What rests on a flag that is off cannot be on.
  for (const { name, requires, off } of BUILT)
    if (requires.some((owner) => effective[owner] !== ALL_ON[owner])) effective[name] = off;
  const one = talk({ ...options, flags: effective });
  for (const text of says) await one.say(text);
  return one;
}

const did = (one: Talk, type: "feature-reached" | "feature-fired", id: string): boolean =>
  one.events(type).some(({ feature }) => feature === id);

/** Requests as bytes, without those that a feature made for itself. */
const bytesOf = (one: Talk, except: string | null): readonly string[] =>
  one.asked
    .filter(({ feature }) => except === null || feature !== except)
    .map((request) => canonicalJson([request.place, requestContent(request)]));

test("every built flag has an installer and no other has", () => {
  expect(Object.keys(INSTALLERS).sort()).toEqual(BUILT.map(({ name }) => name).sort());
});

test("a flag whose feature fills another one's point requires that flag", () => {
  const missing = BUILT.flatMap(({ name, id, on, requires }) =>
    (INSTALLERS[name]?.(on)?.fills ?? [])
      .filter((fill) => fill.kind === "slot" || fill.optional !== true)
      .map(({ point }) => BUILT.find((owner) => owner.id === point.owner)?.name ?? point.owner)
      .filter((owner) => !requires.includes(owner))
      .map((owner) => `${name} (${id}) fills a point of ${owner}`),
  );
  expect(missing).toEqual([]);
});

for (const { name, id, off, ownPurposes } of BUILT) {
  test(`${name} off: no event and no call carries its id, in any conversation (ARCHITECTURE 3)`, async () => {
    for (const conversation of CONVERSATIONS) {
      const one = await hold(conversation, { [name]: off });
      expect(one.log.events.filter((event) => JSON.stringify(event).includes(`"${id}"`))).toEqual([]);
      expect(one.asked.filter(({ feature }) => feature === id)).toEqual([]);
      expect(one.asked.filter(({ purpose }) => ownPurposes.includes(purpose))).toEqual([]);
    }
  });

  test(`${name} on: it fires in the conversation that needs it, and its calls carry its id and purposes`, async () => {
    const [busy] = CONVERSATIONS;
    if (!busy) throw new Error("no conversation");
    const one = await hold(busy);
    expect(did(one, "feature-reached", id)).toBe(true);
    expect(did(one, "feature-fired", id)).toBe(true);
    const own = new Set(one.asked.filter(({ feature }) => feature === id).map(({ purpose }) => purpose));
    expect([...own].sort()).toEqual([...ownPurposes].sort());
  });

  test(`${name} off or on, requests are byte-identical where it is not reached or does not fire`, async () => {
    let compared = 0;
    for (const conversation of CONVERSATIONS) {
      const on = await hold(conversation);
      if (did(on, "feature-fired", id)) continue;
      const without = await hold(conversation, { [name]: off });
      const reached = did(on, "feature-reached", id);
      expect(bytesOf(on, reached ? id : null)).toEqual(bytesOf(without, null));
      compared += 1;
    }
    expect(compared).toBeGreaterThanOrEqual(3);
  });
}

test("no file outside features names a flag or its id (ARCHITECTURE 3, off means absent)", () => {
  const root = join(import.meta.dirname, "..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("features"),
  );
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const named = [...flagsOf("layered").map(({ name }) => name), ...BUILT.map(({ id }) => `"${id}"`)];
    expect([file, named.filter((word) => text.includes(word))]).toEqual([file, []]);
  }
});
