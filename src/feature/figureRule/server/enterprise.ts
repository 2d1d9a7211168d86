import { sql } from 'kysely';
import { organisationOf, standFor } from '#feature/organisation/server/public.ts';
import type { Db } from '#server/database/db.ts';

/**
 * The months in which virtual meters were counted in an enterprise beside their parts, as they stood at the top of its
 * meter tree; their energy is what the enterprise had too much. One with a list of its own had what the list says.
 */
export async function enterpriseChanges(trx: Db, consumerId: number, version: number): Promise<number> {
  const organisation = await organisationOf(trx, consumerId);
  let changes = 0;
  for (const dataType of new Set(organisation.meters.map((meter) => meter.dataType))) {
    const { meters, reason } = standFor(organisation, consumerId, dataType);
    if (reason === 'list') continue;
    const virtual = new Set(organisation.sums.map((part) => part.meterId));
    const twice = organisation.meters.filter(
      (meter) => meter.dataType === dataType && meter.parentId === null && virtual.has(meter.id),
    );
    if (twice.length === 0) continue;
    const { numAffectedRows = 0n } = await sql`
      insert into figure_change (consumer_id, version, ammeter_id, data_type, month, before_pp, after_pp, why)
      select ${consumerId}, ${version}, null, ${dataType}, t.ts, t.pp + coalesce(n.pp, 0), n.pp, '{countedTwice}'
      from (select ts, sum(pp) as pp from usage
          where meter_id = any(${twice.map((meter) => meter.id)}::integer[]) and level = 4 and pp is not null group by ts) t
        left join (select u.ts, sum(u.pp * m.sign) as pp
          from unnest(${meters.map((one) => one.meterId)}::integer[], ${meters.map((one) => one.sign)}::integer[]) m (id, sign)
            join usage u on u.meter_id = m.id and u.level = 4 group by u.ts) n on n.ts = t.ts
      where t.pp <> 0
      on conflict do nothing`.execute(trx);
    changes += Number(numAffectedRows);
  }
  return changes;
}
