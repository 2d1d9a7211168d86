import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitingMeters } from '#feature/meters/reading/server/claim.ts';
import { foldBacklog } from '#feature/meters/reading/server/public.ts';
import { type Database, openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { migrate } from '#server/database/migrate.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { time, type Timing } from './figure.ts';
import {
  fixed,
  limit,
  machineNow,
  measuredNow,
  type Machine,
  type Part,
  type Section,
  table,
} from './section.ts';

const MARKS = 1_000_000;
const METERS = 100_000;
const LOOKS = 60;

/** How meters were found before: all marks grouped by their meter. */
const GROUPED = `select meter_id as id, min(id) as first, max(to_ts) > now() - interval '2 days' as recent,
    max(to_ts) - min(from_ts) < interval '6 hours' as near, extract(epoch from now() - max(marked_at))::float8 as quiet,
    extract(epoch from now() - min(marked_at))::float8 as waited
  from dirty group by meter_id order by 3 desc, 2 limit 1000`;
const COUNTED = `select count(*)::integer as marks, count(distinct meter_id)::integer as meters,
  coalesce(extract(epoch from now() - min(marked_at)), 0)::float8 as "oldestSeconds" from dirty`;

/** Marks of meters, of which the newest values are so old. */
const mark = (pool: Database['pool'], marks: number, meters: number, age: string): Promise<unknown> =>
  pool.query(
    `insert into dirty (meter_id, from_ts, to_ts) select 1 + n % $2, now() - $3::interval, now() - $3::interval
     from generate_series(1, $1::integer) n`,
    [marks, meters, age],
  );

interface Looks {
  readonly what: string;
  readonly claimBefore: Timing;
  readonly claim: Timing;
  readonly backlogBefore: Timing;
  readonly backlog: Timing;
}

async function look(what: string, { db, pool }: Database): Promise<Looks> {
  return {
    what,
    claimBefore: await time(5, () => pool.query(GROUPED)),
    claim: await time(LOOKS, () => waitingMeters(pool)),
    backlogBefore: await time(5, () => pool.query(COUNTED)),
    backlog: await time(LOOKS, () => foldBacklog(db)),
  };
}

/** What finding work costs, and the metrics of it, while a million marks wait. */
async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const dataDir = await mkdtemp(join(tmpdir(), 'meterhouse-queue-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  try {
    const database = await openDatabase(postgres.connectionString, { log: silent });
    await migrate(database.pool, { log: silent });
    say(`${MARKS} marks of history …`);
    await mark(database.pool, MARKS, METERS, '1 year');
    await mark(database.pool, 2000, 2000, '1 minute');
    const history = await look('of history, 2,000 of recent values beside', database);
    say(`${MARKS} marks of recent values …`);
    await database.pool.query('truncate dirty');
    await mark(database.pool, MARKS, METERS, '1 minute');
    const recent = await look('of recent values', database);
    await database.close();
    return [{ title: 'The queue of the fold', text: textOf([history, recent], machine) }];
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function textOf(looks: readonly Looks[], machine: Machine): string {
  const line = (what: string, { p50, p95 }: Timing, most?: number): string[] => [
    what,
    fixed(p50, 1),
    fixed(p95, 1),
    most === undefined ? '' : limit(p95, '≤', most, ' ms'),
  ];
  const rows = looks.flatMap((one) => [
    line(`a million marks ${one.what}: which meters wait, by grouping all`, one.claimBefore),
    line('– the same by the index', one.claim, 20),
    line('– figures of `/metrics`, by counting all', one.backlogBefore),
    line('– the same at a fixed cost', one.backlog, 50),
  ]);
  return `${measuredNow(machine)}

A million marks of 100,000 meters wait in the database alone (decision 218); what was asked before stands beside, on the same rows.

${table(['what', 'median ms', 'p95 ms', 'limit'], rows)}`;
}

export const queue: Section = { name: 'queue', measure };
