import type pg from 'pg';
import { isRight } from './digest.ts';

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
  /** Buckets that stand as rows too. */
  readonly twice: number;
}

/** Reads every block of figures as rows, compares their digest with that of the rows that were sealed, and looks for buckets that stand twice. */
export async function checkFigures(pool: pg.Pool): Promise<FigureCheck> {
  const faults: string[] = [];
  let [blocks, buckets, bytes] = [0, 0, 0];
  let after: readonly [number, number, string] = [-1, 0, '0001-01-01'];
  for (;;) {
    const { rows: found } = await pool.query<Checked>(
      `select b.meter_id as "meterId", b.level, b.month::text, b.bucket_count as n, b.bytes, ${isRight('b')} as right,
         (select count(*)::integer from usage u where u.meter_id = b.meter_id and u.level = b.level and u.ts between b.first_ts and b.last_ts
           and exists (select from usage_sealed(b.meter_id, b.level, u.ts, u.ts + interval '1 second') s)) as twice
       from usage_block b where (meter_id, level, month) > ($1::integer, $2::smallint, $3::date)
       order by meter_id, level, month limit ${AT_ONCE}`,
      [...after],
    );
    for (const { meterId, level, month, n, bytes: own, right, twice } of found) {
      blocks++;
      buckets += n;
      bytes += own;
      const which = `The figures of meter ${meterId}, level ${level} and ${month}`;
      if (right !== true) faults.push(`${which} are not those that were sealed.`);
      if (twice > 0) faults.push(`${which} stand as rows too: ${twice} buckets count twice.`);
    }
    const end = found.at(-1);
    if (!end || found.length < AT_ONCE) return { blocks, buckets, bytes, faults };
    after = [end.meterId, end.level, end.month];
  }
}
