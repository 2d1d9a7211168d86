import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from './weigh.ts';

export interface FoldFigure {
  readonly readings: number;
  readonly buckets: number;
  readonly seconds: number;
}

/** Has the whole history of every meter folded again, as a recalculation does, and times it. */
export async function foldAgain(dataDir: string): Promise<FoldFigure> {
  const client = await openDatabase(dataDir);
  try {
    const { rows: counts } = await client.query<{ readings: string; buckets: string }>(
      'select (select count(*) from reading) as readings, (select count(*) from usage) as buckets',
    );
    const begun = performance.now();
    await client.query(`insert into dirty (meter_id, from_ts, to_ts)
      select meter_id, first_ts, last_ts from meter_fold where first_ts is not null`);
    await client.query('notify dirty');
    for (;;) {
      const { rows } = await client.query('select from dirty limit 1');
      if (rows.length === 0) break;
      await sleep(50);
    }
    const seconds = (performance.now() - begun) / 1000;
    return { readings: Number(counts[0]?.readings), buckets: Number(counts[0]?.buckets), seconds };
  } finally {
    await client.end();
  }
}

/** Folds a year of one meter again; seconds. */
export async function foldMeterYear(dataDir: string): Promise<number> {
  const client = await openDatabase(dataDir);
  try {
    const begun = performance.now();
    const { rows } = await client.query<{ id: number }>(`insert into dirty (meter_id, from_ts, to_ts)
      select meter_id, last_ts - interval '365 days', last_ts from meter_fold
      where last_ts - first_ts >= interval '365 days' order by meter_id limit 1 returning meter_id as id`);
    await client.query('notify dirty');
    for (;;) {
      const left = await client.query('select from dirty where meter_id = $1 limit 1', [rows[0]?.id ?? 0]);
      if (left.rows.length === 0) break;
      await sleep(20);
    }
    return (performance.now() - begun) / 1000;
  } finally {
    await client.end();
  }
}
