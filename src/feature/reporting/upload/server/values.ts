import { FACTOR } from '#contract/factor.ts';
import { ENERGY_TYPES, energyTypeOf } from '#contract/energyType.ts';
import { FLAG } from '#contract/usageFlag.ts';
import type { Text } from '#contract/text.ts';
import { MILLION, parseDecimal, type Ratio, times } from '#domain/decimal/decimal.ts';
import { dateAt } from '#domain/time/text.ts';
import { type IntervalSum, usageOver, visibleMeters } from '#feature/meters/reading/server/public.ts';
import { organisationOf } from '#feature/meters/subject/server/public.ts';
import { type Factors, factorsOf, stepAt } from '#feature/statistics/coefficient/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type Computed, hasRatio, type Item, type Part } from '../domain/figure.ts';
import type { Period } from '../domain/period.ts';
import { type ListUnit, listUnitOf, sentRatio, unitFactor } from '../domain/unit.ts';
import { decimalText, fixedText, over, plus, type Term, valueOf } from '../domain/value.ts';
import { belowEachOther, enteredOf, type Gauge, gaugesOf, itemsOf, unitsOf } from './items.ts';
import type { Platform } from './platform.ts';

const ALL_ENERGY = '0000';
const BY_HAND = '5';
const RATIO_DECIMALS = 6;
const RAW_DECIMALS = 10;
/** Intervals of one statement. */
const MOST_INTERVALS = 3000;

/** What one computation leans on, loaded once. */
export interface Ground {
  readonly db: Db;
  readonly platform: Platform;
  readonly units: ReadonlyMap<string, ListUnit>;
  readonly factors: Factors;
}

/** Loads what the figures of a platform are computed with. */
export async function groundOf(db: Db, platform: Platform): Promise<Ground> {
  const { consumerId } = platform;
  const organisation = await organisationOf(db, consumerId);
  const factors = await factorsOf(db, organisation, { orgId: consumerId, dataAmmeterId: null });
  return { db, platform, units: await unitsOf(db, platform.id), factors };
}

interface Measured {
  readonly raw: Ratio | null;
  readonly coverage: number;
  readonly flags: number;
  readonly parts: readonly Part[];
  readonly lack: Text | null;
}

const NOTHING: Omit<Measured, 'lack'> = { raw: null, coverage: 0, flags: 0, parts: [] };

/** The figures of one item over periods of its frequency, exactly, each with what it is made of. */
export async function figuresOf(ground: Ground, item: Item, periods: readonly Period[]): Promise<Computed[]> {
  if (periods.length === 0) return [];
  const measured = await measure(ground, item, periods);
  const unit = listUnitOf(item.energyClassCode, item.energyTypeCode, ground.units);
  return periods.map((period, i): Computed => {
    const one = measured[i] ?? { ...NOTHING, lack: null };
    const ratioText = ratioOf(ground, item, unit, period);
    return { item, period, unit, ratioText, sentText: textOf(item, one, unit), ...one };
  });
}

/** A value in the platform's unit, with all its decimals; null where there is none or no way into it. */
function textOf(item: Item, { raw, parts }: Measured, unit: ListUnit): string | null {
  if (raw === null) return null;
  const base = baseUnit(item, parts, unit);
  const factor = unitFactor(base, unit.unit);
  const value = factor && over(raw, factor);
  return value && fixedText(value, unit.decimals);
}

/** In what an item's raw value is told: the unit of its meters, that of the list where people enter it, tce of all energy. */
function baseUnit(item: Item, parts: readonly Part[], unit: ListUnit): string {
  if (item.inputType === BY_HAND) return unit.unit;
  if (item.energyTypeCode === ALL_ENERGY) return 'tce';
  return parts[0]?.unit ?? unit.unit;
}

/** The data type of the platform's meters for an energy of list 8. */
function dataTypesOf(energyTypeCode: string): string[] {
  return Object.keys(ENERGY_TYPES).filter((value) => energyTypeOf(value).nationalCode === energyTypeCode);
}

const CANONICAL: Readonly<Record<string, string>> = {
  万千瓦时: 'kWh',
  千瓦时: 'kWh',
  万立方米: 'm³',
  立方米: 'm³',
  吨: 't',
  万吨: 't',
  百万千焦: 'GJ',
  吉焦: 'GJ',
};

/**
 * The coefficient of an item on the date of a period, tce for each unit of the platform: the item's own, else the dated
 * one of the enterprise or its area, else that of the platform's list; `1` where the figure is no energy.
 */
function ratioOf(
  { factors, platform }: Pick<Ground, 'factors' | 'platform'>,
  item: Item,
  unit: ListUnit,
  period: Period,
): string | null {
  return ratioWith({ factors, platform }, item, unit, period)?.text ?? null;
}

/** The same with where it comes from. */
export function ratioWith(
  { factors, platform }: Pick<Ground, 'factors' | 'platform'>,
  item: Item,
  unit: ListUnit,
  period: Period,
): { readonly text: string; readonly source: 'item' | 'factor' | 'list' | 'fixed' } | null {
  if (item.energyTypeCode === ALL_ENERGY || !hasRatio(item.energyClassCode))
    return { text: '1', source: 'fixed' };
  const base = CANONICAL[unit.unit] ?? '';
  const factor = unitFactor(base, unit.unit);
  const text = (kgce: Ratio): string | null => factor && decimalText(sentRatio(kgce, factor), RATIO_DECIMALS);
  if (item.ownRatio !== null) {
    const own = text(parseDecimal(item.ownRatio));
    if (own !== null) return { text: own, source: 'item' };
  }
  const date = dateAt(platform.zone, period.from);
  for (const dataType of dataTypesOf(item.energyTypeCode)) {
    if (energyTypeOf(dataType).unit !== base) continue;
    const step = stepAt(factors(FACTOR.coal, dataType), date);
    const found = step && text({ num: step.row.factor, den: 100_000_000n });
    if (found) return { text: found, source: 'factor' };
  }
  return unit.ratio === null ? null : { text: unit.ratio, source: 'list' };
}

async function measure(ground: Ground, item: Item, periods: readonly Period[]): Promise<Measured[]> {
  const [first, last] = [periods[0]?.from ?? 0, periods.at(-1)?.to ?? 0];
  if (item.inputType === BY_HAND) {
    const { zone } = ground.platform;
    const entered = await enteredOf(ground.db, item.id, dateAt(zone, first), dateAt(zone, last));
    return periods.map(({ from }): Measured => {
      const amount = entered.get(dateAt(zone, from));
      if (amount === undefined)
        return { ...NOTHING, coverage: 1, lack: { zh: '未填报人工值', en: 'no value was entered' } };
      return { raw: parseDecimal(amount), coverage: 1, flags: FLAG.manual, parts: [], lack: null };
    });
  }
  const gauges = await gaugesOf(ground.db, ground.platform.consumerId, [item.dataCode]);
  if (gauges.length === 0 && item.energyTypeCode === ALL_ENERGY) return sumOfEnergies(ground, item, periods);
  const lack = await lackOf(ground.db, gauges);
  if (lack) return periods.map(() => ({ ...NOTHING, coverage: 1, lack }));
  return ofMeters(ground.db, gauges, periods);
}

/** What keeps the meters of an item from making a figure: there are none, one is not linked, one is below another. */
async function lackOf(db: Db, gauges: readonly Gauge[]): Promise<Text | null> {
  if (gauges.length === 0)
    return { zh: '没有计量器具报入此采集项', en: 'no instrument reports into this item' };
  const loose = gauges.find(({ ammeterId }) => ammeterId === null);
  if (loose)
    return {
      zh: `计量器具“${loose.name}”未关联平台表计`,
      en: `instrument “${loose.name}” is not linked with a meter`,
    };
  const added = gauges.filter(({ arithmetic }) => arithmetic === '1');
  const ids = added.flatMap(({ ammeterId }) => ammeterId ?? []);
  const twice = [...(await belowEachOther(db, ids))][0];
  if (!twice) return null;
  const nameOf = (id: number): string => added.find(({ ammeterId }) => ammeterId === id)?.name ?? '';
  const [below, above] = [nameOf(twice[0]), nameOf(twice[1])];
  return {
    zh: `“${below}”是“${above}”的下级，重复计入`,
    en: `“${below}” is below “${above}”: counted twice`,
  };
}

async function ofMeters(db: Db, gauges: readonly Gauge[], periods: readonly Period[]): Promise<Measured[]> {
  const meters = new Map(
    (
      await visibleMeters(
        db,
        gauges.flatMap(({ ammeterId }) => ammeterId ?? []),
      )
    ).map((one) => [one.id, one]),
  );
  const sums = new Map<number, IntervalSum[]>();
  for (const { ammeterId } of gauges)
    if (ammeterId !== null && !sums.has(ammeterId)) sums.set(ammeterId, await sumsOf(db, ammeterId, periods));
  return periods.map((period, i): Measured => {
    const seconds = (period.to - period.from) / 1000;
    const parts = gauges.map((gauge): Part & { readonly micro: bigint | null; readonly flags: number } => {
      const sum = sums.get(gauge.ammeterId ?? 0)?.[i];
      const micro = sum?.energy ?? null;
      return {
        gaugeId: gauge.id,
        ammeterId: gauge.ammeterId,
        name: gauge.name,
        arithmetic: gauge.arithmetic,
        share: gauge.share,
        micro,
        value: micro === null ? null : decimalText({ num: micro, den: MILLION }, 6),
        unit: meters.get(gauge.ammeterId ?? 0)?.unit ?? '',
        coverage: Math.min(1, (sum?.coveredS ?? 0) / seconds),
        flags: sum?.flags ?? 0,
      };
    });
    const terms = gauges.map((gauge, n): Term => ({
      arithmetic: gauge.arithmetic,
      share: parseDecimal(gauge.share),
      value: parts[n]?.micro == null ? null : { num: parts[n].micro, den: MILLION },
    }));
    return {
      raw: valueOf(terms),
      coverage: Math.min(...parts.map(({ coverage }) => coverage)),
      flags: parts.reduce((bits, part) => bits | part.flags, 0),
      parts: parts.map(({ micro: _m, flags: _f, ...part }) => part),
      lack: mixed(parts),
    };
  });
}

/** Meters that are added must measure the same. */
function mixed(parts: readonly Part[]): Text | null {
  const units = new Set(parts.filter(({ arithmetic }) => arithmetic < '3').map(({ unit }) => unit));
  return units.size > 1
    ? {
        zh: `表计单位不一致：${[...units].join('、')}`,
        en: `the meters have different units: ${[...units].join(', ')}`,
      }
    : null;
}

async function sumsOf(db: Db, meterId: number, periods: readonly Period[]): Promise<IntervalSum[]> {
  const sums: IntervalSum[] = [];
  for (let at = 0; at < periods.length; at += MOST_INTERVALS)
    sums.push(...(await usageOver(db, [{ meterId, sign: 1 }], periods.slice(at, at + MOST_INTERVALS))));
  return sums;
}

/** All energy of a place: the standard coal of its energies of the same use and frequency, tce. */
async function sumOfEnergies(ground: Ground, item: Item, periods: readonly Period[]): Promise<Measured[]> {
  const [place, use] = [item.dataCode.slice(0, 8), item.dataCode.slice(14)];
  const items = (await itemsOf(ground.db, ground.platform.consumerId, { statTypes: [item.statType] })).filter(
    (one) =>
      one.dataCode.startsWith(place) &&
      one.dataCode.endsWith(use) &&
      (one.energyClassCode === '01' || one.energyClassCode === '02') &&
      one.energyTypeCode !== ALL_ENERGY,
  );
  if (items.length === 0)
    return periods.map(() => ({ ...NOTHING, coverage: 1, lack: { zh: '没有可合计的能源采集项', en: 'no energy item to add up' } })); // prettier-ignore
  const each: Computed[][] = [];
  for (const one of items) each.push(await figuresOf(ground, one, periods));
  return periods.map((_, i): Measured => {
    const figures = each.map((list) => list[i]).filter((one) => one !== undefined);
    let raw: Ratio | null = { num: 0n, den: 1n };
    for (const figure of figures) {
      const coal = coalOf(figure);
      raw = raw && coal && plus(raw, coal);
    }
    return {
      raw,
      coverage: Math.min(...figures.map(({ coverage }) => coverage)),
      flags: figures.reduce((bits, { flags }) => bits | flags, 0),
      parts: figures.flatMap(({ parts }) => parts),
      lack: figures.find(({ lack }) => lack !== null)?.lack ?? null,
    };
  });
}

/** Standard coal of a figure, tce, of its value before rounding; null where it or its coefficient are not known. */
function coalOf({ raw, ratioText, unit, item, parts }: Omit<Computed, 'period'>): Ratio | null {
  if (raw === null || ratioText === null) return null;
  const factor = unitFactor(baseUnit(item, parts, unit), unit.unit);
  const value = factor && over(raw, factor);
  return value && times(value, parseDecimal(ratioText));
}

/** A value before rounding as it is kept. */
export const rawText = (raw: Ratio | null): string | null => raw && decimalText(raw, RAW_DECIMALS);
