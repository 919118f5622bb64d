/** Prints how often random conversations reach each state, outcome and range of the layers: `npm run coverage:layers`. */

import { parseArgs } from "node:util";
import { count, ratioDigits } from "../src/core/format.ts";
import { table } from "../src/report/text-table.ts";
import { countLayers, type LayerCounts, POSSIBLE } from "../src/testing/layered-fuzz/layer-counts.ts";
import { UNREACHED } from "../src/testing/layered-fuzz/unreached.ts";

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "400" }, json: { type: "boolean", default: false } },
});
const counts = await countLayers(Array.from({ length: Number(values.seeds) }, (_, index) => index));
console.log(values.json ? JSON.stringify(documentOf(counts), null, 2) : textOf(counts));

interface Row {
  readonly group: string;
  readonly value: string;
  /** Conversations in which it occurred. */
  readonly occurred: number;
  /** Why it never does, null where it does. */
  readonly why: string | null;
}

function rowsOf({ counts }: LayerCounts): readonly Row[] {
  return Object.entries(POSSIBLE).flatMap(([group, all]) =>
    all.map((value): Row => {
      const occurred = counts.get(group)?.get(value) ?? 0;
      const reason = UNREACHED.find((one) => one.group === group && one.value === value);
      const why = reason ? `${reason.kind}, ${reason.requirement}: ${reason.why}` : null;
      return { group, value, occurred, why: occurred > 0 ? null : why };
    }),
  );
}

function documentOf(all: LayerCounts): object {
  return {
    conversations: all.conversations,
    health: Object.fromEntries(all.health),
    rows: rowsOf(all),
  };
}

function textOf(all: LayerCounts): string {
  const health = [...all.health].map(([name, { min, max }]) => [name, ratioDigits(min), ratioDigits(max)]);
  const rows = rowsOf(all).map(({ group, value, occurred, why }) => [
    group,
    value,
    count(occurred),
    why ?? (occurred === 0 ? "never, and nothing says why" : ""),
  ]);
  return [
    `${count(all.conversations)} random conversations; 1 is the best health of a dimension.`,
    table(["dimension", "lowest", "highest"], health),
    table(["of", "value", "conversations", "why never"], rows),
  ].join("\n\n");
}
