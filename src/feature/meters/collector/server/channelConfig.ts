import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import {
  type MapRow,
  type Plan,
  type Protocol,
  type SignalRow,
  type Transport,
  planOf,
} from '../domain/plan.ts';

/** A meter to be read. */
export interface MeterConfig {
  /** collector_meter. */
  readonly id: number;
  readonly ammeterCode: string;
  readonly unitAddress: string;
  readonly protocol: Protocol;
  readonly map: readonly MapRow[];
  /** Positions for which the meter has a signal point. */
  readonly signals: readonly SignalRow[];
}

/** A channel to be polled, with its meters. */
export interface ChannelConfig {
  readonly id: number;
  readonly consumerId: number;
  readonly gatewayId: number;
  readonly transport: Transport;
  readonly host: string;
  readonly port: number;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly meters: readonly MeterConfig[];
  /** Outputs are switched over it. */
  readonly controlled: boolean;
}

/** The plan of a meter. */
export const planFor = (meter: MeterConfig): Plan => planOf(meter.protocol, meter.map, meter.signals);

/** The rows of a map as JSON, with the scale as its exact text. */
const mapJson = sql`(select coalesce(json_agg(json_build_object(
    'dataCode', r.data_code, 'registerAddress', r.register_address, 'readFunction', r.read_function,
    'valueType', r.value_type, 'wordOrder', r.word_order, 'scale', trim_scale(r.scale)::text, 'unit', r.unit) order by r.id), '[]')
  from register_map r where r.device_model_id = m.device_model_id)`;

/** The positions of a meter's model for which it has a signal point in use. */
const signalJson = sql`(select coalesce(json_agg(json_build_object('signalKey', r.signal_key,
    'registerAddress', r.register_address, 'readFunction', r.read_function, 'bit', r.bit) order by r.id), '[]')
  from signal_map r where r.device_model_id = m.device_model_id and exists (select from signal_point p
    where p.ammeter_id = m.ammeter_id and lower(p.signal_key) = lower(r.signal_key) and p.state = '1'))`;

/** Every channel in use, with its meters in use. */
export async function loadChannels(system: Db): Promise<ChannelConfig[]> {
  const { rows } = await sql<ChannelConfig>`
    select c.id, c.consumer_id as "consumerId", c.gateway_id as "gatewayId", c.protocol as transport, c.host, c.port,
      c.interval_seconds * 1000 as "intervalMs", c.timeout_ms as "timeoutMs",
      (select coalesce(json_agg(json_build_object('id', m.id, 'ammeterCode', a.ammeter_code,
          'unitAddress', m.unit_address, 'protocol', d.protocol, 'map', ${mapJson}, 'signals', ${signalJson}) order by m.id), '[]')
        from collector_meter m join ammeter a on a.id = m.ammeter_id join device_model d on d.id = m.device_model_id
        where m.channel_id = c.id and m.state = '1') as meters,
      exists (select from i_remote_control r where r.channel_id = c.id and r.state = '1') as controlled
    from collector_channel c join gateway g on g.id = c.gateway_id
    where c.state = '1' and g.state = '1' order by c.id`.execute(system);
  return rows;
}

/** The map of a model the caller sees, and its protocol; undefined where there is no such model. */
export async function loadModel(
  trx: Db,
  deviceModelId: number,
): Promise<{ protocol: Protocol; map: MapRow[] } | undefined> {
  const { rows } = await sql<{ protocol: Protocol; map: MapRow[] }>`
    select m.protocol, ${mapJson} as map
    from (select id as device_model_id, protocol from device_model where id = ${deviceModelId}) m`.execute(
    trx,
  );
  return rows[0];
}
