import { sql } from 'kysely';
import type { Page } from '#contract/envelope.ts';
import type { Db } from '#server/database/db.ts';
import type { RateGap } from '../contract.ts';
import { rateCtes, type RateQuestion } from './rateSql.ts';

type Raw = Omit<RateGap, 'from' | 'to'> & {
  readonly from: Date;
  readonly to: Date;
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
      count(*) over ()::integer as total
    from pairs p join m on m.id = p.id
    where p.next - p.ts > m.iv * interval '1.5 seconds' and p.next > m.lo
    order by p.next - p.ts desc, m.code, p.ts
    limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
  const list = rows.map(({ total: _, from, to, ...row }) => ({
    ...row,
    from: from.getTime(),
    to: to.getTime(),
  }));
  return { list, pagination: { total: rows[0]?.total ?? 0, ...page } };
}
