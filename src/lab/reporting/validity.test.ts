/** A column that speaks of validity is used where it is clear, else the user is asked (statistics-1 row 1). */

import { expect, test } from "vitest";
import { columnSense } from "../../rows/validity-words.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { compareRows } from "./compare.ts";
import { OutcomeReader, type OutcomesRequest, type ReadOutcomes } from "./read-outcomes.ts";

/** Reads lines of a file that is not there: header first, fields without quotes. */
function read(lines: readonly string[], request: Partial<OutcomesRequest> = {}): ReadOutcomes {
  const [header = [], ...rows] = lines.map((line) => line.split(","));
  const reader = new OutcomeReader(header, { file: "rows.csv", ...request });
  for (const [i, fields] of rows.entries()) reader.take({ line: i + 2, fields });
  return reader.end();
}

/** Reads rows of the given cells in one column, beside results that are set by place: fail, pass, fail, ... */
function withColumn(column: string, cells: readonly string[], request: Partial<OutcomesRequest> = {}) {
  const rows = cells.map((cell, i) => `${i % 2 === 0 ? "off" : "on"},t${i >> 1},${i % 2 === 1},${cell}`);
  return read([`arm,task,success,${column}`, ...rows], request);
}

function outcomesWith(column: string, cells: readonly string[], request: Partial<OutcomesRequest> = {}) {
  return withColumn(column, cells, request).rows.map(({ outcome }) => outcome.outcome);
}

const SPELLINGS = (...words: readonly string[]) => [
  words.join("_"),
  words.join("_").toUpperCase(),
  words.join(" "),
  words.join("-"),
  words.join(""),
  words.map((word, i) => (i === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join(""),
  words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(""),
];

test.each([
  ...SPELLINGS("ran"),
  ...SPELLINGS("valid"),
  ...SPELLINGS("is", "valid"),
  ...SPELLINGS("run", "valid"),
  ...SPELLINGS("valid", "run"),
  ...SPELLINGS("not", "skipped"),
  ...SPELLINGS("included"),
  ...SPELLINGS("was", "evaluated"),
  ...SPELLINGS("task", "graded"),
])("%s: false is no outcome, however true and false are written", (column) => {
  for (const [yes, no] of ["true/false", "1/0", "yes/no", "TRUE/FALSE", "T/F", "1.0/0.0"].map((pair) =>
    pair.split("/"),
  ))
    expect(outcomesWith(column, [yes ?? "", yes ?? "", no ?? "", no ?? ""])).toEqual([
      "fail",
      "pass",
      "missing",
      "missing",
    ]);
  // What is unknown is not known to be an outcome.
  expect(outcomesWith(column, ["true", "true", "", "true"])).toEqual(["fail", "pass", "missing", "pass"]);
});

test.each([
  ...SPELLINGS("invalid").map((name) => [name, "missing"] as const),
  ...SPELLINGS("invalid", "run").map((name) => [name, "missing"] as const),
  ...SPELLINGS("is", "excluded").map((name) => [name, "missing"] as const),
  ...SPELLINGS("skipped").map((name) => [name, "missing"] as const),
  ...SPELLINGS("run", "cancelled").map((name) => [name, "missing"] as const),
  ...SPELLINGS("error").map((name) => [name, "error"] as const),
  ...SPELLINGS("has", "error").map((name) => [name, "error"] as const),
  ...SPELLINGS("infra", "error").map((name) => [name, "error"] as const),
  ...SPELLINGS("crashed").map((name) => [name, "error"] as const),
])("%s: true is no outcome but %s, and where only faults are marked the rest is none", (column, lost) => {
  expect(outcomesWith(column, ["false", "true", "0", "yes"])).toEqual(["fail", lost, "fail", lost]);
  expect(outcomesWith(column, ["", "true", "", ""])).toEqual(["fail", lost, "fail", "pass"]);
  expect(outcomesWith(column, ["", "false", "", "true"])).toEqual(["missing", "pass", "missing", lost]);
});

test.each([
  [
    ["ok", "ok", "error", "ERROR"],
    ["fail", "pass", "error", "error"],
  ],
  [
    ["completed", "Completed", "infra_error", "api-error"],
    ["fail", "pass", "error", "error"],
  ],
  [
    ["done", "success", "skipped", "not run"],
    ["fail", "pass", "missing", "missing"],
  ],
  [
    ["finished", "ran", "crashed", "cancelled"],
    ["fail", "pass", "error", "missing"],
  ],
  [
    ["valid", "valid", "invalid", ""],
    ["fail", "pass", "missing", "missing"],
  ],
  // The result told again.
  [
    ["failed", "passed", "failed", "error"],
    ["fail", "pass", "fail", "error"],
  ],
])("a status of %j", (cells, expected) => {
  for (const column of ["status", "Run Status", "trialStatus", "state"])
    expect(outcomesWith(column, cells)).toEqual(expected);
});

test.each([
  ["status", ["ok", "ok", "needs_approval"], /status "needs_approval".*line 4, column status/],
  // A run that failed, or an agent that did?
  ["status", ["completed", "completed", "failed"], /status "failed".*line 4.*--valid status=<value>/],
  ["status", ["ok", "timeout"], /status "timeout".*line 3/],
  ["valid", ["true", "0.5"], /valid "0.5".*line 3, column valid/],
  ["ran", ["yes", "maybe"], /ran "maybe".*line 3/],
  ["completed", ["true", "true", "false"], /completed "false".*line 4/],
  ["failed", ["true", "false"], /failed "true".*line 2/],
  ["timed_out", ["0", "1"], /timed_out "1".*line 3/],
  ["error", ["", "KeyError: name"], /error "KeyError: name".*line 3/],
  ["error_message", ["Connection reset", ""], /error_message "Connection reset".*line 2/],
  ["errors", ["0", "2"], /errors "2".*line 3/],
  ["n_errors", ["0", "1"], /n_errors "1".*line 3/],
  ["status_code", ["200", "500"], /status_code "200".*line 2/],
])("%s with %j is refused until the user says what it means", (column, cells, message) => {
  expect(() => outcomesWith(column, cells)).toThrow(message);
  const any = withColumn(column, cells, { valid: `${column}=any` });
  expect(any.rows.every(({ excluded }) => excluded === null)).toBe(true);
  const first = cells[0] ?? "";
  const said = withColumn(column, cells, { valid: `${column}=${first}` });
  expect(said.rows.map(({ excluded }) => excluded === null)).toEqual(cells.map((cell) => cell === first));
});

test("an unclear word on a row without a result changes nothing, and is not asked about", () => {
  const { rows } = read(["arm,task,success,status", "off,a,true,ok", "on,a,,timeout"]);
  expect(rows.map(({ outcome }) => outcome.outcome)).toEqual(["pass", "unscored"]);
});

test("several values of one column are alternatives, and all columns named have to hold", () => {
  const cells = ["ok", "done", "odd", "ok"];
  expect(outcomesWith("status", cells, { valid: "status=ok,status=done,success=true" })).toEqual([
    "missing",
    "pass",
    "missing",
    "pass",
  ]);
});

test.each([
  ...["recovered", "tool_errors", "error_rate", "valid_json", "exit_code", "run_id", "brand", "retry"],
  ...["failure_reason", "status_message", "finish_reason", "final_state", "validation_loss", "skipper"],
  ...[
    "completion_tokens",
    "completed_at",
    "transcript",
    "ranking",
    "operand",
    "fail_count",
    "unauthorized_effect",
  ],
])("%s speaks of no validity", (column) => {
  expect(columnSense(column)).toBeNull();
});

test("a timeout in seconds is a setting and decides nothing", () => {
  const { used, ignored } = withColumn("timeout", ["300", "300"]);
  expect({ used, ignored }).toEqual({ used: [], ignored: ["timeout"] });
});

test("conditions of the user leave unclear columns out, and clear ones in", () => {
  const lines = [
    "arm,task,success,status,ran",
    ...["off,a,1,ok,true", "on,a,0,odd,true", "off,b,1,ok,false", "on,b,1,ok,true", "off,c,1,ok,true"],
  ];
  expect(() => read(lines)).toThrow(/status "odd"/);
  const { rows, used, unclear } = read(lines, { valid: "success=any" });
  expect({ used, unclear }).toEqual({ used: ["ran"], unclear: ["status"] });
  expect(rows.map(({ outcome }) => outcome.outcome)).toEqual(["pass", "fail", "missing", "pass", "pass"]);
});

test("the file of broken runs that was demonstrated is lost, and every column is accounted for", async () => {
  using folder = tempFolder();
  // ON passes where it ran; OFF never ran at all.
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((task) => [
    `off,t${task},false,false,h1`,
    `on,t${task},true,true,h1`,
  ]);
  folder.write("rows.csv", ["arm,task,success,ran,host", ...rows].join("\n"));
  const {
    sections,
    notes,
    rows: facts,
  } = await compareRows({ file: folder.file("rows.csv"), control: "off" });
  expect(sections[0]?.comparison).toMatchObject({ counts: { n: 0 }, verdict: { label: "invalid" } });
  expect(notes.join("\n")).toContain("No outcome (8): line 2 (off, t1, seed 1: ran is false)");
  expect(notes.join("\n")).toContain("Columns that are not used (1): host.");
  expect(notes.join("\n")).toContain("Which rows are outcomes is also read from ran");
  expect(facts.valid).toBe("nothing against it in ran");
});
