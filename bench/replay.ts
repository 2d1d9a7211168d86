import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/time/duration.ts';
import { ensurePartitions, monthsOf } from '#feature/meters/reading/server/public.ts';
import { type Database, openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { cpuOfTree } from './cpu.ts';
import { percentile } from './figure.ts';
import { Caller } from './http.ts';
import { databaseUrl, PASSWORD, startProduct } from './product.ts';
import {
  fixed,
  limit,
  machineNow,
  measuredNow,
  type Machine,
  type Part,
  type Section,
  table,
  whole,
} from './section.ts';

/*
 * A draft tried on 90 days of 200 meters: how long it takes, for a rule of one limit and for one over a window of time, and how
 * long a call waits meanwhile.
 */
const METERS = 200;
const DAYS = 90;
const STEP_S = Number(process.env['BENCH_REPLAY_STEP'] ?? 900);

interface Replayed {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly raises: number;
  readonly waits: readonly number[];
}

async function measure(say: (line: string) => void): Promise<Part[]> {
  const machine = machineNow();
  const product = await startProduct();
  const operator = new Caller(product.baseUrl);
  const database = await openDatabase(await databaseUrl(product.dataDir), { log: silent, max: 2 });
  try {
    await operator.login('operator', PASSWORD);
    say(`${METERS} meters, ${DAYS} days …`);
    const meters = await fill(operator, database);
    say('a rule of one limit …');
    const limited = await replay(product.pid, operator, meters, {
      triggerMethod: 'above',
      triggerFieldName: 'PZ',
      limitValue: 100,
    });
    say('a rule over an hour …');
    const over = await replay(product.pid, operator, meters, {
      triggerMethod: 'expression',
      expression: 'avg(PZ, 60m) > 90',
    });
    return [{ title: 'Replay of alarm rules', text: textOf(limited, over, machine) }];
  } finally {
    await database.close();
    operator.close();
    await product.stop();
  }
}

/** Meters whose power is a daily course with peaks above 100 kW, of the last days; nothing is folded of it. */
async function fill(operator: Caller, { db, pool }: Database): Promise<number[]> {
  const { id: consumerId } = await operator.post<{ id: number }>('/api/archive/consumer/add', { orgCode: 'R', orgName: 'Replay' }); // prettier-ignore
  const site = { consumerId, orgCode: 'R', orgName: 'Replay', timeZone: 'Asia/Shanghai' };
  const { id: siteId } = await operator.post<{ id: number }>('/api/archive/monitorSite/add', site);
  const { rows } = await sql<{ id: number }>`
    insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
    select 'P' || n, 'P' || n, ${consumerId}, ${siteId}, '4', '1', ${STEP_S}, '1' from generate_series(1, ${METERS}::integer) n
    returning id`.execute(db);
  const end = Math.floor(Date.now() / (STEP_S * 1000)) * STEP_S * 1000;
  const begin = end - DAYS * DAY_MS;
  await ensurePartitions(pool, monthsOf([begin, begin + 31 * DAY_MS, begin + 62 * DAY_MS, end]));
  await sql`
    insert into reading (meter_id, source, ts, pz)
    select m.id, 0, t, 60 + 35 * sin(extract(epoch from t) / 13750.98)::float8 + (hashtext(m.id::text || t::text) & 15)
    from unnest(${rows.map(({ id }) => id)}::integer[]) m (id)
      cross join generate_series(${new Date(begin)}::timestamptz, ${new Date(end - STEP_S * 1000)}::timestamptz, ${STEP_S} * interval '1 second') t`.execute(
    db,
  );
  await sql`analyze reading`.execute(db);
  return rows.map(({ id }) => id);
}

/** Runs a draft and asks something small all the while. */
async function replay(
  pid: number,
  operator: Caller,
  meters: readonly number[],
  draft: object,
): Promise<Replayed> {
  const waits: number[] = [];
  const cpu = cpuOfTree(pid);
  const begun = performance.now();
  const { taskId } = await operator.post<{ taskId: number }>('/api/event/alarm/replay', {
    ...draft, triggerInterval: 0, recoverInterval: 0, ammeterIds: meters.join(),
  }); // prettier-ignore
  for (;;) {
    const at = performance.now();
    const { state, message } = await operator.get<{ state: string; message: string | null }>(
      `/api/task/get?id=${taskId}`,
    );
    waits.push(performance.now() - at);
    if (state === 'done') break;
    if (state === 'failed') throw new Error(message ?? 'The replay failed.');
    await sleep(50);
  }
  const seconds = (performance.now() - begun) / 1000;
  const { figures } = await operator.get<{ figures: { draft: { raises: number } } }>(
    `/api/event/alarm/getReplay?id=${taskId}`,
  );
  return { seconds, cpuSeconds: cpuOfTree(pid) - cpu, raises: figures.draft.raises, waits };
}

function textOf(limited: Replayed, over: Replayed, machine: Machine): string {
  const row = (what: string, { seconds, cpuSeconds, raises, waits }: Replayed): string[] => [
    what,
    limit(seconds, '≤', 30, ' s'),
    fixed(seconds, 1),
    fixed(cpuSeconds, 1),
    whole(raises),
    fixed(percentile(waits, 0.95), 0),
  ];
  return `${measuredNow(machine)}

A draft over ${DAYS} days of ${METERS} meters with a value every ${STEP_S} s, with all its proposals, from the call to the result; and how long a small call waits meanwhile.

${table(
  ['rule', 'limit', 'took, s', 'CPU of product and database, s', 'raises', 'a call meanwhile, 95 %, ms'],
  [row('one limit', limited), row('mean of an hour', over)],
)}`;
}

export const replays: Section = { name: 'replay', onRequest: true, measure };
