/** Finds the trial a user means by id, by name, or as the latest. */

import { LabError } from "../core/errors.ts";
import { trialName } from "../core/trial.ts";
import type { Sql } from "./sql.ts";
import type { TrialRow } from "./store-port.ts";
import { NEWEST_FIRST, selectTrials } from "./trial-reader.ts";

const NAME = "o.scenario || '#' || o.seed || '@' || o.arm";
const NEWEST = `e.updated_at DESC, ${NEWEST_FIRST}`;

const nameOf = ({ key }: TrialRow): string => trialName(key);

/**
 * Finds a trial by `latest`, id, unique beginning of an id, `scenario#seed@arm` (`!attempt` for an older attempt) or
 * `scenario#seed` where there is one arm. Of several experiments the one last started counts, unless one is given.
 */
export async function findTrial(sql: Sql, ref: string, experiment?: string): Promise<TrialRow> {
  const within = experiment === undefined ? "true" : "o.experiment = $experiment";
  const values = { ref, ...(experiment === undefined ? {} : { experiment }) };
  const select = (condition: string, page = "", order = NEWEST) =>
    selectTrials(sql, { where: `${within} AND (${condition})`, order, page }, values);

  if (ref === "latest") {
    const [latest] = await select("$ref = 'latest'", "LIMIT 1", NEWEST_FIRST);
    if (latest) return latest;
    throw await unknownTrial(select, ref);
  }
  const byId = await select("o.trial = $ref OR ($ref <> '' AND starts_with(o.trial, $ref))", "LIMIT 9");
  const exact = byId.find((row) => row.id === ref);
  if (exact) return exact;
  const [onlyId, ...moreIds] = byId;
  if (onlyId && moreIds.length === 0) return onlyId;
  if (onlyId) throw ambiguous(ref, byId, (row) => `${row.id} (${trialName(row.key)})`);

  const named = await select(
    `(NOT o.superseded AND (${NAME} = $ref OR o.scenario || '#' || o.seed = $ref)) OR ${NAME} || '!' || o.attempt = $ref`,
  );
  const [newest] = named;
  if (!newest) throw await unknownTrial(select, ref);
  const fitting = named.filter((row) => row.key.experiment === newest.key.experiment);
  if (fitting.length > 1) throw ambiguous(ref, fitting, nameOf);
  return newest;
}

function ambiguous(ref: string, rows: readonly TrialRow[], nameOf: (row: TrialRow) => string): LabError {
  return new LabError({
    code: "ambiguous-trial",
    what: `more than one trial fits "${ref}"`,
    remedy: `name one of these:\n${listNames(rows, nameOf)}`,
  });
}

async function unknownTrial(
  select: (condition: string, page?: string) => Promise<readonly TrialRow[]>,
  ref: string,
): Promise<LabError> {
  const near = await select(
    `$ref <> '' AND (contains(${NAME}, $ref) OR contains($ref, o.scenario))`,
    "LIMIT 6",
  );
  const candidates = near.length > 0 ? near : await select("$ref IS NOT NULL", "LIMIT 6");
  return new LabError({
    code: "unknown-trial",
    what: `no trial fits "${ref}"`,
    remedy:
      candidates.length > 0
        ? `harness-lab trials lists all; for instance:\n${listNames(candidates, nameOf)}`
        : "the store holds no trial yet; harness-lab ablate <FLAG...> runs some",
  });
}

function listNames(rows: readonly TrialRow[], nameOf: (row: TrialRow) => string): string {
  return [...new Set(rows.map(nameOf))]
    .slice(0, 8)
    .map((name) => `  ${name}`)
    .join("\n");
}
