/** Output of commands fits the reader's window down to 40 columns; output to a program is not wrapped. */

import { expect, test } from "vitest";
import { command } from "../testing/run-command.ts";
import { FREEZE_TALK } from "../testing/talks.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { columnsOf } from "./terminal.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";

test.each([
  [{ columns: 120 }, {}, 120],
  [{ columns: 120 }, { COLUMNS: "60" }, 60],
  [{ columns: 20 }, {}, 40],
  [{ columns: 120 }, { COLUMNS: "1" }, 40],
  [{}, { COLUMNS: "72" }, 72],
  [{}, {}, undefined],
  [{ columns: 0 }, { COLUMNS: "" }, undefined],
  [{ columns: 90 }, { COLUMNS: "wide" }, 90],
  [{ columns: 90 }, { COLUMNS: "-5" }, 90],
  [{ columns: 90 }, { COLUMNS: "0" }, 90],
])("a terminal of %j in an environment of %j has %s columns", (stdout, environment, columns) => {
  expect(columnsOf(stdout, environment)).toBe(columns);
});

test("reports-1, annoyance 5: lists, plans and help fit 40 and 60 columns", async () => {
  using folder = tempFolder();
  const db = ["--db", folder.file("lab.duckdb")];
  await command(["ablate", FLAG, "--scenarios", FREEZE_TALK, "--seeds", "1", ...db]);
  await command(["baseline", "save", "main", ...db]);
  const commands = [
    ["trials", ...db],
    ["experiments", ...db],
    ["baseline", "list", ...db],
    ["regrade", ...db],
    ["rerun", "latest", "--dry-run", ...db],
    ["flags"],
    ["scenarios"],
    ["gate", "--help"],
    ["--help"],
  ];
  for (const columns of [40, 60])
    for (const args of commands) {
      const { out } = await command(args, columns);
      const long = out.split("\n").filter((line) => line.length > Math.max(columns, 42));
      expect(long, `${args.join(" ")} at ${columns}`).toEqual([]);
    }
  const { out } = await command(["trials", ...db]);
  expect(out.trimEnd().split("\n").length).toBeGreaterThanOrEqual(2 + 2);
});

test("--version prints the version of the package and nothing else", async () => {
  for (const option of ["--version", "-V"])
    expect(await command([option])).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/),
    });
});
