/** Slots and hooks of one feature that other features fill. */

import { expect, test } from "vitest";
import { talk } from "../../../testing/layered-talk.ts";
import { ENGINE_DEFAULTS } from "../engine/engine-defaults.ts";
import type { Feature } from "./extension-points.ts";
import { compose } from "./extensions.ts";
import { fillHook, fillSlot } from "./fill.ts";
import { hookPoint, slotPoint } from "./owned-points.ts";

interface Grader {
  grade(text: string): "LOW" | "HIGH";
}

const GRADE = slotPoint<Grader>("owner", "grade", { grade: () => "LOW" });
const NAMED = hookPoint<{ readonly text: string }, string>("owner", "named");

/** Uses its own slot and hook where it adds a block to the proposal. */
const owner: Feature = {
  id: "owner",
  hooks: {
    proposing: {
      async run(scope) {
        const grade = await scope.use(GRADE, (grader) => ({ value: grader.grade("x"), fired: "graded" }));
        const names = await scope.consult(NAMED, { text: grade });
        return { value: [grade, ...names.map(({ value }) => value)].join(" "), fired: null };
      },
    },
  },
};

const grading: Feature = { id: "grading", fills: [fillSlot(GRADE, () => ({ grade: () => "HIGH" }))] };
const naming = (id: string): Feature => ({
  id,
  fills: [fillHook(NAMED, { run: async (_scope, { text }) => ({ value: `${id}:${text}`, fired: null }) })],
});

async function blockWith(features: readonly Feature[]) {
  const one = talk({ features });
  await one.say("Go.");
  const reports = one
    .emitted()
    .flatMap((event) =>
      event.type === "feature-reached" || event.type === "feature-fired"
        ? [`${event.feature} ${event.type.slice(8)} ${event.at}`]
        : [],
    );
  return { block: one.system("propose").split("\n\n").at(-1), reports };
}

test("without fillers the owner's fallback answers and reports nothing of the slot", async () => {
  expect(await blockWith([owner])).toEqual({ block: "LOW", reports: ["owner reached proposing"] });
});

test("fillers answer in catalogue order, each reported under its own id", async () => {
  const { block, reports } = await blockWith([naming("b"), owner, grading, naming("a")]);
  expect(block).toBe("HIGH b:HIGH a:HIGH");
  expect(reports).toEqual([
    "owner reached proposing",
    "grading reached grade",
    "grading fired grade",
    "b reached named",
    "a reached named",
  ]);
});

test("two fillers of one slot, or a filler without the owner, are wrong use", () => {
  const other: Feature = { ...grading, id: "other" };
  expect(() => compose([owner, grading, other], ENGINE_DEFAULTS)).toThrow(
    "other and grading both provide the slot grade",
  );
  for (const filler of [grading, naming("a")])
    expect(() => compose([filler], ENGINE_DEFAULTS)).toThrow(`${filler.id} fills`);
});

test("a slot without a fallback, and an answer of another type, do not compile", () => {
  // @ts-expect-error a slot has to say what is in it when nobody fills it
  slotPoint<Grader>("owner", "grade");
  // @ts-expect-error the hook answers a text
  fillHook(NAMED, { run: async () => ({ value: 3, fired: null }) });
  // @ts-expect-error the slot holds a grader
  fillSlot(GRADE, () => "HIGH");
  expect(Object.keys(ENGINE_DEFAULTS)).toContain("memory");
});
