/** Equal words get one verdict over an experiment (reports-1 F8). */

import { expect, test } from "vitest";
import { failedReply } from "../../llm/failed-reply.ts";
import { modelRequest } from "../../testing/model-requests.ts";
import { modelAnswer, scriptedModel } from "../../testing/scripted-model.ts";
import { verdictPool } from "./verdict-pool.ts";

const asked = (user: string, seed: number) => modelRequest({ purpose: "judge", user, seed });

test("a judge that alternates is asked once for equal words, also at once and on other seeds", async () => {
  const judge = scriptedModel((_, n) => (n % 2 === 0 ? "fail" : "pass"));
  const pool = verdictPool();
  const replies = await Promise.all(
    [1, 2, 3, 4, 5].map((seed) => pool.shared(judge).ask(asked("same", seed))),
  );
  expect(new Set(replies.map((reply) => reply.kind === "answer" && reply.text)).size).toBe(1);
  expect(judge.asked).toHaveLength(1);
  expect(replies.map(({ source }) => source)).toEqual(["asked", "shared", "shared", "shared", "shared"]);
  await pool.shared(judge).ask(asked("other", 1));
  expect(judge.asked).toHaveLength(2);
});

test("a failed verdict is asked for again, and one of an earlier run is taken as it was", async () => {
  const pool = verdictPool();
  const judge = scriptedModel((_, n) =>
    n === 0 ? failedReply({ class: "timeout", message: "late" }) : "pass",
  );
  expect((await pool.shared(judge).ask(asked("same", 1))).kind).toBe("failed");
  expect((await pool.shared(judge).ask(asked("same", 2))).kind).toBe("answer");
  const request = asked("stored", 9);
  pool.remember({ request, reply: modelAnswer("fail") } as Parameters<typeof pool.remember>[0]);
  expect(await pool.shared(judge).ask(asked("stored", 1))).toMatchObject({ text: "fail", source: "shared" });
  expect(judge.asked).toHaveLength(2);
});
