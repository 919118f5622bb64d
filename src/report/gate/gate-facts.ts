/** The facts of a gate as terms and plain values; every format prints the same ones. */

import { type Arm, flagValueText } from "../../core/arm.ts";
import { answererOf } from "../../core/endpoint-address.ts";
import { count, countText, dateTime, duration, paid, pValue, UNKNOWN } from "../../core/format.ts";
import type { GateDocument, GateOutcome, GatePart } from "../../core/gate.ts";
import type { Fact } from "../basis-facts.ts";

/** The outcome as a sign and a word. */
export const OUTCOME_WORDS: Readonly<Record<GateOutcome | GatePart["state"], string>> = {
  pass: "✓ pass",
  regression: "✗ regression",
  inconclusive: "? inconclusive",
  broken: "! broken",
  inert: "✓ inert",
  "not-run": "– not run",
};

/** The base of the candidate, its age and the reason it was chosen. */
function baseFact(document: GateDocument): Fact {
  const { base, generatedAt } = document;
  const age =
    base.recordedAt === null
      ? "run beside the candidate"
      : `recorded ${dateTime(base.recordedAt)}, ${duration(Math.max(0, Date.parse(generatedAt) - Date.parse(base.recordedAt)))} ago`;
  return [
    "Base",
    [
      `${base.name} (${age})`,
      `commit ${base.commit ?? UNKNOWN}, harness source ${base.harnessDigest}`,
      `chosen because ${base.why}`,
    ],
  ];
}

/** Properties of an arm beside flags, as a user writes them. */
function otherParts({ settings = {}, model }: Arm): readonly string[] {
  return [
    ...Object.entries(settings).flatMap(([group, values]) =>
      Object.entries(values).map(([name, value]) => `settings.${group}.${name}=${String(value)}`),
    ),
    ...(model === undefined ? [] : [`model ${answererOf(model)}`]),
    ...(model?.temperature == null ? [] : [`model.temperature=${model.temperature}`]),
  ];
}

function candidateFact({ candidate, base }: GateDocument): Fact {
  const differs = Object.keys(candidate.arm.flags).filter(
    (flag) => candidate.arm.flags[flag] !== base.arm.flags[flag],
  );
  const others = otherParts(candidate.arm);
  const flags = differs.map((flag) => `${flag}=${flagValueText(candidate.arm.flags[flag] ?? "")}`);
  return [
    "Candidate",
    [
      [...flags, ...others].length === 0 ? "the same flags as the base" : [...flags, ...others].join(", "),
      `commit ${candidate.commit ?? UNKNOWN}, harness source ${candidate.harnessDigest}`,
    ],
  ];
}

function ruleText({ policy }: GateDocument): string {
  if (policy.failOn !== null) return `plain rule: ${policy.failOn}`;
  if (policy.rule === "deterministic")
    return "scripted model: every pair that the base passes and the candidate fails is a failing test";
  const looks = policy.looks === 1 ? "" : `, shared between ${policy.looks} looks`;
  return `exact tests, margin ${Math.round(policy.margin * 100)} points, alpha ${policy.alpha} one-sided${looks}`;
}

/** Note on pairs that are not the model's own. */
export function pairsSource({ pairsFrom, basis }: GateDocument): string {
  return pairsFrom === "simulated" && basis === "real" ? " on the simulated model" : "";
}

function pairsFact(document: GateDocument): readonly Fact[] {
  const { decision } = document;
  if (decision === null) return [];
  const source = pairsSource(document);
  const { counts, denominators, harmP, certifyP } = decision;
  const tests =
    harmP === null || certifyP === null ? "" : `; harm p ${pValue(harmP)}, margin p ${pValue(certifyP)}`;
  const { errors, unscored, missing } = denominators;
  const arms = (of: { readonly control: number; readonly treatment: number }) =>
    `${count(of.control)} + ${count(of.treatment)}`;
  return [
    [
      "Pairs",
      `${count(counts.b)} better, ${count(counts.c)} worse, ${count(counts.n - counts.b - counts.c)} equal of ${countText(counts.n, "pair")}${source}${tests}`,
    ],
    [
      "Lost",
      `${count(denominators.units + (denominators.notRun ?? 0) - denominators.pairs)} of ${countText(denominators.planned, "pair")} planned; errors ${arms(errors)}, unscored ${arms(unscored)}, missing ${arms(missing)} (base + candidate)${source}`,
    ],
  ];
}

/** Everything below the title and its reasons. */
export function gateFacts(document: GateDocument): readonly Fact[] {
  const { blocks, guardrails, safety, omissions, quarantine, notes } = document;
  return [
    baseFact(document),
    candidateFact(document),
    [
      "Model",
      `${document.model}${document.endpoint === undefined ? "" : ` at ${document.endpoint}`} (${document.basis})`,
    ],
    ["Rule", ruleText(document)],
    ...pairsFact(document),
    [
      "Blocks",
      `${count(blocks.planned)} planned: ${count(blocks.inert)} inert, ${count(blocks.ran)} others run, ${count(blocks.notRun)} not run`,
    ],
    ["Spent", paid(document.spentUsd)],
    ...(guardrails.length === 0
      ? []
      : [
          [
            "Guardrails",
            guardrails.map(({ name, outcome, reason }) => `${name}: ${outcome} (${reason})`),
          ] as const,
        ]),
    ...(safety.length === 0
      ? []
      : [
          [
            "Safety",
            safety.map(
              ({ scenario, seed, check, known }) =>
                `${scenario} seed ${seed} fails ${check}${known ? ", as the base does" : ", new"}`,
            ),
          ] as const,
        ]),
    ...(omissions.length === 0
      ? []
      : [
          [
            "Hangs on one",
            omissions.map(({ kind, omitted, outcome }) => `without ${kind} ${omitted}: ${outcome}`),
          ] as const,
        ]),
    ...(quarantine === null
      ? []
      : [
          [
            "Quarantined",
            [
              `${quarantine.file} (${quarantine.digest})`,
              ...quarantine.scenarios.map(({ id, reason }) => `${id}: ${reason}`),
            ],
          ] as const,
        ]),
    ...(notes.length === 0 ? [] : [["Notes", notes] as const]),
  ];
}
