/** The gate through the command line: blocked, passed, inconclusive, broken, and what it writes. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { GateDocument } from "../core/gate.ts";
import { withPolicy } from "../testing/gate-policy.ts";
import { command } from "../testing/run-command.ts";
import { FREEZE_TALK as FREEZE } from "../testing/talks.ts";
import { type TempFolder, tempFolder } from "../testing/temp-folder.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";
/** Compaction fires here, and the detail survives either way. */
const HARMLESS = [
  "--candidate",
  "AUDIT_SEMANTIC_COMPACTION=1",
  "--scenarios",
  "compaction/detail-within-clip",
];

async function gate(folder: TempFolder, ...args: readonly string[]) {
  const ran = await command(["gate", ...args, "--db", folder.file("lab.duckdb"), "--json"]);
  return { ...ran, document: ran.out === "" ? null : (JSON.parse(ran.out) as GateDocument) };
}

test("a planted regression is blocked (1), a harmless change passes (0), too few pairs are inconclusive (3)", async () => {
  using folder = tempFolder();
  const planted = await gate(
    folder,
    ...["--candidate", `${CONTRADICTION}=0`, "--scenarios", FREEZE, "--seeds", "2"],
    ...["-o", folder.file("junit.xml"), folder.file("comment.md")],
  );
  expect(planted.code).toBe(1);
  expect(planted.document).toMatchObject({ outcome: "regression", exitCode: 1, blocks: { planned: 2 } });
  expect(planted.document?.decision?.losses).toHaveLength(2);
  expect(readFileSync(folder.file("junit.xml"), "utf8")).toContain(
    '<testcase classname="harness-lab gate" name="gate"><failure',
  );
  expect(readFileSync(folder.file("comment.md"), "utf8")).toContain("harness-lab gate: regression");

  const harmless = await gate(folder, ...HARMLESS, "--seeds", "2");
  expect([harmless.code, harmless.document?.outcome]).toEqual([0, "pass"]);

  const few = [...HARMLESS, "--seeds", "2", "--statistical", "--max-seeds", "2"];
  expect((await gate(folder, ...few)).err).toContain("needs 29 pairs even when none differs");
  const planned = await command(["gate", ...few, "--force", "--dry-run", "--db", folder.file("none")]);
  expect(planned.out).toMatch(/no +gate pass: 2 pairs planned, 29 needed/);
  const scripted = await command(["gate", ...HARMLESS, "--dry-run", "--db", folder.file("none")]);
  expect(scripted.out).not.toContain("gate pass");
  const forced = await gate(folder, ...few, "--force", ...withPolicy(folder, { release: true }));
  expect([forced.code, forced.document?.outcome]).toEqual([3, "inconclusive"]);
  const warned = await gate(folder, ...few, "--force");
  expect([warned.code, warned.document?.neutral]).toEqual([0, true]);
});

test("a flag that never fires tests nothing, whatever the policy, and never passes", async () => {
  using folder = tempFolder();
  const idle = await gate(
    folder,
    ...["--candidate", `${CONTRADICTION}=0`, "--scenarios", "contradiction/token-lifetime-restated"],
    ...["--seeds", "2", "--inconclusive", "warn"],
  );
  expect([idle.code, idle.document?.outcome]).toEqual([3, "inconclusive"]);
  expect(idle.document?.reasons.join()).toContain("never fired");
  // More pairs of the same would tell as little, so none are asked for.
  expect(idle.document?.next).toMatch(/^Name scenarios in which the changed flag does something/);
});

test("quarantined scenarios leave both arms, and the outcome with them is printed", async () => {
  using folder = tempFolder();
  const quarantine = [{ id: "retry/transient-503", reason: "known to break" }];
  const policy = withPolicy(folder, { quarantine });
  const args = [
    ...["--candidate", "AUDIT_RETRY_SYSTEM_ERRORS=0", "--seeds", "1"],
    ...["--scenarios", "retry/transient-503", "retry/persistent-503", ...policy],
  ];
  const { code, document } = await gate(folder, ...args);
  expect([code, document?.decision?.withQuarantined]).toEqual([0, "regression"]);
  expect(document?.quarantine).toMatchObject({ file: policy[1], scenarios: quarantine });
  expect(document?.notes.join()).toContain("With the quarantined scenarios the outcome is: regression");
  const unknown = withPolicy(folder, { version: 2 });
  expect((await gate(folder, ...args, ...unknown)).code).toBe(2);
});

test("a change that asks nothing new costs no call and passes against a recorded base; one that does runs live", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  await command(["ablate", CONTRADICTION, "--scenarios", FREEZE, "--seeds", "2", "--db", db]);
  await command(["baseline", "save", "main", "--db", db]);
  const inert = await gate(folder);
  expect([inert.code, inert.document?.blocks]).toEqual([0, { planned: 2, inert: 2, ran: 0, notRun: 0 }]);
  expect(inert.document?.spentUsd).toBe(0);
  expect(inert.document?.base).toMatchObject({ kind: "stored", name: "main" });
  expect(inert.document?.base.why).toContain("default baseline");
  expect(inert.document?.parts.map(({ name, state }) => [name, state])).toEqual([
    ["lint", "pass"],
    ["recorded", "inert"],
  ]);
  const changed = await gate(folder, "--baseline", "main", "--candidate", `${CONTRADICTION}=0`);
  expect([changed.code, changed.document?.blocks.inert]).toEqual([1, 0]);
  expect(changed.document?.base.why).toContain("was named");
});

test("of a base of several flags only the scenarios that its arm ran are compared, and the others are named", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const two = [CONTRADICTION, "AUDIT_RETRY_SYSTEM_ERRORS", "--scenarios", FREEZE, "retry/transient-503"];
  await command(["ablate", ...two, "--seeds", "1", "--db", db]);
  await command(["baseline", "save", "main", "--db", db]);
  const { code, document } = await gate(folder, "--baseline", "main", "--arm", `${CONTRADICTION}=0`);
  expect([code, document?.blocks]).toEqual([0, { planned: 1, inert: 1, ran: 0, notRun: 0 }]);
  expect(document?.notes.join()).toContain(
    "Run by other arms than AUDIT_SEMANTIC_CONTRADICTION=0 alone, so not compared: retry/transient-503",
  );
});

test("what does not fit the named base is exit 4, what is not there is exit 2, and no default steps in", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  await command(["ablate", CONTRADICTION, "--scenarios", FREEZE, "--seeds", "1", "--db", db]);
  await command(["baseline", "save", "main", "--db", db]);
  const misfits = [
    ["--temperature", "0.5"],
    ["--seeds", "4"],
    ["--model", "other", "--base-url", "http://127.0.0.1:9"],
  ];
  for (const args of misfits) {
    const { code, err } = await gate(folder, "--baseline", "main", ...args);
    expect([args[0], code, err]).toEqual([args[0], 4, expect.stringContaining("main")]);
  }
  expect((await gate(folder, "--baseline", "nightly")).code).toBe(2);
  expect((await gate(folder, "--baseline", "main", "--checkout", folder.path)).code).toBe(2);
  expect((await gate(folder, "--baseline", "main", "--arm", "none")).code).toBe(2);
});

test("without credentials the live part is shown as not run, the simulated one decides what it can", async () => {
  using folder = tempFolder();
  const keyless = ["--model", "some-model", "--api-key-env", "HARNESS_LAB_NO_SUCH_KEY", "--seeds", "3"];
  const page = folder.file("gate.html");
  const harmless = await gate(folder, ...HARMLESS, ...keyless, "--force", "-o", page);
  expect([harmless.code, harmless.document?.outcome, harmless.document?.title]).toEqual([
    0,
    "inconclusive",
    "not decided: the live part was not run",
  ]);
  expect(harmless.document?.parts.map(({ name, state }) => [name, state])).toEqual([
    ["lint", "pass"],
    ["simulated", "pass"],
    ["live", "not-run"],
  ]);
  expect(readFileSync(page, "utf8")).toContain("the live part was not run");
  // What stands in is named as such wherever its pairs are shown, and is no block of the model.
  expect(harmless.document).toMatchObject({
    pairsFrom: "simulated",
    blocks: { planned: 3, inert: 0, ran: 0, notRun: 3 },
    spentUsd: 0,
  });
  expect(harmless.document?.candidate.commit).not.toBeNull();
  expect(
    (await gate(folder, ...HARMLESS, ...keyless, "--force", ...withPolicy(folder, { release: true }))).code,
  ).toBe(3);
  const planted = ["--candidate", `${CONTRADICTION}=0`, "--scenarios", FREEZE];
  expect((await gate(folder, ...planted, ...keyless, "--force")).code).toBe(1);
});

test("a dead endpoint is exit 4, said as such and never as failures", async () => {
  using folder = tempFolder();
  const dead = ["--model", "some-model", "--base-url", "http://127.0.0.1:9/v1", "--retries", "0"];
  const { code, document } = await gate(folder, ...HARMLESS, ...dead, "--seeds", "3", "--force");
  expect([code, document?.outcome]).toEqual([4, "broken"]);
  expect(document?.parts.at(-1)).toMatchObject({ name: "live", state: "broken" });
  expect(document?.decision?.losses ?? []).toEqual([]);
});
