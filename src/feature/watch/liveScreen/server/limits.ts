import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { AlarmBand, ValueLimits } from '../contract.ts';

const NO_LIMITS: ValueLimits = { upperAlarm: null, upperWarning: null, lowerWarning: null, lowerAlarm: null };

/** The limits of a meter's code: of its monitored value, else of the meter, its site, its enterprise; the nearest holds. */
export async function limitsOf(trx: Db, ammeterId: number, code: string): Promise<ValueLimits> {
  const columns = sql`upper_alarm::float8 as "upperAlarm", upper_warning::float8 as "upperWarning",
    lower_warning::float8 as "lowerWarning", lower_alarm::float8 as "lowerAlarm"`;
  const { rows } = await sql<ValueLimits & { nearness: number }>`
    select 0 as nearness, l.id, ${columns} from item_limit l join monitor_item i on i.id = l.monitor_item_id
      join data_item d on d.id = i.data_item_id
    where i.ammeter_id = ${ammeterId} and d.data_code = ${code} and l.state = '1'
    union all
    select case when l.ammeter_id is not null then 1 when l.site_id is not null then 2 else 3 end as nearness, l.id, ${columns}
    from limit_set l join data_item d on d.id = l.data_item_id join ammeter a on a.id = ${ammeterId}
    where d.data_code = ${code} and l.state = '1' and l.consumer_id = a.consumer_id
      and coalesce(l.ammeter_id, a.id) = a.id and coalesce(l.site_id, a.site_id) = a.site_id
    order by nearness, id limit 1`.execute(trx);
  const [row] = rows;
  if (!row) return NO_LIMITS;
  const { upperAlarm, upperWarning, lowerWarning, lowerAlarm } = row;
  return { upperAlarm, upperWarning, lowerWarning, lowerAlarm };
}

/** So many alarms are drawn over a curve. */
const MOST_BANDS = 200;

/** The alarms of a meter's code, or of the meter as a whole, that touch [from, to), the newest first. */
export async function bandsOf(
  trx: Db,
  ammeterId: number,
  code: string,
  from: number,
  to: number,
): Promise<AlarmBand[]> {
  const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);
  const { rows } = await sql<AlarmBand>`
    select r.id as "recordId", shown_name(r.record_name, r.record_name_en) as name, r.alarm_level as level,
      ${ms('r.raised_at')} as from, ${ms('r.cleared_at')} as to
    from alarm_record r left join alarm a on a.id = r.alarm_id
    where r.ammeter_id = ${ammeterId} and r.revision is distinct from 'withdrawn'
      and (a.trigger_field_name is null or a.trigger_field_name = ${code})
      and r.raised_at < ${new Date(to)} and coalesce(r.cleared_at, 'infinity') > ${new Date(from)}
    order by r.raised_at desc, r.id desc limit ${MOST_BANDS}`.execute(trx);
  return rows;
}
