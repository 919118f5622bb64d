/** The gate against another checkout, which runs in a process of its own. */

import { expect, test } from "vitest";
import type { GateDocument } from "../core/gate.ts";
import { builtCheckout } from "../testing/built-checkout.ts";
import { command } from "../testing/run-command.ts";
import { FREEZE_TALK as FREEZE } from "../testing/talks.ts";
import { type TempFolder, tempFolder } from "../testing/temp-folder.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";

async function gate(folder: TempFolder, ...args: readonly string[]) {
  const ran = await command(["gate", ...args, "--db", folder.file("lab.duckdb"), "--json"]);
  return { ...ran, document: ran.out === "" ? null : (JSON.parse(ran.out) as GateDocument) };
}

test("another checkout runs as the base beside this one, on the same replies", async () => {
  using folder = tempFolder();
  const checkout = builtCheckout(folder.file("main"));
  const args = ["--checkout", checkout, "--scenarios", FREEZE, "--seeds", "1"];
  const same = await gate(folder, ...args);
  expect([same.code, same.document?.blocks.inert]).toEqual([0, 1]);
  expect(same.document?.base).toMatchObject({ kind: "checkout", name: checkout });
  const planted = await gate(folder, ...args, "--candidate", `${CONTRADICTION}=0`);
  expect([planted.code, planted.document?.decision?.counts.c]).toEqual([1, 1]);
  expect((await gate(folder, "--checkout", folder.file("none"))).code).toBe(2);
});
