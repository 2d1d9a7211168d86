import { sql } from 'kysely';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { deviceEdge } from '#series/public.ts';
import { SILENT_INTERVALS } from '../contract.ts';

/**
 * Which gateway brings which meter, as a list of CTEs without `with`: by a mapping, by a channel of the collector,
 * else by the meter's own code where one gateway alone that has delivered may deliver for it, one of its site before
 * one of the whole enterprise. Gives
 * `meter_gateway (ammeter_id, gateway_id)`.
 */
export const METER_GATEWAY = sql`
  linked as (
    select ammeter_id, gateway_id from gateway_mapping where not ignored and ammeter_id is not null
    union select m.ammeter_id, c.gateway_id from collector_meter m join collector_channel c on c.id = m.channel_id
  ), direct as (
    select ammeter_id, min(gateway_id) as gateway_id from (
      select a.id as ammeter_id, g.id as gateway_id, rank() over (partition by a.id order by g.site_id is null) as near
      from ammeter a
        join gateway g on g.consumer_id = a.consumer_id and (g.site_id is null or g.site_id = a.site_id)
          and g.state = '1'
        join gateway_state s on s.gateway_id = g.id and s.accepted + s.duplicate > 0
          and s.protocol is distinct from 'collector'
      where a.device_type not in (${sql.lit(DEVICE_TYPE.communicationManager)}, ${sql.lit(DEVICE_TYPE.totalAdder)}) and not exists (select from linked l where l.ammeter_id = a.id)) c
    where near = 1 group by ammeter_id having count(*) = 1
  ), meter_gateway as (select * from linked union all select * from direct)`;

/** The newest instant that a meter `a` itself told (source 0): of a reading or of the end of a stated span. */
export const LAST_TOLD = sql`greatest(
  ${sql.raw(deviceEdge('last', 'a.id'))},
  (select e.end_ts from interval_energy e where e.meter_id = a.id and e.code = 'PP' and e.source = 0
    order by e.start_ts desc limit 1))`;

/** Meters that tell values themselves: in use, no communication manager and no sum. */
export const TELLS = sql`a.state = '1' and a.device_type not in (${sql.lit(DEVICE_TYPE.communicationManager)}, ${sql.lit(DEVICE_TYPE.totalAdder)})`;

/** How long something may keep quiet. */
export const patience = (interval: ReturnType<typeof sql>) =>
  sql`${interval} * interval '${sql.raw(String(SILENT_INTERVALS))} seconds'`;

/** A text as a part of `ilike`. */
export const like = (text: string): string => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
