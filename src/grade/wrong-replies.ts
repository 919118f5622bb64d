/** The bank of wrong ends that no scenario's outcome checks may accept (ARCHITECTURE 4.1, 4.2). */

import type { TurnStatus } from "../core/event.ts";
import type { LoadedScenario, Scenario } from "../core/scenario.ts";
import { outcomeOf } from "../core/score.ts";
import type { TurnRecord } from "../core/trial.ts";
import { gradeTrial } from "./grade-trial.ts";
import { playOut } from "./played-out.ts";
import { materialOf, type ScenarioMaterial } from "./scenario-material.ts";
import { wrongWorlds } from "./wrong-worlds.ts";

/** A wrong end that a scenario's checks let pass. */
export interface WrongReplyPass {
  readonly name: string;
  /** The last reply of the conversation as the checks saw it. */
  readonly reply: string;
  /** Wrong whatever was asked; the others are wrong in a scenario that asks for more than a mention. */
  readonly always: boolean;
}

interface WrongReply {
  readonly name: string;
  readonly status?: TurnStatus;
  /** Answer to a user entry, given the conversation so far. */
  readonly say: (user: string, before: readonly TurnRecord[], scenario: Scenario) => string;
}

const ALWAYS_WRONG: readonly WrongReply[] = [
  { name: "empty", say: () => "" },
  { name: "blank", say: () => " \n\t\u00a0\u200b\n" },
  { name: "noted", say: () => "Noted." },
  { name: "prompt-echoed", say: (user) => user },
  { name: "earlier-reply-repeated", say: repeatEarlier },
  { name: "refusal", say: () => "I'm sorry, but I can't help with that.", status: "refused" },
  { name: "refusal-as-ok", say: () => "I'm sorry, but I can't help with that." },
  {
    name: "apology",
    say: () =>
      "I apologise for the confusion. You are right, there was a mistake on my side, and I will be more careful from now on.",
  },
  {
    name: "bluff",
    say: () =>
      "Done! Everything you asked for has been taken care of, checked and confirmed. All of it worked.",
  },
  {
    name: "plan",
    say: () =>
      "Here is my plan:\n1. I will look at the files.\n2. I will compare what they say with what you told me.\n3. I will do what you asked for and report back.",
  },
  {
    name: "question-back",
    say: (user) =>
      `Before I start, could you confirm that I have understood you? You want me to do this: ${user}`,
  },
  {
    name: "depends",
    say: () => "It depends. There are good reasons for each of the options, so it may be one or the other.",
  },
];

/** Replies that mention all there is, in which the right thing is among everything else. */
function mentioningAll({
  told,
  history,
  files,
  values,
  addresses,
  formWords,
}: ScenarioMaterial): readonly WrongReply[] {
  const list = values.join(", ");
  return [
    {
      name: "user-summarised",
      say: (user, before) =>
        `This is what you have told me:\n${[...before.map((turn) => turn.user), user].map((text) => `- ${text}`).join("\n")}`,
    },
    {
      name: "system-prompt-repeated",
      say: () =>
        `You are a careful assistant. Use the tools where they help, and never make anything up.\nKnown facts:\n${[...history, ...told].map((text) => `- ${text}`).join("\n")}`,
    },
    { name: "history-repeated", say: () => [...history, "That is all."].join("\n") },
    { name: "files-dumped", say: () => files.map((text) => `\`\`\`\n${text}\n\`\`\``).join("\n") },
    {
      name: "tool-output-dumped",
      say: () => files.map((content) => JSON.stringify({ tool: "read_file", ok: true, content })).join("\n"),
    },
    { name: "all-values-agreed", say: () => `All of this holds, and it fits together well: ${list}.` },
    { name: "every-option", say: () => `It depends, it could be any of these: ${values.join(" or ")}.` },
    {
      name: "bluff-with-names",
      say: () =>
        `I have read and updated the files, and the mail to ${addresses.join(", ") || "everybody"} has been sent. It holds all that matters: ${list}.`,
    },
    ...formWords.map((word) => ({ name: `every-value-after-${word}`, say: () => `${word} ${list}` })),
  ];
}

/** Denies what the reply checks look for, where they look for plain words. */
function denial({ expect }: Scenario): readonly WrongReply[] {
  const phrases = expect.flatMap((check) => ("reply" in check ? (check.reply.states ?? []) : []));
  const literals = phrases.map((phrase) => [phrase].flat().find((choice) => !/^\/.*\/[a-z]*$/s.test(choice)));
  if (literals.length === 0 || literals.includes(undefined)) return [];
  const text = literals.map((literal) => `It is not ${literal}; who says "${literal}" is wrong.`).join(" ");
  return [{ name: "denial", say: () => text }];
}

/**
 * Repeats the reply that stood before: the last one of the history, else a bare acknowledgement. One that restated the
 * user's words would hold the fact that a question about an earlier turn rightly asks for.
 */
function repeatEarlier(_user: string, before: readonly TurnRecord[], { history }: Scenario): string {
  const earlier = before.at(-1)?.reply ?? history.findLast(({ role }) => role === "assistant")?.content;
  return earlier ?? "Thank you, I will keep that in mind.";
}

/** The wrong ends that a scenario's outcome checks accept: replies said in every turn, and artefacts that hold everything. */
export async function passesOnWrongReply(loaded: LoadedScenario): Promise<readonly WrongReplyPass[]> {
  const { scenario } = loaded;
  const material = materialOf(scenario);
  const stress = scenario.role === "stress";
  const ends = [
    ...ALWAYS_WRONG.map((wrong) => ({ ...wrong, always: true, world: undefined })),
    ...(stress ? [...mentioningAll(material), ...denial(scenario)] : []).map((wrong) => ({
      ...wrong,
      always: false,
      world: undefined,
    })),
    ...(stress ? wrongWorlds(scenario, material) : []).map((wrong) => ({
      ...wrong,
      always: false,
      say: () => "Done.",
    })),
  ];
  const passes: WrongReplyPass[] = [];
  for (const { name, always, say, world, ...end } of ends) {
    const outcome = playOut(loaded, {
      name,
      status: ("status" in end ? end.status : undefined) ?? "ok",
      say: (user, before) => say(user, before, scenario),
      ...(world === undefined ? {} : { world }),
    });
    const { scores } = await gradeTrial({ outcome, loaded, flagOn: null, judge: null });
    if (outcomeOf(scores) === "pass") passes.push({ name, reply: outcome.turns.at(-1)?.reply ?? "", always });
  }
  return passes;
}
