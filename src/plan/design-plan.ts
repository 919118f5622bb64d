/** Plans a design for several flags: its configurations as arms, and the matched pairs among them. */

import type { Arm } from "../core/arm.ts";
import type { Configuration } from "../core/configurations.ts";
import {
  foldOver,
  fullFactorial,
  leaveOneOut,
  oneAtATime,
  plackettBurman12,
} from "../core/configurations.ts";
import { LabError } from "../core/errors.ts";
import type { ComparisonSpec, DesignKind, DesignSpec } from "../core/experiment.ts";
import type { Flag, FlagValue, FlagValues } from "../core/flag.ts";
import type { AblationRequest, Draft } from "./ablation.ts";
import { builtFlag, makeArm } from "./arms.ts";

export interface DesignRequest extends Omit<AblationRequest, "rule"> {
  readonly kind: DesignKind;
  /** Allows a full factorial of four or five flags. */
  readonly force: boolean;
}

const FACTORIAL = 3;
const FORCED_FACTORIAL = 5;
const SCREEN = 11;

/** The arms of a design, all of which run every stress scenario of its flags; equal configurations are one arm. */
export function planDesign(request: DesignRequest): Draft {
  const flags = [...new Set(request.flags)].map(builtFlag);
  checkSize(flags.length, request);
  const fixed = contextOf(flags);
  const scenarios = stressOf(flags, request);
  const arms = new Map<string, Arm>();
  const rows = rowsOf(request.kind, flags.length).map((row) => {
    const arm = armOf(flags, row, fixed);
    arms.set(arm.name, arm);
    return { arm: arm.name, on: row.map((sign) => sign === 1) };
  });
  const design: DesignSpec = { kind: request.kind, flags: flags.map((flag) => flag.name), rows, scenarios };
  return {
    name: request.name ?? `${request.kind} design of ${design.flags.join(" ")}`,
    arms: [...arms.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    comparisons: pairsOf(design),
    seeds: request.seeds,
    model: request.model,
    settings: request.settings ?? {},
    independent: request.independent ?? false,
    design,
  };
}

function checkSize(flags: number, { kind, force }: DesignRequest): void {
  if (flags < 2)
    throw new LabError({
      code: "design-too-small",
      what: `a design is about several flags, ${flags} given`,
      where: `--design ${kind}`,
      remedy: "name two flags or more, or leave --design out",
    });
  const most =
    kind === "factorial"
      ? force
        ? FORCED_FACTORIAL
        : FACTORIAL
      : kind === "plackett-burman"
        ? SCREEN
        : null;
  if (most === null || flags <= most) return;
  const remedies: Partial<Record<DesignKind, string>> = {
    factorial: force
      ? "use --design plackett-burman (up to 11 flags) or --design both"
      : `use --design plackett-burman or --design both${flags <= FORCED_FACTORIAL ? `, or --force to run all ${2 ** flags} configurations` : ""}`,
    "plackett-burman": "screen at most 11 flags at once, or use --design oat or leave-one-out",
  };
  throw new LabError({
    code: "design-too-large",
    what: `a ${kind} design of ${flags} flags ${kind === "factorial" ? `would need ${2 ** flags} configurations` : "does not exist here"}; the limit is ${most} flags`,
    where: `--design ${kind}`,
    remedy: remedies[kind] ?? "",
  });
}

function rowsOf(kind: DesignKind, flags: number): readonly Configuration[] {
  switch (kind) {
    case "oat":
      return oneAtATime(flags);
    case "leave-one-out":
      return leaveOneOut(flags);
    case "both":
      return [...oneAtATime(flags), ...leaveOneOut(flags)];
    case "factorial":
      return fullFactorial(flags);
    case "plackett-burman":
      return foldOver(plackettBurman12()).map((row) => row.slice(0, flags));
  }
}

/** Values that the flags ask to be held; two flags that ask for different ones cannot share a design. */
function contextOf(flags: readonly Flag[]): FlagValues {
  const fixed: Record<string, FlagValue> = {};
  for (const flag of flags)
    for (const [name, value] of Object.entries(flag.context)) {
      const clash = flags.some((other) => other.name === name) || (name in fixed && fixed[name] !== value);
      if (clash)
        throw new LabError({
          code: "context-conflict",
          what: `${flag.name} is measured with ${name} held fixed, which another flag of the design changes`,
          where: "--design",
          remedy: `leave ${flag.name} or ${name} out of the design`,
        });
      fixed[name] = value;
    }
  return fixed;
}

function stressOf(flags: readonly Flag[], request: DesignRequest): readonly string[] {
  const names = new Set(flags.map((flag) => flag.name));
  const found = request.scenarios
    .map((loaded) => loaded.scenario)
    .filter((scenario) => scenario.role === "stress" && scenario.targets.some((name) => names.has(name)));
  for (const name of names)
    if (!found.some((scenario) => scenario.targets.includes(name)))
      throw new LabError({
        code: "no-scenario",
        what: `none of the selected scenarios stresses ${name}`,
        where: `flag ${name}`,
        remedy: `select scenarios whose \`targets\` name it (harness-lab scenarios --flag ${name})`,
      });
  return found.map((scenario) => scenario.id).sort();
}

function armOf(flags: readonly Flag[], row: Configuration, fixed: FlagValues): Arm {
  const [first] = flags;
  if (!first) throw new Error("a design without flags");
  const values = flags.map((flag, place) => [flag.name, row[place] === 1 ? flag.on : flag.off] as const);
  return makeArm(first.harness, { ...fixed, ...Object.fromEntries(values) });
}

/** The matched pairs of a design: each flag alone against none, and all against all but one, where it has those rows. */
function pairsOf({ kind, flags, rows, scenarios }: DesignSpec): readonly ComparisonSpec[] {
  // A screen makes no claim about a flag: its winners are rerun as matched pairs (STATISTICS 9).
  if (kind === "plackett-burman") return [];
  const armWhere = (wanted: (place: number) => boolean) =>
    rows.find((row) => row.on.every((on, place) => on === wanted(place)))?.arm;
  const sides = (flag: number) => ({
    alone: [armWhere(() => false), armWhere((place) => place === flag)] as const,
    "with the others": [armWhere((place) => place !== flag), armWhere(() => true)] as const,
  });
  return flags.flatMap((flag, place) =>
    Object.entries(sides(place)).flatMap(([how, [control, treatment]]) =>
      control === undefined || treatment === undefined
        ? []
        : [{ id: `${flag} ${how}`, flag, control, treatment, stress: scenarios, controls: [] }],
    ),
  );
}
