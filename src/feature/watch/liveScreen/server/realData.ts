import { sql } from 'kysely';
import { SILENT_INTERVALS } from '#feature/meters/communication/contract.ts';
import { newestOf } from '#feature/meters/reading/server/public.ts';
import { levelOfValue, levelsOf } from '#feature/watch/alarm/server/public.ts';
import type { PointWire } from '#feature/watch/signal/contract.ts';
import { pointsOf } from '#feature/watch/signal/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Quality, RealData } from '../contract.ts';
import { unitOfValue } from './unitOfValue.ts';

/** A value that is asked for: a monitored value, a signal point, or a code of a meter. */
export interface WantedValue {
  readonly objCode?: string | undefined;
  readonly paramName?: string | undefined;
  readonly monitorItemId?: number | null | undefined;
  readonly signalPointId?: number | null | undefined;
  readonly ammeterId?: number | null | undefined;
  readonly dataCode?: string | null | undefined;
}

/** A meter's code behind a wanted value. */
interface Source {
  readonly ammeterId: number;
  readonly dataCode: string;
  /** What its data item says, null = nothing. */
  readonly unit: string | null;
}

interface MeterRow {
  readonly id: number;
  readonly energy: string | null;
  readonly seconds: number;
}

/** Values as they stand now, in the order that they were asked for. @param now ms */
export async function realDatasOf(trx: Db, wanted: readonly WantedValue[], now: number): Promise<RealData[]> {
  const items = await itemsOf(trx, ids(wanted, 'monitorItemId'));
  const pointIds = ids(wanted, 'signalPointId');
  const { points } =
    pointIds.length === 0
      ? { points: [] }
      : await pointsOf(trx, { ids: pointIds, limit: pointIds.length, offset: 0 });
  const pointById = new Map(points.map((point) => [point.signalPointId, point]));
  const sources = wanted.map((one): Source | null => {
    if (one.signalPointId) return null;
    if (one.monitorItemId) return items.get(one.monitorItemId) ?? null;
    return one.ammeterId && one.dataCode
      ? { ammeterId: one.ammeterId, dataCode: one.dataCode.toUpperCase(), unit: null }
      : null;
  });
  const tell = await teller(trx, sources.filter((one) => one !== null), now); // prettier-ignore
  return wanted.map((one, i) => {
    const named = { objCode: one.objCode ?? null, paramName: one.paramName ?? null };
    const asked = { monitorItemId: one.monitorItemId ?? null, signalPointId: one.signalPointId ?? null };
    const point = one.signalPointId ? pointById.get(one.signalPointId) : undefined;
    const source = sources[i] ?? null;
    return {
      ...named,
      ...asked,
      ammeterId: source?.ammeterId ?? point?.ammeterId ?? null,
      dataCode: source?.dataCode ?? null,
      ...(point ? signalData(point, now) : source ? tell(source) : NOTHING),
    };
  });
}

type Told = Pick<RealData, 'unit' | 'value' | 'ts' | 'quality' | 'alarmLevel' | 'word'>;

const NOTHING: Told = { unit: '', value: null, ts: null, quality: 'none', alarmLevel: null, word: null };

const ids = (wanted: readonly WantedValue[], key: 'monitorItemId' | 'signalPointId'): number[] => [
  ...new Set(wanted.flatMap((one) => one[key] ?? [])),
];

async function itemsOf(trx: Db, itemIds: readonly number[]): Promise<ReadonlyMap<number, Source>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<Source & { id: number }>`
    select i.id, i.ammeter_id as "ammeterId", d.data_code as "dataCode", d.unit
    from monitor_item i join data_item d on d.id = i.data_item_id where i.id = any (${itemIds}::integer[])`.execute(
    trx,
  );
  return new Map(rows.map(({ id, ...source }) => [id, source]));
}

/** What of a meter's codes is told now. */
async function teller(trx: Db, sources: readonly Source[], now: number): Promise<(source: Source) => Told> {
  const meterIds = [...new Set(sources.map((one) => one.ammeterId))];
  if (meterIds.length === 0) return () => NOTHING;
  const { rows } = await sql<MeterRow>`
    select id, data_type as energy, interval_seconds as seconds from ammeter
    where id = any (${meterIds}::integer[])`.execute(trx);
  const meters = new Map(rows.map((row) => [row.id, row]));
  const wanted = sources.map(({ ammeterId, dataCode }) => ({ meterId: ammeterId, code: dataCode }));
  const newest = new Map(
    (await newestOf(trx, wanted, now)).map((one) => [`${one.meterId} ${one.code}`, one]),
  );
  const levels = await levelsOf(trx, meterIds);
  return ({ ammeterId, dataCode, unit }) => {
    const meter = meters.get(ammeterId);
    if (!meter) return NOTHING;
    const found = newest.get(`${ammeterId} ${dataCode}`);
    return {
      unit: unitOfValue(dataCode, meter.energy, unit),
      value: found?.value ?? null,
      ts: found?.at ?? null,
      quality: qualityOf(found, meter.seconds, now),
      alarmLevel: levelOfValue(levels, ammeterId, dataCode),
      word: null,
    };
  };
}

/** How far the newest of a code is to be trusted; by age, as communication judges silence. */
export function qualityOf(
  newest: { readonly at: number; readonly value: number | null } | undefined,
  intervalSeconds: number,
  now: number,
): Quality {
  if (!newest) return 'none';
  if (newest.value === null) return 'doubtful';
  return now - newest.at > SILENT_INTERVALS * intervalSeconds * 1000 ? 'old' : 'good';
}

function signalData(point: PointWire, now: number): Told {
  const { value, quality, heardAt, expectedSeconds, since } = point;
  const old =
    heardAt !== null &&
    expectedSeconds !== null &&
    now - heardAt >= SILENT_INTERVALS * expectedSeconds * 1000;
  const state = point.states.find((one) => one.value === value);
  return {
    unit: '',
    value,
    ts: since,
    quality:
      quality === null
        ? 'none'
        : quality === 2
          ? 'doubtful'
          : value === null
            ? 'unknown'
            : old
              ? 'old'
              : 'good',
    alarmLevel: null,
    word: state ? { zh: state.zh, en: state.en } : null,
  };
}
