/** Evidence of tools and runs, capped by its ceilings. */

import { expect, test } from "vitest";
import { calling, classified, talk } from "../../../../testing/layered-talk.ts";
import type { BasePhase } from "../../engine/phase.ts";
import { PHASES } from "../../engine/phase-table.ts";
import { ceilingOf } from "./ceilings.ts";
import { capReliability, type EvidenceItem } from "./evidence-store.ts";

/** Looks at the evidence after each time it was gathered. */
function watching(seen: EvidenceItem[][]): readonly BasePhase[] {
  return PHASES.map((row) =>
    row.phase === "record-trail"
      ? {
          ...row,
          run: (context) => {
            seen.push([...context.states.evidence.items]);
            return row.run(context);
          },
        }
      : row,
  );
}

test("reliability is capped by the ceiling and never raised by it (A-022)", () => {
  expect(capReliability("HIGH", "MEDIUM")).toBe("MEDIUM");
  expect(capReliability("LOW", "HIGH")).toBe("LOW");
  expect(capReliability("MEDIUM", "LOW")).toBe("LOW");
});

test("what comes from outside has the lower ceiling, a registered envelope lowers further (A-023)", () => {
  const traits = (untrusted: boolean) => ({
    spec: { name: "t", description: "", parameters: {} },
    staged: false,
    untrusted,
  });
  expect(ceilingOf(traits(false), {})).toBe("HIGH");
  expect(ceilingOf(traits(true), {})).toBe("MEDIUM");
  expect(ceilingOf(traits(false), { t: "LOW" })).toBe("LOW");
});

test("files, pages, errors and a task's own run each leave their evidence (A-023, REFERENCE 1.6)", async () => {
  const seen: EvidenceItem[][] = [];
  const one = talk({
    phases: watching(seen),
    world: {
      files: { "a.md": "Alpha is 4." },
      web: [{ url: "https://x.example/a", body: "Alpha is 5.", status: 200 }],
    },
    model: {
      propose: (_request, n) =>
        n === 0
          ? calling(
              ["read_file", { path: "a.md" }],
              ["fetch_url", { url: "https://x.example/a" }],
              ["read_file", { path: "none.md" }],
            )
          : "Alpha is 4 or 5.",
    },
  });
  await one.say("What is alpha?");
  expect(seen.at(-1)?.map(({ source, reliability, isError }) => [source, reliability, isError])).toEqual([
    ["read_file", "HIGH", false],
    ["fetch_url", "MEDIUM", false],
    ["read_file", "HIGH", true],
    ["execution", "HIGH", false],
    ["execution", "MEDIUM", false],
  ]);
});

test("a turn above LOW risk registers envelopes, so its tools count as MEDIUM (A-087)", async () => {
  const seen: EvidenceItem[][] = [];
  const one = talk({
    phases: watching(seen),
    world: { files: { "a.md": "Alpha is 4." } },
    model: {
      "classify-turn": classified({ riskLevel: "MEDIUM" }),
      propose: (_request, n) => (n === 0 ? calling(["read_file", { path: "a.md" }]) : "4."),
    },
  });
  await one.say("What is alpha?");
  expect(seen[0]?.[0]?.reliability).toBe("MEDIUM");
});

test("a tool that is not there leaves no evidence but a warning, and the model hears of it (A-024)", async () => {
  const seen: EvidenceItem[][] = [];
  const one = talk({
    phases: watching(seen),
    model: { propose: (_request, n) => (n === 0 ? calling(["teleport", { to: "Mars" }]) : "I cannot.") },
  });
  const result = await one.say("Go to Mars.");
  expect(seen[0]).toEqual([]);
  expect(one.events("warning").map(({ message }) => message)).toContain("no tool named teleport");
  expect(one.requests("propose").at(-1)?.messages.at(-1)).toMatchObject({ role: "tool", tool: "teleport" });
  expect(result.status).toBe("ok");
});
