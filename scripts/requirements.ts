/** Prints every requirement with the tests that cite it, or why none can: `npm run requirements`. */

import { parseArgs } from "node:util";
import { count } from "../src/core/format.ts";
import { table } from "../src/report/text-table.ts";
import { testsByRequirement } from "./docs/requirement-tests.ts";
import { requirements } from "./docs/requirement-texts.ts";
import { UNTESTED } from "./docs/untested.ts";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const tests = testsByRequirement();
const rows = [...requirements].map(([id, text]) => ({
  id,
  text,
  tests: (tests.get(id) ?? []).map(({ file, line }) => `${file}:${line}`),
  reason: UNTESTED[id] ?? null,
}));
const cited = rows.filter((row) => row.tests.length > 0).length;

if (values.json) console.log(JSON.stringify(rows, null, 2));
else {
  console.log(`${count(cited)} of ${count(rows.length)} requirements are cited by a test.\n`);
  console.log(
    table(
      ["id", "tests", "first test, or why there is none"],
      rows.map((row) => [
        row.id,
        count(row.tests.length),
        row.tests[0] ?? row.reason ?? "not built, or built and not cited",
      ]),
    ),
  );
}
