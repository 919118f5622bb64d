/** Which document each command prints with `--json`, by the type that the source declares for it. */

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
];
