import { sql } from 'kysely';
import type { SettlementRule } from '#domain/demand/settlement.ts';
import type { Db } from '#server/database/db.ts';
import type { QueryContext } from '#feature/meters/subject/server/public.ts';

type Settled = Pick<QueryContext, 'subject' | 'meters' | 'organisation'>;

/**
 * When an object is settled, for bills and for maximum demand alike: as its site says, where it has a settlement of its
 * own, else as its enterprise does. The site of a meter is where it stands, that of an organisation unit the one in
 * which all of its meters stand; an enterprise has none.
 */
export async function settlementRuleOf(trx: Db, context: Settled): Promise<SettlementRule> {
  const { rows } = await sql<SettlementRule>`
    select coalesce(s.settlement_day, c.settlement_day) as day, coalesce(s.settlement_hour, c.settlement_hour) as hour
    from consumer c left join monitor_site s on s.id = ${siteOf(context)}::integer
    where c.id = ${context.subject.consumerId}`.execute(trx);
  return rows[0] ?? { day: 1, hour: 0 };
}

function siteOf({ subject, meters, organisation }: Settled): number | null {
  if (subject.kind === 'site') return subject.orgId;
  if (subject.kind === 'meter')
    return organisation.meters.find((meter) => meter.id === subject.dataAmmeterId)?.siteId ?? null;
  const sites = new Set(subject.kind === 'unit' ? meters.map((meter) => meter.siteId) : []);
  const [only] = sites;
  return sites.size === 1 ? (only ?? null) : null;
}
