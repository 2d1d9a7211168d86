import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { watchSilence } from '#feature/meters/communication/server/watch.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { alarmBook } from '#feature/watch/plant/server/public.ts';
import { add, type Enterprise, unique } from '../build.ts';
import type { Product } from '../product.ts';
import { closedWays } from './alertScene.ts';

/** A record of what the platform watches, as the tests look at it. Times in ms. */
export interface PlantRecord {
  readonly id: number;
  readonly kind: string | null;
  readonly ammeterId: number | null;
  readonly open: boolean;
  readonly count: number;
  readonly told: number;
  readonly level: string;
  readonly cause: number | null;
  readonly causeGateway: number | null;
  readonly raisedAt: number;
}

/** Gateways with meters behind them, and what becomes of them as they fall silent. */
export function plantScene(current: () => { product: Product; works: Enterprise }) {
  const db = () => current().product.database.db;

  /** A gateway at a site with meters that are mapped to it. */
  async function gatewayWith(siteId: number, meters: number, seconds = 60) {
    const { product, works } = current();
    const gatewayId = await add(await product.operator(), 'gateway', {
      gatewayName: unique('Gateway '),
      consumerId: works.consumerId,
      siteId,
    });
    const { rows } = await sql<{ id: number }>`
      insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
      select ${unique('Meter ')} || n, ${unique('M')} || n, ${works.consumerId}, ${siteId}, '4', '1', ${seconds}, '1'
      from generate_series(1, ${meters}::integer) n returning id`.execute(db());
    const meterIds = rows.map(({ id }) => id);
    for (const id of meterIds) await map(gatewayId, id);
    return { gatewayId, meterIds };
  }

  const map = (gatewayId: number, meterId: number) =>
    sql`insert into gateway_mapping (gateway_id, consumer_id, device_name, ammeter_id, ignored)
      values (${gatewayId}, ${current().works.consumerId}, ${`D${meterId}`}, ${meterId}, false)`.execute(
      db(),
    );

  /** A gateway was heard of at an instant; `driftMs` is how far its stamps are off. */
  const heard = (gatewayId: number, at: number, driftMs = 0) =>
    sql`insert into gateway_state (gateway_id, consumer_id, last_seen_at, drift_ms)
      values (${gatewayId}, ${current().works.consumerId}, ${new Date(at)}, ${driftMs})
      on conflict (gateway_id) do update set last_seen_at = excluded.last_seen_at, drift_ms = excluded.drift_ms`.execute(
      db(),
    );

  /** Meters tell a reading stamped with an instant. */
  async function spoke(meterIds: readonly number[], at: number): Promise<void> {
    const builder = new BatchBuilder();
    for (const id of meterIds) {
      builder.row(id, at);
      builder.set(codeIndex('PP'), Math.round(at / 1000));
    }
    await storeReadings(db(), builder.batch());
  }

  const book = alarmBook(closedWays);
  const look = async (now: number): Promise<void> => void (await watchSilence(db(), { now, book }));

  async function recordsOf(siteId: number): Promise<PlantRecord[]> {
    const { rows } = await sql<PlantRecord>`
      select id, _watch_kind as kind, ammeter_id as "ammeterId", cleared_at is null as open, raise_count as count,
        _told as told, alarm_level as level, _cause_id as cause, _cause_gateway_id as "causeGateway",
        (extract(epoch from raised_at) * 1000)::float8 as "raisedAt"
      from alarm_record where site_id = ${siteId} order by id`.execute(db());
    return rows;
  }

  /** Kind, whether it stands, raises and what was told of each record of a site. */
  const shape = async (here: number): Promise<string[]> =>
    (await recordsOf(here)).map(({ kind, open, count, told }) => `${kind} ${open} ${count} ${told}`);

  return { gatewayWith, map, heard, spoke, book, look, recordsOf, shape };
}
