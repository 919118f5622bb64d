/** The slash commands of a session. */

import type { Conversation } from "../conversation.ts";
import type { CallContext } from "../engine/turn-context.ts";
import { commandsOf, consultEdge, featureCommand } from "../extensions/extensions.ts";
import type { Fact } from "../memory/fact.ts";
import { blockChars } from "../memory/memory-policy.ts";

type Command = (conversation: Conversation, rest: string, scope: CallContext) => string | Promise<string>;

/** Runs one line, a feature's command before the engine's; an unknown command says which there are. */
export async function runCommand(
  conversation: Conversation,
  line: string,
  scope: CallContext,
): Promise<string> {
  const answer = await featureCommand(scope, line);
  if (answer !== null) return answer;
  const [name = "", verb = "", ...rest] = line.trim().split(/\s+/);
  const command = name === "/memory" ? own(MEMORY, verb) : own(COMMANDS, name);
  if (command) return command(conversation, rest.join(" "), scope);
  const added = commandsOf(conversation.extensions);
  if (name === "/memory") {
    const verbs = added.flatMap((one) => (one.startsWith("/memory ") ? [one.slice("/memory ".length)] : []));
    return `Unknown: /memory ${verb}. There are: ${unique([...Object.keys(MEMORY), ...verbs])}.`;
  }
  const names = added.map((one) => one.split(" ")[0] ?? "");
  return `Unknown command ${name}. There are: ${unique(["/memory", ...Object.keys(COMMANDS), ...names])}.`;
}

function unique(names: readonly string[]): string {
  return [...new Set(names)].join(", ");
}

function own(commands: Readonly<Record<string, Command>>, name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  "/new": async ({ memory, kept }, _rest, scope) => {
    await consultEdge(scope, "sessionEdge", { edge: "new", messages: kept.transcript });
    memory.clearSession();
    kept.transcript = [];
    kept.lastingConstraints = [];
    kept.paused = null;
    return "A new conversation begins. Durable facts are kept.";
  },
  "/undo-action": () => "/undo-action is not built yet: nothing is reverted.",
};

const MEMORY: Readonly<Record<string, Command>> = {
  status: ({ memory, ports }) => {
    const count = (store: Parameters<typeof memory.in>[0]): string => `${store} ${memory.in(store).length}`;
    const { budgetChars, writeMode } = ports.settings.memory;
    return [
      `Memory writes are ${memory.writing ? "on" : "off"}, write mode ${writeMode}.`,
      `Facts: ${count("durable")}, ${count("session")}, ${count("pending")}, ${count("retired")}.`,
      `Size: ${blockChars(memory.known())} of ${budgetChars} characters.`,
      ...memory.known().map(({ id, text }) => `${id}: ${text}`),
      ...memory.in("pending").map(({ id, text }) => `${id} (pending): ${text}`),
    ].join("\n");
  },
  forget: ({ memory }, rest, scope) =>
    rest === ""
      ? "Say which fact: its id or words of it."
      : factsText("Forgotten", memory.forget(rest, scope)),
  off: ({ memory }) => {
    memory.setWriting(false);
    return "Memory writes are off. Existing facts stay readable.";
  },
  on: ({ memory }) => {
    memory.setWriting(true);
    return "Memory writes are on.";
  },
  confirm: async ({ memory }, rest, scope) =>
    factsText("Confirmed", await memory.decide(rest, "confirm", scope)),
  reject: async ({ memory }, rest, scope) =>
    factsText("Rejected", await memory.decide(rest, "reject", scope)),
};

function factsText(what: string, facts: readonly Fact[]): string {
  return facts.length === 0 ? "No such fact." : `${what}: ${facts.map(({ text }) => text).join("; ")}`;
}
