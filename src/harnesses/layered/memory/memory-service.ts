/** The one service everything that reaches memory goes through (A-178..A-192). */

import type { Clock } from "../../../core/clock.ts";
import type { Json } from "../../../core/json.ts";
import type { DurableStore } from "../../contract/harness.ts";
import type { StatedFact } from "../classify/classification.ts";
import { type Extensions, wrapMemoryWrite } from "../extensions/extensions.ts";
import type { CallScope } from "../extensions/scope.ts";
import type { Settings } from "../settings.ts";
import type { Fact, FactStore } from "./fact.ts";
import { factStores } from "./fact-stores.ts";
import { numberOf, type RenderedFacts } from "./memory-policy.ts";
import { routeFact } from "./route-fact.ts";

export interface MemoryService {
  readonly writing: boolean;
  /** Durable and session facts, the oldest first: what the model may see and the world model is seeded with. */
  known(): readonly Fact[];
  in(store: FactStore): readonly Fact[];
  /** Writes the facts of a turn, each to the store its route names; nothing while writing is off. */
  remember(facts: readonly StatedFact[], scope: CallScope): Promise<void>;
  /** The facts block of this turn. */
  render(scope: CallScope): Promise<RenderedFacts>;
  /** Removes facts by id or by words of their text; the removed ones. */
  forget(wanted: string, scope: CallScope): readonly Fact[];
  /** Moves pending facts, all or one by id, to the durable store or drops them; those decided on. */
  decide(wanted: string, decision: "confirm" | "reject", scope: CallScope): Promise<readonly Fact[]>;
  setWriting(writing: boolean): void;
  clearSession(): void;
}

/** Opens the service of a session. */
export function memoryService(ports: {
  readonly durable: DurableStore;
  readonly clock: Clock;
  readonly settings: Settings["memory"];
  readonly session: number;
  readonly extensions: Extensions;
}): MemoryService {
  const { settings, extensions } = ports;
  const stores = factStores(ports.durable, ports.session);
  const known = (): readonly Fact[] =>
    [...stores.in("durable"), ...stores.in("session")].sort((a, b) => numberOf(a) - numberOf(b));

  const put = async (fact: Fact, scope: CallScope): Promise<Fact> => {
    // A correction that lasts replaces in both stores, one for this conversation only leaves what is durable alone.
    const reach: readonly FactStore[] =
      fact.store === "durable" ? ["durable", "session"] : fact.store === "session" ? ["session"] : [];
    const replaced =
      reach.length === 0
        ? []
        : await scope.use("memory", (policy) =>
            policy.superseded(
              fact,
              reach.flatMap((name) => stores.in(name)),
            ),
          );
    for (const old of replaced)
      for (const name of reach)
        if (stores.in(name).some(({ id }) => id === old.id)) {
          stores.drop(name, old);
          stores.put("retired", old);
          report(scope, "retired", "supersede", old);
        }
    stores.put(fact.store, fact);
    report(scope, fact.store, "add", fact);
    return fact;
  };
  const write = async (store: FactStore, fact: Omit<Fact, "store">, scope: CallScope): Promise<void> => {
    await wrapMemoryWrite({ ...scope, extensions }, (one) => put(one, scope))({ ...fact, store });
  };

  return {
    get writing() {
      return stores.writing;
    },
    known,
    in: stores.in,
    async remember(facts, scope) {
      if (!stores.writing) return;
      for (const { text, key, kind, confidence, durable, assertedByUser } of facts) {
        const origin = assertedByUser ? "user-asserted" : "model-inferred";
        const store = routeFact({ origin, confidence, durable }, settings.writeMode);
        const seen = [...known(), ...stores.in("pending")].some((fact) => sameText(fact.text, text));
        if (seen) continue;
        const at = ports.clock.now().toISOString();
        await write(store, { id: stores.nextId(), text, key, kind, origin, confidence, at }, scope);
      }
    },
    async render(scope) {
      const facts = { kept: known(), retired: stores.in("retired") };
      const rendered = await scope.use("memory", (policy) => policy.render(facts, settings));
      const { text, included, omitted } = rendered;
      if (included + omitted > 0)
        scope.emit({ type: "memory-render", included, omitted, chars: text?.length ?? 0 });
      return rendered;
    },
    forget(wanted, scope) {
      const gone: Fact[] = [];
      for (const store of ["durable", "session", "pending"] as const)
        for (const fact of stores.in(store).filter((one) => matches(one, wanted))) {
          stores.drop(store, fact);
          report(scope, store, "forget", fact);
          gone.push(fact);
        }
      return gone;
    },
    async decide(wanted, decision, scope) {
      const decided = stores.in("pending").filter((fact) => wanted === "" || matches(fact, wanted));
      for (const fact of decided) {
        stores.drop("pending", fact);
        if (decision === "confirm") await write("durable", fact, scope);
        else report(scope, "pending", "reject", fact);
      }
      return decided;
    },
    setWriting: stores.setWriting,
    clearSession: stores.clearSession,
  };
}

function report({ emit }: Pick<CallScope, "emit">, store: string, operation: string, fact: Fact): void {
  emit({ type: "memory-write", store, operation, fact: { ...fact } as Json });
}

function matches(fact: Fact, wanted: string): boolean {
  return fact.id === wanted || fact.text.toLowerCase().includes(wanted.toLowerCase());
}

function sameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
