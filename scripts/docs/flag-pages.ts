/** One page a flag and an index, from the catalogue, the requirements, the scenarios, the settings and the reports. */

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { flagValueText } from "../../src/core/arm.ts";
import type { Flag } from "../../src/core/flag.ts";
import { FLAGS, flagNamed } from "../../src/core/flag-catalogue.ts";
import type { LoadedScenario } from "../../src/core/scenario.ts";
import { HARNESSES } from "../../src/lab/environment/harness-registry.ts";
import { jsonSchemaOf } from "../../src/scenario/json-schema.ts";
import { readScenarios } from "../../src/scenario/read-scenarios.ts";
import { filesBelow, ROOT } from "./citations.ts";
import { block, code, type Page, pageOf, tableOf, words } from "./page.ts";
import { findingsOf } from "./published-findings.ts";
import { requirements } from "./requirement-texts.ts";
import { schemaTables } from "./schema-tables.ts";
import type { JsonSchema } from "./type-schema.ts";

const AIMS: Readonly<Record<Flag["aim"], string>> = {
  success: "success: it is judged by the pairs that it wins and loses",
  "no-worse": "no-worse: it is judged by whether success is not worse by the margin",
  cost: "cost: it is judged by what it saves, at the price without the provider's prompt cache",
  "cost-as-billed": "cost as billed: it is judged by what it saves, the provider's prompt cache included",
  tokens: "tokens: it is judged by the tokens that it saves",
  latency: "latency: it is judged by the time that it saves",
  calls: "calls: it is judged by the model calls that it saves",
  none: "none: it claims no outcome, so only whether it acts is judged",
};

/** Makes them. */
export async function flagPages(): Promise<readonly Page[]> {
  const scenarios = await readScenarios(join(ROOT, "scenarios"), HARNESSES);
  return [indexPage(scenarios), ...FLAGS.map((flag) => flagPage(flag, targeting(scenarios, flag)))];
}

function targeting(scenarios: readonly LoadedScenario[], { name }: Flag): readonly LoadedScenario[] {
  return scenarios.filter(({ scenario }) => scenario.targets.includes(name));
}

function indexPage(scenarios: readonly LoadedScenario[]): Page {
  const harnesses = [...new Set(FLAGS.map(({ harness }) => harness))];
  const built = FLAGS.filter((flag) => flag.built).length;
  return pageOf(
    "docs/flags/index.md",
    "Flags",
    `A flag is one mechanism of a harness that can be switched on and off. The catalogue has ${FLAGS.length}; ${built} are built and can be measured here, the others are described and wait for their mechanism. \`harness-lab flags\` prints the list.`,
    ...harnesses.map((harness) => {
      const rows = FLAGS.filter((flag) => flag.harness === harness).map((flag) => {
        const count = targeting(scenarios, flag).length;
        return [
          `[${words(flag.name)}](${flag.name}.md)`,
          words(flag.summary),
          [
            flag.built ? "**built**" : "not built",
            `default ${flagValueText(flag.default)}`,
            `aim ${flag.aim}`,
            ...(count > 0 ? [count === 1 ? "1 scenario" : `${count} scenarios`] : []),
          ].join(", "),
        ];
      });
      return `## ${harness}\n\n${tableOf(["flag", "what ON does", "state"], rows)}`;
    }),
  );
}

function flagPage(flag: Flag, scenarios: readonly LoadedScenario[]): Page {
  const findings = findingsOf(flag.name);
  return pageOf(
    `docs/flags/${flag.name}.md`,
    words(flag.name),
    words(flag.summary),
    tableOf(["", ""], factsOf(flag)),
    "## What it has to do",
    tableOf(
      ["id", "requirement"],
      flag.source.map((id) => [
        `[${id}](../requirements/${flag.harness}.md#${id.toLowerCase()})`,
        requirements.get(id) ?? "",
      ]),
    ),
    "## Settings",
    settingsOf(flag),
    "## Scenarios",
    scenarios.length === 0 ? "No scenario of this repository targets it." : scenarioTable(scenarios),
    "## Measure it",
    ...(flag.built
      ? measurementsOf(flag)
      : ["The mechanism is not built yet, so an ablation of it is refused."]),
    "## What published reports say",
    findings.length === 0 ? "No report of this repository is about it." : findings.join("\n\n"),
  );
}

function factsOf(flag: Flag): readonly (readonly string[])[] {
  const values = flag.values?.map((value) => code(value)).join(", ");
  const fixed = Object.entries(flag.context).map(([name, value]) => code(`${name}=${flagValueText(value)}`));
  return [
    ["harness", `[${flag.harness}](../requirements/${flag.harness}.md)`],
    ["state", flag.built ? "built" : "not built"],
    ["default", code(flagValueText(flag.default))],
    ["ON and OFF in an ablation", `${code(flagValueText(flag.on))} and ${code(flagValueText(flag.off))}`],
    ...(values ? [["values", values]] : []),
    ["aim", AIMS[flag.aim]],
    ...(flag.built
      ? [
          [
            "works through",
            flag.worksThrough === "request"
              ? "what it puts into a request; the swap test applies"
              : "control flow",
          ],
          ["model calls of its own", flag.ownPurposes.map((purpose) => code(purpose)).join(", ") || "none"],
        ]
      : []),
    ["needs", flag.requires.map((name) => linkTo(name)).join(", ") || "no other flag"],
    ["held fixed in an ablation", fixed.join(", ") || "nothing"],
  ];
}

function linkTo(name: string): string {
  return flagNamed(name) ? `[${words(name)}](${name}.md)` : code(name);
}

/** Groups of settings that cite one of the flag's requirements, or that its feature reads. */
function settingsOf({ harness, id, source, built }: Flag): string {
  const settings = HARNESSES.get(harness)?.settings;
  const none = "It has no settings of its own.";
  if (!settings) return none;
  const { properties = {} } = jsonSchemaOf(settings) as JsonSchema;
  const folder = `src/harnesses/${harness}/features/${id}`;
  const text = built
    ? filesBelow(`src/harnesses/${harness}/features`, /(?<!\.test)\.ts$/)
        .filter((file) => file.startsWith(`${folder}/`))
        .map((file) => readFileSync(join(ROOT, file), "utf8"))
        .join("\n")
    : "";
  const own = Object.entries(properties).filter(
    ([group, { description = "" }]) =>
      source.some((one) => description.includes(one)) || text.includes(`settings.${group}`),
  );
  return own.length === 0
    ? none
    : `Of [a scenario or an experiment](../formats/scenario.md), below \`settings\`:\n\n${schemaTables({ properties: Object.fromEntries(own) })}`;
}

function scenarioTable(scenarios: readonly LoadedScenario[]): string {
  return tableOf(
    ["scenario", "role", "purpose"],
    scenarios.map(({ scenario, file }) => [
      `[${scenario.id}](../../${relative(ROOT, file).replaceAll("\\", "/")})`,
      scenario.role,
      words(scenario.purpose),
    ]),
  );
}

function measurementsOf({ name }: Flag): readonly string[] {
  return [
    block(
      "sh",
      [
        `npx harness-lab ablate ${name}`,
        `npx harness-lab trials --flag ${name}`,
        `npx harness-lab ablate ${name} --model my-model --base-url http://127.0.0.1:8091/v1 --dry-run`,
      ].join("\n"),
    ),
    "The first line runs it on the simulated model, which shows that the mechanism works, the second lists the trials for `show`, the third plans the same on a real model. [First verdict](../tutorial/first-verdict.md) explains them.",
  ];
}
