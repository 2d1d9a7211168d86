import { DISTRIBUTION_COLUMN, type SeriesTable } from './catalog.ts';

/** Identity columns of the type integer, as `ledger_segment` has, are taken from this version on. */
const OLDEST_CITUS = 12;

/** What must be done, or why it cannot be. */
export interface DistributionPlan {
  /** SQL statements, in order. */
  readonly statements: readonly string[];
  /** Sentences; with any of them nothing may be done. */
  readonly faults: readonly string[];
}

/**
 * The statements that distribute the tables by meter, all in one co-location group, so that what is joined by meter
 * stays on one machine. Tables that are distributed already are left as they are. Everything else stays local on the
 * coordinator, where row level security decides.
 */
export function planDistribution(
  tables: readonly SeriesTable[],
  distributed: readonly string[] = [],
): DistributionPlan {
  const faults = tables.flatMap(faultsOf);
  const types = new Set(tables.map((table) => table.type));
  if (types.size > 1)
    faults.push(
      `${DISTRIBUTION_COLUMN} has several types (${[...types].join(', ')}); the tables could not lie together.`,
    );
  if (tables.length === 0) faults.push('There is no table of time series: the database has no migrations.');
  if (faults.length > 0) return { statements: [], faults };
  const open = tables.filter((table) => !distributed.includes(table.name));
  const [first] = tables;
  const anchor = distributed.find((name) => tables.some((table) => table.name === name)) ?? first?.name;
  const statements = open.flatMap(({ name }) => {
    const together = name === anchor ? '' : `, colocate_with => '${anchor}'`;
    return [
      `select create_distributed_table('${name}', '${DISTRIBUTION_COLUMN}'${together})`,
      `select truncate_local_data_after_distributing_table('${name}')`,
    ];
  });
  return { statements: ['create extension if not exists citus', ...statements], faults: [] };
}

function faultsOf({ name, keys, foreign, triggers, rowSecurity }: SeriesTable): string[] {
  const faults: string[] = [];
  for (const key of keys)
    if (key.columns[0] !== DISTRIBUTION_COLUMN)
      faults.push(
        `${name}: the key ${key.name} (${key.columns.join(', ')}) does not begin with ${DISTRIBUTION_COLUMN}.`,
      );
  if (keys.length === 0) faults.push(`${name}: it has no key.`);
  for (const one of foreign)
    faults.push(
      `${name}: the foreign key ${one.name} from ${one.from} to ${one.to} would be refused between distributed and local tables.`,
    );
  for (const trigger of triggers)
    faults.push(`${name}: the trigger ${trigger} would not run on the machines that hold the rows.`);
  if (rowSecurity) faults.push(`${name}: row level security would be decided away from the coordinator.`);
  return faults;
}

/** Why this version of Citus will not do, or null. */
export const versionFault = (version: string): string | null =>
  Number.parseInt(version, 10) >= OLDEST_CITUS
    ? null
    : `Citus ${version} is too old: version ${OLDEST_CITUS} or newer is needed.`;
