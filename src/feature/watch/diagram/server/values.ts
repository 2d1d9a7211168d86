import { unitOfCode } from '#contract/dataCode.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { type Source, sourceKey } from '#contract/scene/binding.ts';
import type { Picture, Scene } from '#contract/scene/scene.ts';
import { isSpace, type Space } from '#contract/scene/space.ts';
import { loadShareOf } from '#domain/scene/loadShare.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { lastKnownOfEach, usageOverEach } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { sql } from 'kysely';
import type { SourceValue, ValuesAnswer } from '../contract.ts';
import { alarmLevels } from './alarms.ts';
import { curvesOf } from './curves.ts';
import { lastValues, valueName } from './lastValues.ts';
import { monthPeak } from './peak.ts';
import { positionsAt } from './positions.ts';

/** A meter as far as its values need it. */
export interface SourceMeter {
  readonly id: number;
  /** s between its readings. */
  readonly intervalSeconds: number;
  /** kW */
  readonly ratedPower: number | null;
  readonly unit: string;
  readonly zone: string;
}
/** Values are old when so many intervals passed without one. */
const HOLD_INTERVALS = 3;
/** Energies are told by whole quarters of an hour, and the last one may still be on its way. */
const LEAST_FIGURE_HOLD_MS = 2 * QUARTER_MS;

type OfKind<K extends Source['kind']> = Extract<Source, { kind: K }>;
const ofKind = <K extends Source['kind']>(sources: readonly Source[], kind: K): OfKind<K>[] =>
  sources.filter((one): one is OfKind<K> => one.kind === kind);

/** The sources that a scene binds, each once. */
function sourcesOf(scene: Picture): Source[] {
  const found = new Map<string, Source>();
  for (const { bindings } of scene.elements)
    for (const { source } of bindings ?? []) found.set(sourceKey(source), source);
  return [...found.values()];
}

/** What the sources of a scene told at an instant (ms); what the caller may not see tells nothing. */
export async function valuesOf(
  trx: Db,
  scene: Scene | Space,
  at: number,
  now: number,
): Promise<ValuesAnswer> {
  const sources = sourcesOf(scene);
  const ids = sources.flatMap((one) => ('ammeterId' in one ? [one.ammeterId] : []));
  const meters = await metersOf(trx, ids);
  const values = [
    ...(await itemValues(trx, meters, ofKind(sources, 'item'), at)),
    ...(await positionsAt(trx, ofKind(sources, 'signal').map((one) => one.signalPointId), at, now)),
    ...(await figureValues(trx, meters, ofKind(sources, 'figure'), at)),
    ...(await alarmValues(trx, meters, ofKind(sources, 'alarm'), at, now)),
  ]; // prettier-ignore
  return { at, values, curves: isSpace(scene) ? [] : await curvesOf(trx, scene, meters, at) };
}

/** Meters that the caller sees, by their id. */
export async function metersOf(trx: Db, ids: readonly number[]): Promise<ReadonlyMap<number, SourceMeter>> {
  const { rows } = await sql<Omit<SourceMeter, 'unit'> & { energy: string | null }>`
    select a.id, a.interval_seconds as "intervalSeconds", a.rated_power::float8 as "ratedPower",
      a.data_type as energy, s.time_zone as zone
    from ammeter a join monitor_site s on s.id = a.site_id where a.id = any (${[...new Set(ids)]}::integer[])`.execute(
    trx,
  );
  return new Map(
    rows.map(({ energy, ...row }) => [row.id, { ...row, unit: energy ? energyTypeOf(energy).unit : '' }]),
  );
}

const holdOf = (meter: SourceMeter): number => meter.intervalSeconds * HOLD_INTERVALS * 1000;

async function itemValues(
  trx: Db,
  meters: ReadonlyMap<number, SourceMeter>,
  sources: readonly OfKind<'item'>[],
  at: number,
): Promise<SourceValue[]> {
  const last = await lastValues(trx, meters, sources, at);
  return sources.flatMap((source) => {
    const meter = meters.get(source.ammeterId);
    if (!meter) return [];
    const found = last.get(valueName(source));
    return [
      {
        key: sourceKey(source),
        value: found?.value ?? null,
        ts: found?.ts ?? null,
        unit: unitOfCode(source.dataCode, meter.unit),
        holdMs: holdOf(meter),
      },
    ];
  });
}

async function figureValues(
  trx: Db,
  meters: ReadonlyMap<number, SourceMeter>,
  sources: readonly OfKind<'figure'>[],
  at: number,
): Promise<SourceValue[]> {
  const shares = sources.filter((one) => one.figure === 'loadShare');
  const powers = await lastValues(
    trx,
    meters,
    shares.map(({ ammeterId }) => ({ ammeterId, dataCode: 'PZ' })),
    at,
  );
  const values: SourceValue[] = shares.flatMap((source) => {
    const meter = meters.get(source.ammeterId);
    if (!meter) return [];
    const power = powers.get(valueName({ ammeterId: meter.id, dataCode: 'PZ' }));
    const { ratedPower } = meter;
    const value = loadShareOf(power?.value ?? null, ratedPower);
    const ts = power?.ts ?? null;
    return [{ key: sourceKey(source), value, ts, unit: '%', holdMs: holdOf(meter), ratedPower }];
  });
  for (const figure of ['today', 'month'] as const)
    values.push(...(await energies(trx, meters, sources.filter((one) => one.figure === figure), at))); // prettier-ignore
  values.push(...(await peaks(trx, meters, sources.filter((one) => one.figure === 'monthPeak'), at))); // prettier-ignore
  return values;
}

async function peaks(
  trx: Db,
  meters: ReadonlyMap<number, SourceMeter>,
  sources: readonly OfKind<'figure'>[],
  at: number,
): Promise<SourceValue[]> {
  const own = sources.filter(({ ammeterId }) => meters.has(ammeterId));
  const values: SourceValue[] = [];
  for (const source of own) {
    const { peak, from, atLeast } = await monthPeak(trx, { dataAmmeterId: source.ammeterId }, at);
    values.push({
      key: sourceKey(source),
      value: peak,
      ts: from,
      unit: 'kW',
      holdMs: null,
      ...(atLeast ? { atLeast } : {}),
    });
  }
  return values;
}

async function energies(
  trx: Db,
  meters: ReadonlyMap<number, SourceMeter>,
  sources: readonly OfKind<'figure'>[],
  at: number,
): Promise<SourceValue[]> {
  const zones = new Set(sources.flatMap(({ ammeterId }) => meters.get(ammeterId)?.zone ?? []));
  const values: SourceValue[] = [];
  for (const zone of zones) {
    const own = sources.filter(({ ammeterId }) => meters.get(ammeterId)?.zone === zone);
    const [first] = own;
    if (!first) continue;
    const kind = first.figure === 'today' ? 'day' : 'month';
    const from = periodOf(zoneOf(zone), kind, dateAt(zone, at)).from;
    const to = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    const ids = own.map((one) => one.ammeterId);
    const sums = await usageOverEach(trx, ids, { from, to });
    const lasts = await lastKnownOfEach(trx, ids, LEVEL.quarter, from, to);
    for (const source of own) {
      const meter = meters.get(source.ammeterId);
      const energy = sums.get(source.ammeterId)?.energy ?? null;
      const last = lasts.get(source.ammeterId);
      values.push({
        key: sourceKey(source),
        value: energy === null ? null : microToNumber(energy),
        ts: energy === null || last === undefined ? null : last + QUARTER_MS,
        unit: meter?.unit ?? '',
        holdMs: Math.max(meter ? holdOf(meter) : 0, LEAST_FIGURE_HOLD_MS),
      });
    }
  }
  return values;
}

async function alarmValues(
  trx: Db,
  meters: ReadonlyMap<number, SourceMeter>,
  sources: readonly OfKind<'alarm'>[],
  at: number,
  now: number,
): Promise<SourceValue[]> {
  const seen = sources.filter(({ ammeterId }) => meters.has(ammeterId));
  const levels = await alarmLevels(trx, seen.map((one) => one.ammeterId), at, now); // prettier-ignore
  return seen.map((source) => ({
    key: sourceKey(source),
    value: levels.get(source.ammeterId) ?? 0,
    ts: at,
    unit: '',
    holdMs: null,
  }));
}
