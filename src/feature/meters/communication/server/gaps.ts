import { sql } from 'kysely';
import type { Page } from '#contract/envelope.ts';
import type { Db } from '#server/database/db.ts';
import type { RateGap } from '../contract.ts';
import { partsOf, rateCtes, type RateQuestion } from './rateSql.ts';

type Raw = Omit<RateGap, 'from' | 'to'> & {
  readonly from: Date;
  readonly to: Date;
  /** What is told first: how long it is, also beyond the period. */
  readonly seconds: number;
  readonly total: number;
};

/**
 * Intervals of the period in which more than half a step too long nothing came from a meter itself, the longest first.
 * Before its first reading or stated commissioning a meter has none.
 */
export async function gapsOf(
  trx: Db,
  question: RateQuestion,
  page: { readonly current: number; readonly pageSize: number },
  now: number,
): Promise<Page<RateGap>> {
  const start = (page.current - 1) * page.pageSize;
  let total = 0;
  let longest: Raw[] = [];
  for (const part of await partsOf(trx, question)) {
    const rows = await longestOf(trx, part, start + page.pageSize, now);
    total += rows[0]?.total ?? 0;
    longest =
      longest.length === 0 ? rows : [...longest, ...rows].sort(byLength).slice(0, start + page.pageSize);
  }
  const list = longest.slice(start).map((row) => ({
    ammeterId: row.ammeterId,
    ammeterName: row.ammeterName,
    ammeterCode: row.ammeterCode,
    timeZone: row.timeZone,
    from: row.from.getTime(),
    to: row.to.getTime(),
    missing: row.missing,
  }));
  return { list, pagination: { total, ...page } };
}

const byLength = (a: Raw, b: Raw): number =>
  b.seconds - a.seconds || a.ammeterCode.localeCompare(b.ammeterCode) || a.from.getTime() - b.from.getTime();

async function longestOf(trx: Db, question: RateQuestion, most: number, now: number): Promise<Raw[]> {
  const { rows } = await sql<Raw>`
    with ${await rateCtes(trx, question, now)}, marks as (
      select id, ts from told
      union select id, lo - iv * interval '1 second' from m where first < lo
      union select id, first - iv * interval '1 second' from m where first >= lo and first < hi
      union select id, hi from m where first < hi
    ), pairs as (
      select id, ts, lead(ts) over (partition by id order by ts) as next from marks
    )
    select m.id as "ammeterId", m.name as "ammeterName", m.code as "ammeterCode", m.zone as "timeZone",
      greatest(p.ts, m.lo) as from, least(p.next, m.hi) as to,
      greatest(1, round(extract(epoch from p.next - p.ts)::float8 / m.iv) - 1)::integer as missing,
      extract(epoch from p.next - p.ts)::float8 as seconds, count(*) over ()::integer as total
    from pairs p join m on m.id = p.id
    where p.next - p.ts > m.iv * interval '1.5 seconds' and p.next > m.lo
    order by p.next - p.ts desc, m.code, p.ts
    limit ${most}`.execute(trx);
  return rows;
}
