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
