import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import { meterRows } from '#feature/meters/communication/server/public.ts';
import { organisationOf } from '#feature/meters/subject/server/public.ts';
import { conditionOf, countOpen } from '#feature/watch/alarm/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { AreaShare, ConsumerNow } from '../contract.ts';
import { energiesOf } from './site.ts';

type Counts = Pick<
  ConsumerNow,
  'consumerName' | 'siteCount' | 'ammeterCount' | 'deviceCount' | 'objectCount' | 'openOrders'
>;

/** One enterprise in figures, of what the scope shows of it. @param now ms @throws Fault 404 */
export async function consumerNow(trx: Db, consumerId: number, now: number): Promise<ConsumerNow> {
  const { rows } = await sql<Counts>`
    select shown_name(c.org_name, c.org_name_en) as "consumerName",
      (select count(*)::integer from monitor_site where consumer_id = c.id) as "siteCount",
      (select count(*)::integer from ammeter where consumer_id = c.id) as "ammeterCount",
      (select count(*)::integer from device where consumer_id = c.id) as "deviceCount",
      (select count(*)::integer from monitor_object where consumer_id = c.id) as "objectCount",
      (select count(*)::integer from work_order where consumer_id = c.id
        and order_state not in ('accepted', 'cancelled')) as "openOrders"
    from consumer c where c.id = ${consumerId}`.execute(trx);
  const [counts] = rows;
  if (!counts) throw noSuchRow();
  const meters = await meterRows(trx, { consumerId }, now);
  const n = (contact: string): number => meters.filter((meter) => meter.contact === contact).length;
  return {
    consumerId,
    ...counts,
    online: n('online'),
    silent: n('silent') + n('offline'),
    openAlarms: await countOpen(trx, conditionOf({ enterpriseId: consumerId })),
    energies: await energiesOf(trx, await organisationOf(trx, consumerId), consumerId, now),
  };
}

/** Enterprises of each province that the scope shows, with how many sites they have. */
export async function areaShares(trx: Db, consumerId: number | undefined): Promise<AreaShare[]> {
  const { rows } = await sql<AreaShare>`
    select p.code as "areaCode", max(a.area_name) as "areaName", count(*)::integer as count,
      sum(p.sites)::integer as "siteCount",
      json_agg(json_build_object('orgId', p.id, 'orgName', p.name) order by p.id) as consumers
    from (select c.id, shown_name(c.org_name, c.org_name_en) as name, left(c.area_code, 2) || '0000' as code,
        (select count(*) from monitor_site s where s.consumer_id = c.id) as sites
      from consumer c where ${consumerId ?? null}::integer is null or c.id = ${consumerId ?? null}) p
    left join admin_area a on a.area_code = p.code
    group by p.code order by count(*) desc, p.code nulls last`.execute(trx);
  return rows;
}
