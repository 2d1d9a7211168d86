import { type Db, poolOf } from '#server/database/db.ts';
import { storable } from '#domain/storable.ts';
import type { TakenEvent } from '../domain/eventState.ts';

/**
 * Stores what devices said of events and marks what is to be judged, in one statement; it has committed when this resolves. Order
 * and repetition change nothing: of what is said twice of one instant that counts which says that it stands. Of events that are gone
 * nothing is stored. @throws the database's error; then nothing is kept
 */
export async function storeEvents(
  db: Db,
  gatewayId: number,
  events: readonly TakenEvent[],
): Promise<{ readonly accepted: number; readonly duplicate: number; readonly conflict: number }> {
  if (events.length === 0) return { accepted: 0, duplicate: 0, conflict: 0 };
  const { rows } = await poolOf(db).query<{ n: number }>(
    `with told as (
       select event_id, device, ts, bool_or(stands) as stands, min(said) filter (where stands) as said, min(meter_id) as meter_id
       from unnest($2::integer[], $3::text[], $4::timestamptz[], $5::boolean[], $6::text[], $7::integer[])
         v (event_id, device, ts, stands, said, meter_id)
       group by 1, 2, 3),
     kept as (
       insert into device_event as e (event_id, gateway_id, device_name, ts, stands, said, ammeter_id)
       select c.id, g.id, t.device, t.ts, t.stands, t.said, m.id
       from told t join gateway g on g.id = $1 join event_config c on c.id = t.event_id and c.consumer_id = g.consumer_id
         left join ammeter m on m.id = t.meter_id and m.consumer_id = g.consumer_id
       order by 1, 3, 4
       on conflict (event_id, gateway_id, device_name, ts) do update
         set stands = true, said = coalesce(excluded.said, e.said), judged = false where excluded.stands and not e.stands
       returning event_id, gateway_id, device_name, ts),
     marked as (
       insert into device_event_dirty (event_id, gateway_id, device_name, from_ts)
       select event_id, gateway_id, device_name, min(ts) from kept group by 1, 2, 3 order by 1, 2, 3)
     select count(*)::integer as n from kept`,
    [
      gatewayId,
      events.map(({ eventId }) => eventId),
      events.map(({ device }) => storable(device)),
      events.map(({ ts }) => new Date(ts)),
      events.map(({ stands }) => stands),
      events.map(({ said }) => said),
      events.map(({ meterId }) => meterId),
    ],
  );
  const accepted = rows[0]?.n ?? 0;
  return { accepted, duplicate: events.length - accepted, conflict: 0 };
}
