import { sql } from 'kysely';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { badInput } from '#contract/error.ts';
import { visibleMeters } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Slots } from '#server/resource/slot.ts';
import { loopOf } from '../domain/loop.ts';

/** A meter as it would be after a change; what is left out stays as it is. */
interface ChangedMeter {
  readonly id: number;
  readonly consumerId: number;
  readonly parentId?: number | null;
  readonly deviceType?: string;
  /** Its definition as a sum; empty = none. */
  readonly parts?: readonly number[];
}

/**
 * Refuses a change after which a meter would be a part of itself: by definitions, and through total adders without one,
 * which are what hangs below them. @throws Fault 400 at `field`
 */
export async function refuseLoop(trx: Db, meter: ChangedMeter, field: string): Promise<void> {
  const { id, parts, parentId, deviceType } = meter;
  const { rows } = await sql<{ id: number; children: number[] }>`
    with meters as (
      select id, data_type,
        case when id = ${id} and ${parentId !== undefined} then ${parentId ?? null}::integer else parent_id end as parent_id,
        case when id = ${id} then coalesce(${deviceType ?? null}, device_type) else device_type end as device_type
      from ammeter where consumer_id = ${meter.consumerId}
    ), defined as (
      select ammeter_id, child_id from ammeter_sum
      where consumer_id = ${meter.consumerId} and not (ammeter_id = ${id} and ${parts !== undefined})
      union select ${id}, unnest(${parts ?? []}::integer[])
    )
    select ammeter_id as id, array_agg(child_id order by child_id) as children
    from defined join meters m on m.id = ammeter_id where m.device_type = ${sql.lit(DEVICE_TYPE.totalAdder)} group by ammeter_id
    union all
    -- A total adder without a definition is what hangs below it, through meters of other energies too.
    select p.id, array_agg(c.id order by c.id) from meters p join meters c on c.parent_id = p.id
    where (p.device_type = ${sql.lit(DEVICE_TYPE.totalAdder)} or p.data_type <> (select data_type from meters where id = ${id}))
      and not exists (select from defined d where d.ammeter_id = p.id)
    group by p.id`.execute(trx);
  const partsOf = new Map(rows.map((row) => [row.id, row.children]));
  const loop = loopOf(id, partsOf.get(id) ?? [], partsOf);
  if (!loop) return;
  const names = new Map((await visibleMeters(trx, loop)).map((one) => [one.id, one.name]));
  const path = loop.map((one) => names.get(one) ?? `#${one}`).join(' → ');
  throw badInput({ zh: `组成：形成循环 ${path}`, en: `Parts: a loop would arise, ${path}` }, field);
}

/** Refuses that a meter hangs below a total adder that it is made of, or becomes one. */
export const loopCheck: NonNullable<Slots['beforeSave']> = async ({ trx }, values, before) => {
  if (!before) return;
  const changed = (key: string): boolean => key in values && values[key] !== before[key];
  if (!changed('parentId') && !changed('deviceType')) return;
  const parentId = values['parentId'] == null ? null : Number(values['parentId']);
  await refuseLoop(
    trx,
    {
      id: before.id,
      consumerId: Number(before['consumerId']),
      ...(changed('parentId') ? { parentId } : {}),
      ...(changed('deviceType') ? { deviceType: String(values['deviceType']) } : {}),
    },
    changed('parentId') ? 'parentId' : 'deviceType',
  );
};
