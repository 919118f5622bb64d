/** Designs through the command line: what is run, and what every format says about it. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { command } from "../testing/run-command.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";
const RENDER = "AUDIT_MEMORY_BUDGETED_RENDER";
const COMPACTION = "AUDIT_SEMANTIC_COMPACTION";
const HYPOTHESES = "AUDIT_SEMANTIC_HYPOTHESES";
const SCENARIOS = [
  "--scenarios",
  "scenarios/contradiction/rate-limit-units.yaml",
  "scenarios/memory/moved-office.yaml",
];

test("a design of two flags reports effects alone and with the others, importance and the alarm in every format", async () => {
  using folder = tempFolder();
  const where = ["--db", folder.file("lab.duckdb")];
  const ran = await command([
    ...[
      "ablate",
      CONTRADICTION,
      RENDER,
      ...SCENARIOS,
      "--design",
      "both",
      "--seeds",
      "1",
      ...where,
      "--json",
    ],
  ]);
  expect(ran.code).toBe(0);
  const { design, sections, totals } = JSON.parse(ran.out);
  expect(totals).toMatchObject({ trialsPlanned: 8, trialsCompleted: 8, trialsMissing: 0 });
  expect(design).toMatchObject({ kind: "both", screen: false, blocks: { planned: 2, complete: 2 } });
  // Each scenario needs its own flag and no other: half of the blocks gain, alone as with the others.
  for (const effect of design.effects)
    expect(effect).toMatchObject({
      alone: { delta: 0.5 },
      withOthers: { delta: 0.5 },
      importance: 0.5,
      interaction: { meanGap: 0, alarm: false, couldRing: false },
    });
  expect(sections.map((section: { title: string }) => section.title)).toEqual([
    `${CONTRADICTION} alone`,
    `${CONTRADICTION} with the others`,
    `${RENDER} alone`,
    `${RENDER} with the others`,
  ]);
  const files = ["md", "html"].map((format) => folder.file(`report.${format}`));
  await command(["report", "latest", ...where, "-o", ...files]);
  const [markdown, html] = files.map((file) => readFileSync(file, "utf8"));
  const terminal = (await command(["report", "latest", ...where])).out;
  for (const text of [markdown, html, terminal]) {
    expect(text).toContain("with the others");
    // A simulated model says nothing about rates, so no alarm can ring.
    expect(text?.replaceAll(/\s+/g, " ")).toMatch(/gap 0\b/);
  }
});

test("a screen has main effects and no verdict, whatever it finds", async () => {
  using folder = tempFolder();
  const ran = await command([
    ...["ablate", CONTRADICTION, RENDER, ...SCENARIOS, "--design", "plackett-burman", "--seeds", "1"],
    ...["--db", folder.file("lab.duckdb")],
  ]);
  expect(ran.code).toBe(0);
  const text = ran.out.replaceAll(/\s+/g, " ");
  expect(text).toContain("main effect +1 of 2");
  expect(text).toContain("No matched pair was run, so there is no verdict.");
  expect(text).toContain("A screen proves nothing");
  expect(text).not.toContain("demonstrated");
});

test("a plan of a design counts each configuration once; a factorial of four flags is refused", async () => {
  using folder = tempFolder();
  const plan = (flags: readonly string[], ...more: readonly string[]) =>
    command(["plan", "--flags", ...flags, "--seeds", "3", "--db", folder.file("l"), "--json", ...more]);
  const screen = JSON.parse(
    (await plan([CONTRADICTION, RENDER], ...SCENARIOS, "--design", "plackett-burman")).out,
  );
  expect(screen).toMatchObject({ design: "plackett-burman", comparisons: [], unreachable: [] });
  // Two flags have four configurations, two scenarios and three seeds.
  expect(screen.total).toMatchObject({ blocks: 6, trials: 24 });
  const four = await plan([CONTRADICTION, RENDER, COMPACTION, HYPOTHESES], "--design", "factorial");
  expect(four.code).toBe(2);
  expect(four.err).toContain("16 configurations");
});
