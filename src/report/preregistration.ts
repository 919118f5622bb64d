/** A frozen plan as a document for deposit: what will be run, how it is decided, and the digest that proves it. */

import { dateTime, percent, points } from "../core/format.ts";
import type { FrozenPlan } from "../core/frozen-plan.ts";
import { markdownText } from "./markdown-text.ts";

const FAMILY =
  "Primary comparisons are adjusted for one another alone. Exploratory ones are reported, and their label stops at `suggestive`.";

/** Markdown; everything that a report later holds the run to is in it. */
export function renderPreregistration({ digest, frozenAt, content }: FrozenPlan): string {
  const { model, rule, expected } = content;
  const hasFamily = content.comparisons.some(({ exploratory }) => exploratory);
  const facts: readonly (readonly [string, string])[] = [
    ["Digest of the plan", digest],
    ["Frozen at", dateTime(frozenAt)],
    ["Experiment", content.experiment],
    ["Model", `${model.model}${content.endpoint === undefined ? "" : ` at ${content.endpoint}`}`],
    ["Temperature", model.temperature === undefined ? "left to the endpoint" : String(model.temperature)],
    [
      "Replies",
      content.independent ? "each arm draws its own" : "shared between arms where requests are equal",
    ],
    ["Harness source", content.harnessDigest],
    ["Seeds", content.seeds.join(", ")],
    ["Level", String(content.alpha)],
    ["Smallest effect worth having", `${points(rule.deltaMin).slice(1)} points`],
    [
      "Stopping",
      rule.design === "fixed"
        ? "none: the number of pairs is fixed"
        : `by e-value after every round, up to the seeds above${rule.until === null ? "" : `; ends when the label is ${rule.until}`}`,
    ],
  ];
  return `${[
    `# Preregistration: ${markdownText(content.name)}`,
    "Written by harness-lab before the first trial. A report of this experiment prints the digest and every deviation.",
    facts.map(([term, value]) => `- ${term}: ${markdownText(value)}`).join("\n"),
    "## Arms",
    content.arms
      .map(({ name, ...rest }) => `- ${markdownText(name)}: ${markdownText(JSON.stringify(rest))}`)
      .join("\n"),
    "## Comparisons",
    ...(hasFamily ? [FAMILY] : []),
    content.comparisons
      .map(({ id, control, treatment, stress, controls, exploratory }) => {
        const planned = expected.find(({ comparison }) => comparison === id);
        const power =
          planned === undefined
            ? ""
            : ` Planned: ${planned.pairs} pairs, power ${percent(planned.power)}, smallest effect they show ${planned.minimumDetectable === null ? "none" : `${points(planned.minimumDetectable).slice(1)} points`}.`;
        const rank = hasFamily ? (exploratory ? " (exploratory)" : " (primary)") : "";
        return `- ${markdownText(id)}${rank}: ${markdownText(treatment)} against ${markdownText(control)}.${power}\n  - Decides: ${stress.map(markdownText).join(", ")}\n  - Must make no difference: ${controls.length === 0 ? "no scenario" : controls.map(markdownText).join(", ")}`;
      })
      .join("\n"),
    "## Scenarios",
    Object.entries(content.scenarioDigests)
      .map(([id, sha]) => `- ${markdownText(id)}: ${sha}`)
      .join("\n"),
    "## Plan as data",
    `\`\`\`json\n${JSON.stringify(content, null, 2)}\n\`\`\``,
  ].join("\n\n")}\n`;
}
