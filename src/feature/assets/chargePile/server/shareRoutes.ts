import { sql } from 'kysely';
import * as z from 'zod';
import { id } from '#contract/param.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { ChargeShare } from '../contract.ts';
import { VIEW } from './permission.ts';
import { shareOf, standingsOf } from './standing.ts';

/** The limits that chargers share, of what the caller sees. */
export async function sharesOver(trx: Db, consumerId: number, siteId: number | null): Promise<ChargeShare[]> {
  const { rows } = await sql<Omit<ChargeShare, 'reserved' | 'piles'>>`
    select l.id as "limitId", shown_name(l.limit_name, l.limit_name_en) as "limitName", l.site_id as "siteId",
      shown_name(s.org_name, s.org_name_en) as "siteName", s.time_zone as "timeZone",
      l.limit_power::float8 as entered, h.limit_power::float8 as limit,
      coalesce(h.basis, case when l.guard_id is null then 'entered' else 'fallback' end) as basis,
      shown_name(g.guard_name, g.guard_name_en) as "guardName",
      floor(extract(epoch from h.since) * 1000)::float8 as since
    from charge_limit l join monitor_site s on s.id = l.site_id
    left join charge_share h on h.limit_id = l.id left join demand_guard g on g.id = l.guard_id
    where l.consumer_id = ${consumerId} and l.state = '1' and (${siteId}::integer is null or l.site_id = ${siteId})
    order by l.limit_name, l.id`.execute(trx);
  const shares: ChargeShare[] = [];
  for (const row of rows) {
    const piles = (await standingsOf(trx, row.siteId, Date.now())).map(shareOf);
    shares.push({ ...row, reserved: sumOf(piles.map(({ reserved }) => reserved)) ?? 0, piles });
  }
  return shares;
}

const getShares = defineRoute({
  method: 'GET',
  path: '/api/archive/chargePile/getShares',
  summary: {
    zh: '充电桩：站点的共享功率限值与各桩的分配',
    en: 'Chargers: limits that sites share, and the part of each charger',
  },
  permission: VIEW,
  params: z.object({ consumerId: id(), siteId: id().optional() }),
  example: { consumerId: 1001 },
  handler: ({ trx, params }): Promise<ChargeShare[]> =>
    sharesOver(trx, params.consumerId, params.siteId ?? null),
});

export const shareRoutes: readonly Route[] = [getShares];
