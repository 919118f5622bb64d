/** The document that each command prints with `--json`, by the type that the source declares for it. */

export interface JsonDocument {
  /** Name of its page and of its example. */
  readonly name: string;
  readonly title: string;
  readonly type: string;
  /** The command prints a list of these. */
  readonly list?: true;
  /** Commands that print it. */
  readonly commands: readonly string[];
  readonly about: string;
}

export const JSON_DOCUMENTS: readonly JsonDocument[] = [
  {
    name: "report",
    title: "Report",
    type: "ReportDocument",
    commands: ["ablate", "run", "demo", "report", "compare"],
    about:
      "Everything that a report says, also written by `-o file.json`. The other formats are projections of it. `origin` tells an experiment of the store from rows that somebody else recorded.",
  },
  {
    name: "gate",
    title: "Gate",
    type: "GateDocument",
    commands: ["gate"],
    about: "What was compared, what it found, and what was not run, also written by `-o file.json`.",
  },
  {
    name: "no-result",
    title: "No result",
    type: "NoResult",
    commands: ["any command that ends without a result"],
    about:
      "Stands in the place of a result that does not exist: wrong use, an evaluation that broke, Ctrl-C, a fault of harness-lab, a dry run. Every `-o` file of `gate` says it too.",
  },
  {
    name: "plan",
    title: "Plan",
    type: "PrintedPlan",
    commands: ["plan"],
    about:
      "What an experiment can show and what it costs, before anything is spent. `--dry-run` of `ablate`, `run` and `calibrate` prints the same without `frozen`.",
  },
  {
    name: "calibration",
    title: "Calibration",
    type: "CalibrationDocument",
    commands: ["calibrate"],
    about: "A control against itself: how large the noise is on these scenarios with this model.",
  },
  {
    name: "flags",
    title: "Flags",
    type: "Flag",
    list: true,
    commands: ["flags"],
    about: "The catalogue; its pages are [here](../flags/index.md).",
  },
  {
    name: "scenarios",
    title: "Scenarios",
    type: "ListedScenario",
    list: true,
    commands: ["scenarios"],
    about: "The scenarios as they were read, defaults filled in.",
  },
  {
    name: "lint",
    title: "Lint",
    type: "LintDocument",
    commands: ["scenarios lint"],
    about: "What is wrong with scenarios, and what wants a look.",
  },
  {
    name: "experiments",
    title: "Experiments",
    type: "ExperimentRow",
    list: true,
    commands: ["experiments"],
    about: "Stored experiments, newest first.",
  },
  {
    name: "trials",
    title: "Trials",
    type: "TrialRow",
    list: true,
    commands: ["trials"],
    about: "Stored trials, newest first.",
  },
  {
    name: "transcript",
    title: "Transcript",
    type: "ShownTrial",
    commands: ["show"],
    about:
      "A trial whole: what happened, each call of the model with request and reply, the checks. Its events are listed in [events](events.md).",
  },
  {
    name: "replay",
    title: "Replay",
    type: "ReplayDocument",
    commands: ["replay"],
    about: "Whether a trial, run again from its recorded replies, is identical, or where it first differs.",
  },
  {
    name: "diff",
    title: "Difference of two trials",
    type: "DiffDocument",
    commands: ["diff"],
    about: "Where two trials part.",
  },
  {
    name: "rerun",
    title: "Rerun",
    type: "RerunDocument",
    commands: ["rerun"],
    about: "How often a trial fails when it is run again with fresh draws.",
  },
  {
    name: "rerun-plan",
    title: "Plan of a rerun",
    type: "RerunPlan",
    commands: ["rerun --dry-run"],
    about: "What running a trial again would take.",
  },
  {
    name: "rerun-failed",
    title: "Rerun of all failing trials",
    type: "RerunFailedDocument",
    commands: ["rerun --failed"],
    about: "One row for each failing trial of an experiment.",
  },
  {
    name: "rerun-failed-plan",
    title: "Plan of a rerun of all failing trials",
    type: "RerunFailedPlan",
    commands: ["rerun --failed --dry-run"],
    about: "What running them again would take.",
  },
  {
    name: "regrade",
    title: "Regrading",
    type: "RegradeDocument",
    commands: ["regrade"],
    about: "What today's checks say of stored trials, beside what was said when they were stored.",
  },
  {
    name: "judge-check",
    title: "Check of a judge",
    type: "JudgeCheckDocument",
    commands: ["judge-check"],
    about: "How far a judge agrees with people's labels, and whether it may decide.",
  },
  {
    name: "baselines",
    title: "Baselines",
    type: "BaselineFacts",
    list: true,
    commands: ["baseline list"],
    about: "Every named baseline with what it rests on.",
  },
  {
    name: "baseline",
    title: "Saved baseline",
    type: "SavedBaseline",
    commands: ["baseline save", "baseline load"],
    about: "A baseline that was saved, or read from a file.",
  },
  {
    name: "merge",
    title: "Merged shards",
    type: "MergeDocument",
    commands: ["merge"],
    about: "Shards of one experiment, put together.",
  },
  {
    name: "export",
    title: "Export",
    type: "ExportDocument",
    commands: ["export"],
    about: "The files of an artifact, and the command that judges them again.",
  },
  {
    name: "doctor",
    title: "Doctor",
    type: "DoctorReport",
    commands: ["doctor"],
    about: "What an endpoint can do, and the options that it needs.",
  },
];
