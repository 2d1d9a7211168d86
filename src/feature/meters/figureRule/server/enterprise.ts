import { sql } from 'kysely';
import { organisationOf, standFor } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';

/**
 * Keeps the months of the sum that stands for a whole enterprise that are another figure by now: its meters' own
 * changes, and virtual meters, which counted beside their parts where they stood at the top of the meter tree. The
 * changes of its meters must be told. One with a list of its own had what the list says, and is left to its meters.
 * @returns how many months.
 */
export async function enterpriseChanges(trx: Db, consumerId: number, version: number): Promise<number> {
  const organisation = await organisationOf(trx, consumerId);
  const virtual = new Set(organisation.sums.map((part) => part.meterId));
  let changes = 0;
  for (const dataType of new Set(organisation.meters.map((meter) => meter.dataType))) {
    const { meters, reason } = standFor(organisation, consumerId, dataType);
    if (reason === 'list') continue;
    const tops = organisation.meters.filter(
      (meter) => meter.dataType === dataType && meter.parentId === null,
    );
    const twice = tops.filter((meter) => virtual.has(meter.id)).map((meter) => meter.id);
    const { numAffectedRows = 0n } = await sql`
      insert into figure_change (consumer_id, version, ammeter_id, data_type, month, before_pp, after_pp, why)
      select ${consumerId}, ${version}, null, ${dataType}, was.ts, was.pp, now.pp, was.why
      from (select u.ts, sum(case when f.id is null then u.pp else f.before_pp end) as pp,
            array(select distinct w from unnest(array_agg(case when u.meter_id = any(${twice}::integer[])
              then 'countedTwice' else array_to_string(f.why, ',') end)) l, unnest(string_to_array(l, ',')) w order by w) as why
          from usage u left join figure_change f
            on f.ammeter_id = u.meter_id and f.month = u.ts and f.version = ${version}
          where u.level = 4 and u.meter_id = any(${tops.map((meter) => meter.id)}::integer[]) group by u.ts) was
        join (select u.ts, sum(u.pp * m.sign) as pp
          from unnest(${meters.map((one) => one.meterId)}::integer[], ${meters.map((one) => one.sign)}::integer[]) m (id, sign)
            join usage u on u.meter_id = m.id and u.level = 4 group by u.ts) now on now.ts = was.ts
      where was.pp <> now.pp and cardinality(was.why) > 0
      on conflict do nothing`.execute(trx);
    changes += Number(numAffectedRows);
  }
  return changes;
}
