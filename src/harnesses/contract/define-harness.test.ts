/** A harness writes its settings once: defaults, overrides and their checks follow from one schema. */

import { expect, test } from "vitest";
import { z } from "zod";
import type { SettingsOverride } from "../../core/settings.ts";
import { layeredHarness } from "../layered/layered-harness.ts";
import { Settings } from "../layered/settings.ts";
import { defineHarness } from "./define-harness.ts";
import type { HarnessPorts } from "./harness.ts";

const schema = z.strictObject({
  loop: z
    .strictObject({ most: z.number().int().positive().default(3), mode: z.enum(["a", "b"]).default("a") })
    .prefault({}),
  spend: z.strictObject({ limit: z.number().nullable().default(null) }).prefault({}),
});

/** The settings that `open` gets with these overrides. */
async function opened(settings: SettingsOverride): Promise<unknown> {
  let got: unknown;
  const harness = defineHarness({
    id: "external",
    settings: schema,
    async open(ports) {
      got = ports.settings;
      return {} as never;
    },
  });
  await harness.open({ settings } as HarnessPorts<SettingsOverride>);
  return got;
}

test("open gets every default, with the overrides over them", async () => {
  expect(await opened({})).toEqual({ loop: { most: 3, mode: "a" }, spend: { limit: null } });
  expect(await opened({ loop: { most: 5 } })).toEqual({
    loop: { most: 5, mode: "a" },
    spend: { limit: null },
  });
});

test("open rejects what the schema does not know", async () => {
  await expect(opened({ context: { window: 1 } })).rejects.toThrow("context");
});

test.each<[unknown, boolean]>([
  [{}, true],
  [{ loop: {} }, true],
  [{ loop: { most: 5 } }, true],
  [{ spend: { limit: null } }, true],
  [{ loop: { most: 0 } }, false],
  [{ loop: { mode: "c" } }, false],
  [{ loop: { other: 1 } }, false],
  [{ loop: null }, false],
])("as an override %j fits: %s", (value, fits) => {
  const { settings } = defineHarness({ id: "external", settings: schema, open: async () => ({}) as never });
  const parsed = settings.safeParse(value);
  expect(parsed.success).toBe(fits);
  // Nothing is filled in, so that what is stored is what was written.
  if (parsed.success) expect(parsed.data).toEqual(value);
});

test("a harness that declares no settings takes none", () => {
  const { settings } = defineHarness({ id: "external", open: async () => ({}) as never });
  expect(settings.safeParse({}).success).toBe(true);
  expect(settings.safeParse({ loop: {} }).success).toBe(false);
});

test.each(Object.entries(Settings.parse({})))(
  "every default of layered's %s may be overridden",
  (group, values) => {
    expect(layeredHarness.settings.safeParse({ [group]: values }).success).toBe(true);
  },
);
