/** Builds arms: complete, checked flag values of a harness, named by what differs from the defaults. */

import type { Arm } from "../core/arm.ts";
import { flagValueText } from "../core/arm.ts";
import { LabError } from "../core/errors.ts";
import type { Flag, FlagValue, FlagValues } from "../core/flag.ts";
import { builtFlagsOf, FLAGS, flagNamed } from "../core/flag-catalogue.ts";
import type { HarnessId } from "../core/harness-id.ts";
import { nearestNames } from "../core/nearest-names.ts";

/** The catalogue entry of a flag that can be measured; unknown and unbuilt flags are wrong use. */
export function builtFlag(name: string): Flag {
  const flag = knownFlag(name);
  if (!flag.built)
    throw new LabError({
      code: "flag-not-built",
      what: `${name} is in the catalogue, but its mechanism is not built yet, so there is nothing to measure`,
      where: `flag ${name}`,
      remedy: `pick one of ${FLAGS.filter((other) => other.built)
        .map((other) => other.name)
        .join(", ")} (harness-lab flags)`,
    });
  return flag;
}

/** The catalogue entry of a name, or a LabError that shows the nearest names. */
export function knownFlag(name: string): Flag {
  const flag = flagNamed(name);
  if (flag) return flag;
  const near = nearestNames(
    name,
    FLAGS.map((other) => other.name),
  );
  throw new LabError({
    code: "unknown-flag",
    what: `there is no flag ${name}`,
    where: `flag ${name}`,
    remedy:
      near.length > 0
        ? `did you mean ${near.join(" or ")}? (harness-lab flags lists all)`
        : "harness-lab flags lists all",
  });
}

/** Makes an arm of the built flags, from overrides over the catalogue's defaults; without a name it is named by its differences. */
export function makeArm(harness: HarnessId, overrides: FlagValues, name?: string): Arm {
  const flags: Record<string, FlagValue> = Object.fromEntries(
    builtFlagsOf(harness).map((flag) => [flag.name, flag.default]),
  );
  for (const [flagName, value] of Object.entries(overrides)) {
    const flag = knownFlag(flagName);
    if (flag.harness !== harness)
      throw new LabError({
        code: "foreign-flag",
        what: `${flagName} belongs to the ${flag.harness} harness, not to ${harness}`,
        where: `flag ${flagName}`,
        remedy: "use flags of one harness in one experiment",
      });
    flags[flagName] = checkedValue(builtFlag(flagName), value);
  }
  for (const flag of builtFlagsOf(harness))
    if (flags[flag.name] === flag.on && flag.default !== flag.on)
      for (const needed of flag.requires)
        if (flags[needed] === knownFlag(needed).off)
          throw new LabError({
            code: "requires-flag",
            what: `${flag.name} needs ${needed}, which is off in this arm`,
            where: `arm ${name ?? armName(harness, flags)}`,
            remedy: `set ${needed}=1 in this arm too`,
          });
  return { name: name ?? armName(harness, flags), harness, flags };
}

/** Reads a value written by a user (`1`, `0`, `true`, `off`, an enum word, a number) as a value of the flag. */
export function checkedValue(flag: Flag, value: FlagValue): FlagValue {
  const text = String(value).toLowerCase();
  if (typeof flag.default === "boolean") {
    if (["1", "true", "on", "enabled"].includes(text)) return true;
    if (["0", "false", "off", "disabled"].includes(text)) return false;
  } else if (flag.values) {
    const hit = flag.values.find((allowed) => allowed === text);
    if (hit !== undefined) return hit;
    if (text === "1" || text === "true") return flag.on;
    if (text === "0" || text === "false") return flag.off;
  } else if (/^\d+$/.test(text)) return Number(text);
  throw new LabError({
    code: "bad-flag-value",
    what: `${JSON.stringify(value)} is not a value of ${flag.name}`,
    where: `flag ${flag.name}`,
    remedy: `use ${flag.values ? flag.values.join(" or ") : typeof flag.default === "boolean" ? "1 or 0" : "a whole number"}`,
  });
}

function armName(harness: HarnessId, flags: FlagValues): string {
  const differing = builtFlagsOf(harness).filter((flag) => flags[flag.name] !== flag.default);
  if (differing.length === 0) return "baseline";
  return differing.map((flag) => `${flag.name}=${flagValueText(flags[flag.name] ?? flag.default)}`).join(",");
}

/** Names of flags whose effective values differ between two arms. */
export function differingFlags(a: Arm, b: Arm): readonly string[] {
  return [...new Set([...Object.keys(a.flags), ...Object.keys(b.flags)])].filter(
    (name) => a.flags[name] !== b.flags[name],
  );
}
