/** Tools and commands that features add: offered, called, wrapped, staged and listed like the engine's own. */

import { expect, test } from "vitest";
import type { ToolResult } from "../../../core/tool.ts";
import { calling, classified, talk } from "../../../testing/layered-talk.ts";
import type { Feature } from "./extension-points.ts";

const recall = (staged: boolean): Feature => ({
  id: "recall",
  tools: [
    {
      spec: { name: "recall_memory", description: "Opens a digest.", parameters: { type: "object" } },
      staged,
      untrusted: true,
      run: async (_scope, { arguments: { id } }): Promise<ToolResult> => ({
        kind: "ok",
        content: `digest ${id}`,
      }),
    },
  ],
});
const tagging: Feature = {
  id: "tagging",
  wraps: {
    tool: {
      applies: (scope, { tool }) =>
        scope.tools.some(({ spec, untrusted }) => spec.name === tool && untrusted),
      async run(_scope, call, next) {
        const result = await next(call);
        return { value: { ...result, content: `<data>${result.content}</data>` }, fired: "tagged" };
      },
    },
  },
};
const RECALL = calling(["recall_memory", { id: "d1" }]);

test("a tool of a feature is offered last, runs through the wraps, and leaves its trace", async () => {
  const one = talk({
    features: [recall(false), tagging],
    model: { propose: (_request, n) => (n === 0 ? RECALL : "It says so.") },
  });
  await one.say("What did we say?");
  expect(one.requests("propose")[0]?.tools?.at(-1)?.name).toBe("recall_memory");
  expect(one.requests("propose")[1]?.messages.at(-1)).toMatchObject({ content: "<data>digest d1</data>" });
  expect(one.events("tool-call")).toMatchObject([{ call: { tool: "recall_memory" } }]);
  const fired = one.events("feature-fired").map(({ feature, at }) => `${feature} ${at}`);
  expect(fired).toEqual(["recall tools", "tagging tool"]);
});

test("a staged tool of a feature waits for approval and then passes the same wraps", async () => {
  const one = talk({
    features: [recall(true), tagging],
    model: { propose: (_request, n) => (n === 0 ? RECALL : "It waits.") },
  });
  const { staged } = await one.say("What did we say?");
  expect(staged).toMatchObject([{ id: "action-1" }]);
  const result = await (await one.session()).decide("action-1", "approve");
  expect(result.content).toBe("<data>digest d1</data>");
});

test("a trivial turn offers no tool of a feature", async () => {
  const one = talk({
    features: [recall(false)],
    model: { "classify-turn": classified({ isTrivial: true }) },
  });
  await one.say("Hi.");
  expect(one.requests("propose")[0]?.tools).toBeUndefined();
  expect(one.events("feature-reached")).toEqual([]);
});

test("two tools of one name are wrong use", async () => {
  await expect(talk({ features: [recall(false), recall(true)] }).session()).rejects.toThrow(
    "Two tools are named recall_memory",
  );
});

const history: Feature = {
  id: "history",
  commands: {
    "/memory history": (scope, rest) => ({
      value: `${scope.memory.known().length} ${rest}`,
      fired: "told the history",
    }),
    "/undo-action": async () => ({ value: "undone", fired: null }),
  },
};

test("a command of a feature gets the rest of the line, takes the engine's place, and is listed", async () => {
  const one = talk({ features: [history] });
  const session = await one.session();
  expect(await session.command("/memory history of all")).toBe("0 of all");
  expect(await session.command("/undo-action")).toBe("undone");
  expect(await session.command("/memory nonsense")).toContain("history");
  expect(await session.command("/nonsense")).toMatch(/There are: \/memory, \/new, \/undo-action\.$/);
  expect(one.events("feature-reached").map(({ at }) => at)).toEqual(["/memory history", "/undo-action"]);
  expect(one.events("feature-fired").map(({ at }) => at)).toEqual(["/memory history"]);
  expect(await (await talk({ features: [] }).session()).command("/undo-action")).toContain("not built");
});
