/** Makes a harness of what one declares: its settings are written once, and what may be overridden follows from them. */

import { z } from "zod";
import type { EventKinds } from "../../core/event-line.ts";
import type { HarnessId } from "../../core/harness-id.ts";
import type { SettingsOverride } from "../../core/settings.ts";
import type { Harness, HarnessPorts, Session } from "./harness.ts";

interface HarnessDefinition<Schema extends z.ZodObject> {
  readonly id: HarnessId;
  /** Groups of settings, every field with its default; absent = the harness has none. */
  readonly settings?: Schema;
  /** Its own kinds of event (declareEvents); absent = those that any harness has. */
  readonly events?: EventKinds;
  /** Its files and folders below `src`; absent = the folder of its id. */
  readonly sources?: readonly string[];
  readonly retriesItself?: boolean;
  open(ports: HarnessPorts<z.infer<Schema>>): Promise<Session>;
}

const NO_SETTINGS = z.strictObject({});

/** A harness whose `open` gets complete settings: the defaults with the overrides over them. */
export function defineHarness<Schema extends z.ZodObject = typeof NO_SETTINGS>({
  settings,
  events = {},
  sources,
  ...definition
}: HarnessDefinition<Schema>): Harness {
  const schema: z.ZodObject = settings ?? NO_SETTINGS;
  return {
    ...definition,
    events,
    sources: sources ?? [`harnesses/${definition.id}`],
    settings: withoutDefaults(schema),
    open: (ports: HarnessPorts<SettingsOverride>) =>
      definition.open({ ...ports, settings: schema.parse(ports.settings) as z.infer<Schema> }),
  };
}

/** The same schema with every field optional; a default is a remark for readers, no longer a value. */
function withoutDefaults(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodDefault)
    return withoutDefaults(schema.unwrap()).meta({ ...schema.meta(), default: schema.parse(undefined) });
  if (schema instanceof z.ZodPrefault) return withoutDefaults(schema.unwrap()).meta({ ...schema.meta() });
  if (!(schema instanceof z.ZodObject)) return schema as z.ZodType;
  return z.strictObject(
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, withoutDefaults(field).optional()]),
    ),
  );
}
