/** Every way in which control state refuses has words for the user. */

import { expect, test } from "vitest";
import { emptyStates } from "../../engine/empty-states.ts";
import type { LayerStates } from "../../engine/layer-states.ts";
import { DIMENSIONS, RECOVERY_ACTION } from "../diagnostics/dimensions.ts";
import type { ControlState } from "./control-state.ts";
import { denialOf, denialText } from "./denial.ts";

const NOW = new Date("2026-03-02T09:00:00Z");

function deniedBy(tags: readonly string[], escalation: ControlState["escalation"] = null): LayerStates {
  const states = emptyStates();
  const control = { ...states["control-state"], permission: "DENY", escalation, tags } as ControlState;
  return { ...states, "control-state": control };
}

const ALL = DIMENSIONS.map((name) => `${name}:${RECOVERY_ACTION[name]}`);

test.each(ALL)("%s is refused in words, without the name of the dimension", (tag) => {
  const { cause, lift } = denialOf(deniedBy([tag]), NOW);
  const text = denialText({ cause, lift });
  expect(cause.length).toBeGreaterThan(20);
  expect(lift.length).toBeGreaterThan(20);
  expect(text).not.toMatch(/[a-z]_[a-z]/);
  expect(text).not.toMatch(/\.\.|\.$|: \.|: $/);
});

test("each refusal has a cause of its own", () => {
  const texts = ALL.map((tag) => denialText(denialOf(deniedBy([tag]), NOW)));
  expect(new Set(texts).size).toBe(texts.length);
});

test("the first blocked dimension speaks, a broken world before all, and a stale state where none is blocked", () => {
  const clash = denialOf(deniedBy(["belief_consistency:consistency_repair"]), NOW);
  expect(denialOf(deniedBy(ALL.slice(1)), NOW)).toEqual(clash);
  expect(denialOf(deniedBy(["world_model_integrity:consistency_repair"], "SYSTEM_BREAKING"), NOW)).toEqual(
    clash,
  );
  expect(denialOf(deniedBy([]), NOW).lift).toBe("Send the request again.");
});
