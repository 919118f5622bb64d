/** The gate's formats: golden ones, states that never look like a pass, and hostile text in each. */

import { expect, test } from "vitest";
import type { GateDocument } from "../../core/gate.ts";
import { sampleGate } from "../../testing/gate-builder.ts";
import { HOSTILE_TEXT } from "../../testing/hostile-text.ts";
import { renderGateAnnotations } from "./gate-annotations.ts";
import { renderGateJunit } from "./gate-junit.ts";
import { renderGateMarkdown } from "./gate-markdown.ts";
import { renderGateTerminal } from "./gate-terminal.ts";

const terminal = (document: GateDocument) => renderGateTerminal(document, { colour: false, width: 100 });

test.each([
  ["gate-junit.xml", renderGateJunit],
  ["gate-comment.md", renderGateMarkdown],
  ["gate-annotations.txt", renderGateAnnotations],
  ["gate-terminal.txt", terminal],
])("%s is the golden one", async (file, render) => {
  await expect(render(sampleGate())).toMatchFileSnapshot(`__golden__/${file}`);
});

test.each([
  [{ outcome: "regression", exitCode: 1 }, "<failure", "::error"],
  [{ outcome: "broken", exitCode: 4 }, "<error", "::error"],
  [{ outcome: "inconclusive", exitCode: 3 }, "<skipped", "::error"],
  [{ outcome: "inconclusive", exitCode: 0, neutral: true }, "<skipped", "::warning"],
  [{ outcome: "pass", exitCode: 0 }, "<system-out>", "::notice"],
] as const)("%j is the same decision in JUnit, annotations and comment", (state, mark, level) => {
  const document = sampleGate({ ...state, title: state.outcome });
  expect(renderGateJunit(document)).toContain(`name="gate">${mark}`);
  expect(renderGateAnnotations(document).startsWith(level)).toBe(true);
  expect(renderGateMarkdown(document)).toContain(`### harness-lab gate: ${state.outcome}`);
  expect(terminal(document)).toContain(`Exit code ${state.exitCode}.`);
});

test("pairs of the simulated model are called so where a real one was to be asked", () => {
  const document = sampleGate({ basis: "real", pairsFrom: "simulated" });
  for (const text of [
    renderGateJunit(document),
    renderGateMarkdown(document),
    renderGateTerminal(document, { width: 200, colour: false }),
  ])
    expect(text).toContain("pairs on the simulated model");
});

test("a part that was not run is skipped and warned of, never passed", () => {
  const document = sampleGate({
    outcome: "inconclusive",
    decision: null,
    parts: [{ name: "live", state: "not-run", detail: "4 blocks: no key" }],
  });
  expect(renderGateJunit(document)).toContain('name="part: live"><skipped message="not-run"/>');
  expect(renderGateAnnotations(document)).toContain(
    "::warning title=harness-lab%3A live not run::4 blocks: no key",
  );
  for (const text of [renderGateMarkdown(document), terminal(document)]) expect(text).toContain("– not run");
});

test("text of models and files cannot break out of any format", () => {
  const hostile = sampleGate({
    reasons: [HOSTILE_TEXT],
    notes: [HOSTILE_TEXT],
    model: HOSTILE_TEXT,
    parts: [{ name: "live", state: "regression", detail: HOSTILE_TEXT }],
    safety: [{ scenario: "s", seed: HOSTILE_TEXT, check: HOSTILE_TEXT, detail: HOSTILE_TEXT, known: false }],
    scenarios: [{ scenario: HOSTILE_TEXT, n: 1, b: 0, c: 1, quarantined: false, errors: [HOSTILE_TEXT] }],
  });
  const junit = renderGateJunit(hostile);
  for (const broken of ["<script", "<img", "\u001b", "\u0000"]) expect(junit).not.toContain(broken);
  // A code span shows its text as it is, so only what stands outside of one could do harm.
  const outside = renderGateMarkdown(hostile).replaceAll(/(`+)[^\n]*?[^`]\1(?!`)/g, "");
  expect(outside).not.toMatch(/(?<!\\)<script|(?<!\\)\]\(javascript/);
  for (const line of renderGateAnnotations(hostile).split("\n").filter(Boolean))
    expect(line).toMatch(/^::(error|warning|notice) title=[^:]*::/);
  const shown = terminal(hostile);
  for (const control of ["\u001b", "\u009b", "\u0007"]) expect(shown).not.toContain(control);
});

test("a gate on the simulated model prints no p and no share in any format (STATISTICS 11.2)", () => {
  const real = sampleGate();
  const { decision } = real;
  if (decision === null) throw new Error("the sample has a decision");
  const scripted = sampleGate({
    basis: "simulated",
    policy: { ...real.policy, rule: "deterministic" },
    decision: { ...decision, harmP: null, certifyP: null },
    spentUsd: 0,
  });
  const shapes = /\bp \d|(?:harm|margin) p|\d ?%|\$\d/;
  for (const render of [renderGateJunit, renderGateMarkdown, renderGateAnnotations, terminal])
    expect(render(scripted)).not.toMatch(shapes);
  expect(terminal(real)).toMatch(shapes);
});
