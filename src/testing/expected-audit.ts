/** The shape of `expected.json` beside the published audits, as an independent script wrote it. */

/** Results of that script from the rows of one audit. */
export interface ExpectedAudit {
  readonly control: string;
  readonly candidate: string;
  readonly units: number;
  readonly pairs: number;
  readonly missing: { readonly control: number; readonly candidate: number; readonly both: number };
  readonly better: number;
  readonly worse: number;
  readonly bothPass: number;
  readonly bothFail: number;
  readonly exactTwoSided: number;
  readonly fayLumbard95: readonly [number, number];
  readonly scenarios: number;
  readonly scenarioMeanDelta: number;
  readonly scenariosThatDiffer: number;
  readonly signFlip: number;
  readonly scenarioT: {
    readonly S: number;
    readonly mean: number;
    readonly se: number;
    readonly lo: number;
    readonly hi: number;
    readonly p: number | null;
  };
  readonly costPairs: number;
  readonly costRatioOfTotals: { readonly ratio: number; readonly lo: number; readonly hi: number };
  readonly costRatioBySeed: Readonly<Record<string, number>>;
  readonly costRatioWithoutSeed: Readonly<Record<string, number>>;
  readonly leaveOneScenarioOutWorst: {
    readonly scenario: string;
    readonly better: number;
    readonly worse: number;
    readonly exact: number;
  };
}
