/** Reads seeds: a count, or a file that lists them. */

import { readFile } from "node:fs/promises";
import { z } from "zod";
import { LabError } from "../core/errors.ts";

const Seed = z.union([z.string().min(1), z.number().int()]).transform(String);
const SeedFile = z.union([
  z.array(Seed),
  z.strictObject({ name: z.string().optional(), seeds: z.array(Seed) }),
]);

/** The seeds "1" to "n" for a count n, or those of a JSON file; none, doubled or unreadable ones are a LabError. */
export async function readSeeds(spec: string): Promise<readonly string[]> {
  const text = spec.trim();
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return countedSeeds(text);
  const seeds = await seedsOfFile(text);
  if (seeds.length === 0) throw badSeeds("the seed file lists no seed", text, "list at least one seed");
  const twice = seeds.filter((seed, index) => seeds.indexOf(seed) !== index);
  if (twice.length > 0)
    throw badSeeds(
      `the seed file lists ${[...new Set(twice)].join(", ")} more than once`,
      text,
      "list every seed once: a seed run twice is one observation",
    );
  return seeds;
}

function countedSeeds(text: string): readonly string[] {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw badSeeds(`the number of seeds is ${text}`, "--seeds", "use a whole number of at least 1");
  if (count > 1_000_000) throw badSeeds(`the number of seeds is ${text}`, "--seeds", "use at most 1000000");
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

async function seedsOfFile(file: string): Promise<readonly string[]> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw badSeeds(
      "there is no such seed file",
      file,
      "give a number of seeds or a JSON file with seeds",
      cause,
    );
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badSeeds(
      `the seed file is not valid JSON: ${cause instanceof Error ? cause.message : cause}`,
      file,
      'write {"name": "...", "seeds": ["1", "2"]}',
      cause,
    );
  }
  const parsed = SeedFile.safeParse(value);
  if (!parsed.success)
    throw badSeeds(
      "the seed file is not a list of seeds",
      file,
      'write {"name": "...", "seeds": ["1", "2"]}',
    );
  return Array.isArray(parsed.data) ? parsed.data : parsed.data.seeds;
}

function badSeeds(what: string, where: string, remedy: string, cause?: unknown): LabError {
  return new LabError({ code: "bad-seeds", what, where, remedy, cause });
}
