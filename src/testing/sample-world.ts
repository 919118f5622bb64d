/** Opens small worlds for tests and calls their tools by name. */

import { fixedClock } from "../core/clock.ts";
import { Scenario, type ScenarioInput } from "../core/scenario.ts";
import type { ToolCall, ToolResult } from "../core/tool.ts";
import { createWorld } from "../tools/in-memory-world.ts";
import type { World } from "../tools/world.ts";

/** A world with a shortcut to its tools. */
export interface SampleWorld extends World {
  run(tool: string, args: ToolCall["arguments"]): Promise<ToolResult>;
}

/** Opens a world at 2026-03-02 09:00 UTC from what a scenario file would say about it. */
export function sampleWorld(fixture: Partial<NonNullable<ScenarioInput["world"]>>): SampleWorld {
  const world = Scenario.shape.world.parse({ now: "2026-03-02T09:00:00Z", ...fixture });
  const opened = createWorld({ world, clock: fixedClock(world.now) });
  let calls = 0;
  return {
    ...opened,
    run: (tool, args) => opened.call({ id: `call-${++calls}`, tool, arguments: args }),
  };
}
