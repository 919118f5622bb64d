/** The pages of the files that people write: scenarios and experiments, each from its schema. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HARNESSES } from "../../src/lab/environment/harness-registry.ts";
import { PolicyFile } from "../../src/lab/gate/policy-file.ts";
import { ExperimentFile } from "../../src/plan/experiment-file.ts";
import { jsonSchemaOf, scenarioJsonSchema } from "../../src/scenario/json-schema.ts";
import { ROOT } from "./citations.ts";
import { block, type Page, pageOf } from "./page.ts";
import { schemaTables } from "./schema-tables.ts";
import type { JsonSchema } from "./type-schema.ts";

/** Makes them. */
export function formatPages(): readonly Page[] {
  return [scenarioPage(), experimentPage(), policyPage()];
}

function scenarioPage(): Page {
  const file = "examples/own-scenarios/payments/iban-after-outage.yaml";
  return pageOf(
    "docs/formats/scenario.md",
    "Scenario file",
    "One YAML file is one conversation with its world, its checks, the examples that the checks are held to, and the behaviour of the simulated model in it. [`scenario.schema.json`](../../scenarios/scenario.schema.json) gives an editor completion and these words; [the tutorial](../tutorial/first-scenario.md) writes a file step by step, and [`scenarios/README.md`](../../scenarios/README.md) has the rules for a good one.",
    `An example that the suite runs, [\`${file}\`](../../${file}):`,
    exampleOf(file),
    "## Fields",
    "A phrase is a literal text: case, white space, emphasis and digit grouping are ignored, and it stands on word boundaries. `/.../i` is a pattern, without look-ahead and look-behind. A list of phrases in the place of one means any of them. A count is a number, or `min` and `max`, both inclusive.",
    schemaTables(scenarioJsonSchema(HARNESSES) as JsonSchema),
  );
}

function experimentPage(): Page {
  const file = "examples/experiment-file/experiment.yaml";
  return pageOf(
    "docs/formats/experiment.md",
    "Experiment file",
    "A baseline, variants that are held against it, and what they are declared to vary in. A difference that `vary` does not declare is an error, and so are two arms with equal effective settings. `harness-lab plan <file>` shows what it can decide and what it costs, `harness-lab run <file>` runs it. [`experiment.schema.json`](../../scenarios/experiment.schema.json) gives an editor completion; a file names it in a first comment or in `$schema`.",
    `An example that the suite runs, [\`${file}\`](../../${file}):`,
    exampleOf(file),
    "## Fields",
    schemaTables(jsonSchemaOf(ExperimentFile) as JsonSchema),
  );
}

function policyPage(): Page {
  const file = "examples/gate-in-ci/gate.yaml";
  return pageOf(
    "docs/formats/gate-policy.md",
    "Gate policy",
    "`gate.yaml` in the working folder, or the file that `harness-lab gate --policy` names: what a project holds every candidate to, versioned beside its scenarios and fixed before the run. Without a file the defaults hold. [First gate](../tutorial/first-gate.md) explains margin and outcomes.",
    `An example that the suite reads, [\`${file}\`](../../${file}):`,
    exampleOf(file),
    "## Fields",
    schemaTables(jsonSchemaOf(PolicyFile) as JsonSchema),
  );
}

function exampleOf(file: string): string {
  return block("yaml", readFileSync(join(ROOT, file), "utf8"));
}
