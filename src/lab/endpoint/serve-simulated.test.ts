/** The simulated model as a server: it says that it is ready before it waits, and what a client has to send (reliability-1 row 12). */

import { expect, test } from "vitest";
import { command } from "../../testing/run-command.ts";
import { type ServerReady, serveSimulated } from "./serve-simulated.ts";

async function serving<T>(use: (ready: ServerReady) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let announce = (_: ServerReady): void => {};
  const ready = new Promise<ServerReady>((resolve) => {
    announce = resolve;
  });
  const server = serveSimulated(
    { port: 0, personality: "well-behaved" },
    { signal: controller.signal },
    (told) => announce(told),
  );
  try {
    return await use(await ready);
  } finally {
    controller.abort();
    // Nothing is printed at the end: a reader of standard output has had its line.
    expect(await server).toMatchObject({ text: "", json: undefined, exitCode: 0 });
  }
}

const ask = async (url: string, content: string, headers: Record<string, string> = {}): Promise<string> => {
  const body = JSON.stringify({ model: "any", messages: [{ role: "user", content }] });
  const answer = await fetch(`${url}/chat/completions`, { method: "POST", headers, body });
  return answer.text();
};

test("announces its address as soon as it answers, and answers whoever names a scenario", async () => {
  await serving(async (ready) => {
    expect(ready).toEqual({
      ready: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      scenarios: expect.any(Number),
    });
    expect(await ask(ready.url, "hi")).toContain("--model simulated");
    const named = { "x-harness-lab-scenario": "contradiction/freeze-date" };
    expect(await ask(ready.url, "hi", named)).not.toContain("--model simulated");
  });
});

test("the help says whom it answers", async () => {
  const { out } = await command("serve-simulated --help");
  for (const word of ["--model simulated", "x-harness-lab-scenario", "x-harness-lab-purpose"])
    expect(out).toContain(word);
});
