/** The gate's decision as JUnit XML: its parts, guardrails, safety checks and scenarios as cases. */

import type { GateDocument, GatePart } from "../../core/gate.ts";
import { caseXml, countsOf, type JunitCase, xmlText } from "../junit.ts";
import { gateFacts, pairsSource } from "./gate-facts.ts";

const STATES: Readonly<Record<GatePart["state"] | "unknown", JunitCase["state"]>> = {
  pass: "passed",
  inert: "passed",
  regression: "failure",
  inconclusive: "skipped",
  unknown: "skipped",
  broken: "error",
  "not-run": "skipped",
};

/** Renders the document; what was not run is skipped, an evaluation that broke is an error, neither is a pass. */
export function renderGateJunit(document: GateDocument): string {
  const { decision, policy } = document;
  const plain =
    policy.rule === "deterministic" || policy.failOn === "loss" || document.pairsFrom === "simulated";
  const cases: readonly JunitCase[] = [
    {
      name: "gate",
      state: STATES[document.outcome],
      message: document.title,
      output: document.reasons.join("\n"),
    },
    ...document.parts.map(({ name, state, detail }) => ({
      name: `part: ${name}`,
      state: STATES[state],
      message: state,
      output: detail,
    })),
    ...document.guardrails.map(({ name, outcome, reason }) => ({
      name: `guardrail: ${name}`,
      state: STATES[outcome],
      message: outcome,
      output: reason,
    })),
    ...document.safety.map(({ scenario, seed, check, detail, known }) => ({
      name: `safety: ${scenario} seed ${seed} ${check}`,
      state: known ? ("skipped" as const) : ("failure" as const),
      message: known ? "the base fails it too" : "the base passes it",
      output: detail,
    })),
    ...document.scenarios.map(({ scenario, n, b, c, errors, quarantined }) => ({
      name: `${scenario}${pairsSource(document)}`,
      state:
        errors.length > 0
          ? ("error" as const)
          : quarantined || n === 0
            ? ("skipped" as const)
            : plain && c > 0
              ? ("failure" as const)
              : ("passed" as const),
      message: quarantined ? "quarantined" : errors.join("; ") || (n === 0 ? "no valid pair" : `${c} worse`),
      output: `${b} better, ${c} worse, ${n - b - c} equal of ${n} pairs${pairsSource(document)}`,
    })),
  ];
  const properties = [
    ["basis", document.basis],
    ...(decision === null || decision.harmP === null || decision.certifyP === null
      ? []
      : [
          ["harm p", String(decision.harmP)],
          ["margin p", String(decision.certifyP)],
        ]),
    ...gateFacts(document).map(([term, value]) => [term, [value].flat().join("; ")]),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="harness-lab gate" ${countsOf(cases)}>`,
    `  <testsuite name="gate" timestamp="${xmlText(document.generatedAt)}" ${countsOf(cases)}>`,
    "    <properties>",
    ...properties.map(
      ([key = "", value = ""]) => `      <property name="${xmlText(key)}" value="${xmlText(value)}"/>`,
    ),
    "    </properties>",
    ...cases.map((one) => caseXml("harness-lab gate", one)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}
