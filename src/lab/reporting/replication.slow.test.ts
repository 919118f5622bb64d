/** A gain is verified by a second store with the same experiment on other seeds, and by nothing else. */

import { expect, test } from "vitest";
import type { Experiment } from "../../core/experiment.ts";
import type { ExperimentReport } from "../../core/report-document.ts";
import { withStore } from "../../record/store.ts";
import { command } from "../../testing/run-command.ts";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { trial } from "../../testing/trial-builder.ts";

const parts = experimentOf();
const provenance = { ...parts.provenance, simulated: false };
const spec = {
  id: "old-new",
  flag: null,
  control: "off",
  treatment: "on",
  stress: ["stress/one"],
  controls: [],
};

function real(changes: Partial<Experiment> = {}): Experiment {
  return {
    ...parts.experiment,
    model: { ...parts.experiment.model, model: "some-model" },
    comparisons: [spec],
    ...changes,
  };
}

/** Stores pairs of which the first `wins` are won by the treatment and the others passed by both. */
async function stored(db: string, of: Experiment, wins: number): Promise<void> {
  await withStore(db, "write", async (store) => {
    await store.saveExperiment(of, provenance, parts.scenarios);
    for (const [place, seed] of of.seeds.entries()) {
      const key = { experiment: of.id, scenario: "stress/one", seed };
      await store.saveBlock(
        [spec.control, of.comparisons[0]?.treatment ?? ""].map((arm, position) =>
          trial("stress/one")
            .as({ ...key, arm })
            .ranAs(place % 2 === 0 ? position : 1 - position)
            .user("x")
            .model("propose", { says: `${seed} ${arm}` })
            .score(position === 1 || place >= wins ? "pass" : "fail")
            .graded(),
        ),
      );
    }
  });
}

const seeds = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => String(from + place));
const calibration: Experiment = real({
  id: "calibration",
  independent: true,
  arms: [
    ...parts.experiment.arms,
    { ...(parts.experiment.arms[0] as Experiment["arms"][number]), name: "placebo" },
  ],
  comparisons: [{ ...spec, kind: "calibration", treatment: "placebo" }],
  seeds: seeds(1, 3),
});

test("report --replication verifies what a second store shows again, and says why it does not", async () => {
  using folder = tempFolder();
  const [one, two, few, other] = ["one", "two", "few", "other"].map((name) => folder.file(name));
  if (!one || !two || !few || !other) throw new Error("four stores");
  await stored(one, real({ seeds: seeds(1, 8) }), 7);
  await stored(two, real({ seeds: seeds(101, 6) }), 5);
  await stored(few, real({ seeds: seeds(201, 6) }), 3);
  await stored(other, real({ id: "another", seeds: seeds(301, 6) }), 6);
  const report = async (replication: string) => {
    const ran = await command([
      "report",
      "experiment-1",
      "--db",
      one,
      "--replication",
      replication,
      "--json",
    ]);
    return { ...ran, document: (ran.code === 0 ? JSON.parse(ran.out) : null) as ExperimentReport | null };
  };

  const alone = await command(["report", "experiment-1", "--db", one, "--json"]);
  expect(JSON.parse(alone.out).notes.join()).toContain("report --replication");
  expect((await report(two)).document?.notes.join()).toContain("not verified: no calibration");
  await stored(one, calibration, 0);
  const { document } = await report(two);
  expect(document?.sections[0]?.comparison.verdict).toMatchObject({
    label: "verified",
    basis: "statistical",
  });
  expect(document?.notes.join()).not.toContain("report --replication");
  expect(document?.notes.at(-1)).toContain(
    "5 better, 0 worse of 6 pairs, one-sided exact p = 0.031; verified.",
  );
  const open = (await report(few)).document;
  expect(open?.sections[0]?.comparison.verdict.label).toBe("demonstrated");
  expect(open?.notes.at(-1)).toContain("not verified: the second run alone has a one-sided exact p of 0.13");

  expect(await report(other)).toMatchObject({
    code: 2,
    err: expect.stringContaining("no run of experiment"),
  });
  expect(await report(one)).toMatchObject({
    code: 2,
    err: expect.stringContaining("both stores hold seeds 1"),
  });
});
