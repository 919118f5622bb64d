/** Files for a paper: a forest that stands alone, the methods as they were, and a plan for deposit. */

import { expect, test } from "vitest";
import type { FrozenPlan } from "../core/frozen-plan.ts";
import type { ExperimentReport } from "../core/report-document.ts";
import { hostileReport, sampleReport } from "../testing/report-builder.ts";
import { renderFlagsByModels } from "./flags-by-models.ts";
import { renderForestPdf, renderForestSvg } from "./forest.ts";
import { methodsOf, renderMethods } from "./methods.ts";
import { renderPreregistration } from "./preregistration.ts";

test("the forest needs no style sheet, names what it rests on and is the same every time", async () => {
  const svg = await renderForestSvg(sampleReport());
  expect(svg).not.toContain("var(");
  expect(svg).toMatch(/<desc>harness-lab forest, experiment .*, real model .*<\/desc>/);
  for (const { flag } of sampleReport().sections) expect(svg).toContain(flag ?? "");
  expect(await renderForestSvg(sampleReport())).toBe(svg);
});

test("the PDF is one page with the figure, the same bytes every time", async () => {
  const pdf = Buffer.from(await renderForestPdf(sampleReport()));
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.toString("latin1")).toContain("/Count 1");
  expect(Buffer.from(await renderForestPdf(sampleReport())).equals(pdf)).toBe(true);
});

test("a hostile name breaks neither figure nor methods", async () => {
  const svg = await renderForestSvg(hostileReport());
  expect(svg).not.toMatch(/<script/i);
  expect((await renderForestPdf(hostileReport())).length).toBeGreaterThan(500);
  const body = renderMethods(hostileReport()).replaceAll(/^%.*$/gm, "");
  expect(body).not.toMatch(/\\(?:input|write|immediate)/);
});

test("the methods say design, test, adjustment and every denominator of every comparison", () => {
  const report = sampleReport();
  const methods = new Map(methodsOf(report));
  expect([...methods.keys()]).toEqual(["Design", "Test", "Adjustment", "Denominators"]);
  expect(methods.get("Test")?.join(" ")).toContain("exact two-sided McNemar test");
  expect(methods.get("Adjustment")?.join(" ")).toContain(`family of ${report.sections.length} comparisons`);
  expect(methods.get("Denominators")).toHaveLength(report.sections.length);
  for (const [index, { comparison }] of report.sections.entries()) {
    const { denominators, counts } = comparison;
    expect(methods.get("Denominators")?.[index]).toContain(
      `${denominators.pairs} valid (${counts.b} better, ${counts.c} worse`,
    );
  }
});

test("of a simulated run the methods claim no test and no benefit", () => {
  const report = sampleReport({ basis: "simulated" });
  const untested = report.sections.map((section) => ({
    ...section,
    comparison: { ...section.comparison, effect: { ...section.comparison.effect, exactP: null } },
  }));
  const text = renderMethods({ ...report, sections: untested });
  expect(text).toContain("No test was made");
  expect(text).toContain("about mechanisms and not about benefit");
  expect(text).not.toContain("McNemar");
});

function frozenPlan(comparisons: FrozenPlan["content"]["comparisons"]): FrozenPlan {
  const { arms, seeds, settings, model, id, name } = sampleReport().experiment;
  return {
    digest: "a".repeat(64),
    frozenAt: "2026-03-04T08:00:00.000Z",
    content: {
      ...{ name, experiment: id, arms, comparisons, seeds, settings, design: null, independent: false },
      rule: { design: "sequential", deltaMin: 0.2, until: "demonstrated" },
      alpha: 0.05,
      model: { model: model.model, toolProtocol: model.toolProtocol, temperature: 0, sendSeed: true },
      harnessDigest: "0123456789ab",
      scenarioDigests: { "a/one": "d1" },
      expected: comparisons.map(({ id: comparison }) => ({
        comparison,
        pairs: 40,
        power: 0.8,
        minimumDetectable: 0.21,
      })),
    },
  };
}

test("the plan for deposit holds everything that a report is held to", () => {
  const spec = { id: "flag", flag: null, control: "off", treatment: "on", stress: ["a/one"], controls: [] };
  const plan = frozenPlan([spec]);
  const text = renderPreregistration(plan);
  for (const part of ["a".repeat(64), "0123456789ab", "a/one: d1", "40 pairs, power 80", "20 points"])
    expect(text.replaceAll("\\", "")).toContain(part);
  const data = /```json\n([\s\S]*?)\n```/.exec(text)?.[1] ?? "";
  expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(plan.content)));
});

test("the readable part of the plan marks primary and exploratory comparisons (issue 9, item 8)", () => {
  const spec = { flag: null, control: "off", treatment: "on", stress: [], controls: [] };
  const plan = frozenPlan([
    { ...spec, id: "main" },
    { ...spec, id: "side", exploratory: true },
  ]);
  const [readable = ""] = renderPreregistration(plan).split("## Plan as data");
  expect(readable).toContain("- main (primary): ");
  expect(readable).toContain("- side (exploratory): ");
  const [alone = ""] = renderPreregistration(frozenPlan([{ ...spec, id: "main" }])).split("## Plan as data");
  expect(alone).not.toMatch(/primary|exploratory/i);
});

/** The sample's comparisons as one variant on several models. */
function overModels(report: ExperimentReport): ExperimentReport {
  const [section] = report.sections;
  if (!section) throw new Error("the sample has no section");
  const models = ["gpt_a", "gpt_b"];
  const sections = models.flatMap((model) =>
    (model === "gpt_a" ? ["on", "also"] : ["on"]).map((variant) => ({
      ...section,
      title: `${variant} on ${model}`,
      comparison: { ...section.comparison, plan: { ...section.comparison.plan, id: `${variant}:${model}` } },
    })),
  );
  const comparisons = sections.map(({ comparison: { plan } }) => {
    const [variant = "", model = ""] = plan.id.split(":");
    return {
      id: plan.id,
      flag: null,
      control: "off",
      treatment: "on",
      stress: [],
      controls: [],
      onModel: { variant, model },
    };
  });
  return { ...report, sections, experiment: { ...report.experiment, comparisons } };
}

test("flags by models has a row a variant and a column a model, and says where none was run", () => {
  const report = overModels(sampleReport());
  const table = renderFlagsByModels(report);
  expect(table).toContain("Flag & gpt\\_a & gpt\\_b \\\\");
  const [first] = report.sections;
  const { counts } = first?.comparison ?? {};
  expect(table).toContain(`${counts?.b}/${counts?.c} of ${counts?.n}`);
  const lines = table.split("\n");
  const also = lines.find((line) => line.startsWith("\\texttt{also}"));
  expect(also).toMatch(/ & -- \\\\$/);
  for (const line of lines.filter((one) => one.endsWith("\\\\"))) expect(line.split(" & ")).toHaveLength(3);
});

test("flags by models is a float with a caption, and names the flag of a row (issue 9, item 8)", () => {
  const report = overModels(sampleReport());
  const flagged = (flagOf: (variant: string | undefined) => string | null) =>
    renderFlagsByModels({
      ...report,
      experiment: {
        ...report.experiment,
        comparisons: report.experiment.comparisons.map((spec) => ({
          ...spec,
          flag: flagOf(spec.onModel?.variant),
        })),
      },
    });
  const table = flagged((variant) => (variant === "on" ? "AUDIT_STEERING" : "AUDIT_RECALL_TOOL"));
  expect(table).toMatch(
    /\\begin\{table\}[\s\S]*\\caption\{Flags by models\.[\s\S]*\\label\{[\s\S]*\\end\{table\}/,
  );
  expect(table).toContain("\\texttt{AUDIT\\_STEERING} & ");
  expect(table).toContain("\\texttt{AUDIT\\_RECALL\\_TOOL} & ");
  const twice = flagged(() => "AUDIT_STEERING");
  expect(twice).toContain("\\texttt{AUDIT\\_STEERING (on)} & ");
  expect(twice).toContain("\\texttt{AUDIT\\_STEERING (also)} & ");
});

test("flags by models prints no difference of a simulated run, and runs nothing that a name holds", () => {
  const report = sampleReport({ basis: "simulated" });
  const sections = report.sections.map((section) => ({
    ...section,
    comparison: { ...section.comparison, effect: { ...section.comparison.effect, exactP: null } },
  }));
  const table = renderFlagsByModels({ ...report, sections });
  expect(table).not.toMatch(/CI|points|\$p\$/);
  expect(table).toContain("simulated model");
  const body = renderFlagsByModels(hostileReport()).replaceAll(/^%.*$/gm, "");
  expect(body).not.toMatch(/\\(?:input|write|immediate)/);
});
