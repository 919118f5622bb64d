/** The smallest harness there is: it asks, runs the tools that need no approval, and answers. */

import { z } from "zod";
import type { TurnStatus } from "../core/event.ts";
import type { Message } from "../core/model.ts";
import { defineHarness } from "../harnesses/contract/define-harness.ts";
import type { TurnResult } from "../harnesses/contract/harness.ts";
import { callTool } from "../harnesses/contract/tool-path.ts";

/** Thinks and acts until the model answers or the steps run out. */
export const exampleHarness = defineHarness({
  id: "external",
  sources: ["testing/example-harness.ts"],
  settings: z.strictObject({
    loop: z.strictObject({ maxSteps: z.number().int().positive().default(4) }).prefault({}),
  }),
  async open({ model, world, events, session, history, settings }) {
    const messages: Message[] = [...history];
    const tools = world.tools.flatMap(({ spec, staged }) => (staged ? [] : [spec]));
    return {
      async turn({ turn, text }) {
        const end = (reply: string, status: TurnStatus): TurnResult => {
          events.emit(
            { type: "turn-end", reply, status, trivial: false },
            { session, turn, iteration: 0, task: "" },
          );
          return { reply, status, staged: [], followUps: [] };
        };
        messages.push({ role: "user", content: text });
        for (let iteration = 1; iteration <= settings.loop.maxSteps; iteration += 1) {
          const place = { session, turn, iteration, task: "" };
          const asked = { purpose: "propose", feature: null, place, messages: [...messages], tools };
          const reply = await model.ask(asked);
          if (reply.kind === "failed")
            return end(`I could not answer: ${reply.failure.message}.`, "could-not-complete");
          if (reply.toolCalls.length === 0) return end(reply.text, "ok");
          messages.push({ role: "assistant", content: reply.text, toolCalls: reply.toolCalls });
          for (const call of reply.toolCalls) {
            const { content } = await callTool({ world, events }, call, place);
            messages.push({ role: "tool", callId: call.id, tool: call.tool, content });
          }
        }
        return end("I ran out of steps.", "could-not-complete");
      },
      decide: async () => ({ kind: "error", errorClass: "not-found", content: "Nothing is staged." }),
      command: async (line) => `There is no command ${line}.`,
      [Symbol.asyncDispose]: async () => {},
    };
  },
});
