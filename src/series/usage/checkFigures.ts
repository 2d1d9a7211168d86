import type pg from 'pg';
import { inTransaction } from '#server/database/transaction.ts';

/** What was found of all blocks of figures. */
export interface FigureCheck {
  readonly blocks: number;
  readonly buckets: number;
  readonly bytes: number;
  /** A sentence for each block that does not give back what was sealed. */
  readonly faults: readonly string[];
}

const AT_ONCE = 50;

interface Checked {
  readonly meterId: number;
  readonly level: number;
  readonly month: string;
  readonly n: number;
  readonly bytes: number;
  readonly right: boolean | null;
}

/** Reads every block of figures as rows and compares their digest with that of the rows that were sealed. */
export async function checkFigures(pool: pg.Pool): Promise<FigureCheck> {
  const faults: string[] = [];
  let [blocks, buckets, bytes] = [0, 0, 0];
  let after: readonly [number, number, string] = [-1, 0, '0001-01-01'];
  for (;;) {
    const found = await inTransaction(pool, async (client) => {
      await client.query(`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true)`);
      const { rows } = await client.query<Checked>(
        `select b.meter_id as "meterId", b.level, b.month::text, b.bucket_count as n, b.bytes,
           (select hashtextextended(string_agg(s::text, E'\\n' order by s.ts), 0)
             from usage_sealed(b.meter_id, b.level, b.first_ts, b.last_ts + interval '1 second') s) = b.digest as right
         from usage_block b where (meter_id, level, month) > ($1::integer, $2::smallint, $3::date)
         order by meter_id, level, month limit ${AT_ONCE}`,
        [...after],
      );
      return rows;
    });
    for (const { meterId, level, month, n, bytes: own, right } of found) {
      blocks++;
      buckets += n;
      bytes += own;
      if (right !== true)
        faults.push(
          `The figures of meter ${meterId}, level ${level} and ${month} are not those that were sealed.`,
        );
    }
    const end = found.at(-1);
    if (!end || found.length < AT_ONCE) return { blocks, buckets, bytes, faults };
    after = [end.meterId, end.level, end.month];
  }
}
