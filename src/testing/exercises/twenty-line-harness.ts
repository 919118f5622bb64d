/** Exercise: a harness in twenty lines that asks, runs the tools that need no approval, and answers. */

import type { Message } from "../../core/model.ts";
import { defineHarness } from "../../harnesses/contract/define-harness.ts";
import { plainSession } from "../../harnesses/contract/plain-session.ts";
import { callTool } from "../../harnesses/contract/tool-path.ts";

/** Thinks and acts until the model answers, at most four times a turn. */
export const exampleHarness = defineHarness({
  id: "external",
  sources: ["testing/exercises/twenty-line-harness.ts"],
  async open({ model, world, events, session, history }) {
    const messages: Message[] = [...history];
    const tools = world.tools.flatMap(({ spec, staged }) => (staged ? [] : [spec]));
    return plainSession({ events, session }, async ({ turn, text }) => {
      messages.push({ role: "user", content: text });
      for (let iteration = 1; iteration <= 4; iteration += 1) {
        const place = { session, turn, iteration, task: "" };
        const asked = { purpose: "propose", feature: null, place, messages: [...messages], tools };
        const reply = await model.ask(asked);
        if (reply.kind === "failed") return { reply: reply.failure.message, status: "could-not-complete" };
        if (reply.toolCalls.length === 0) return { reply: reply.text, status: "ok" };
        messages.push({ role: "assistant", content: reply.text, toolCalls: reply.toolCalls });
        for (const call of reply.toolCalls) {
          const { content } = await callTool({ world, events }, call, place);
          messages.push({ role: "tool", callId: call.id, tool: call.tool, content });
        }
      }
      return { reply: "I ran out of steps.", status: "could-not-complete" };
    });
  },
});
