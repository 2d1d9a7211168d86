import { dataCode as codeOf, ENERGY_CODES, unitOfCode } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import { INTERVALS } from '#contract/interval.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import {
  gaugeBuckets,
  type MeterBucket,
  readingsOf,
  usageOf,
  visibleMeter,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { SeriesWire } from '../contract.ts';
import { bandsOf, limitsOf } from './limits.ts';
import { RAW, spanOf, type SpanParams } from './span.ts';

/** What stands for an interval of a gauge: the mean of its readings, the highest or the lowest. */
export const FOLDS = ['mean', 'max', 'min'] as const;
export type Fold = (typeof FOLDS)[number];

/** More points than that are thinned to the lowest and highest of each part. */
const MOST_POINTS = 4000;

export interface SeriesQuery extends SpanParams {
  readonly ammeterId: number;
  readonly dataCode: string;
  readonly fold: Fold;
}

/**
 * A value of a meter over days, with its limits and alarms: registers as energy of each interval, gauges as mean, highest or
 * lowest of it, both as received where that is asked for.
 * @throws Fault 400 naming the field for an unknown code, a reversed range, or one longer than the interval allows; 404
 */
export async function seriesOf(trx: Db, query: SeriesQuery, now: number): Promise<SeriesWire> {
  const code = codeOf(query.dataCode);
  if (!code)
    throw badInput(
      { zh: `数据代码：没有 ${query.dataCode}`, en: `Data code: there is no ${query.dataCode}` },
      'dataCode',
    );
  const { zone, unit, name } = await visibleMeter(trx, query.ammeterId);
  const { from, to } = spanOf(zone, query, now);
  const { points, thinnedFrom } = await pointsOf(trx, query, code, from, to);
  return {
    ammeterId: query.ammeterId,
    ammeterName: name,
    dataCode: code.code,
    label: code.label,
    unit: unitOfCode(code.code, unit),
    timeZone: zone.name,
    kind: code.kind,
    points,
    thinnedFrom,
    limits: await limitsOf(trx, query.ammeterId, code.code),
    alarms: await bandsOf(trx, query.ammeterId, code.code, from, to),
  };
}

type Points = readonly (readonly [number, number | null])[];

async function pointsOf(
  trx: Db,
  { ammeterId, interval, fold }: SeriesQuery,
  { code, kind }: { readonly code: string; readonly kind: string },
  from: number,
  to: number,
): Promise<{ points: Points; thinnedFrom: number | null }> {
  if (from >= to) return { points: [], thinnedFrom: null };
  if (interval === RAW) {
    const { points, total } = await readingsOf(trx, ammeterId, code, from, to, MOST_POINTS);
    return {
      points: points.map(({ ts, value }) => [ts, value]),
      thinnedFrom: total > points.length ? total : null,
    };
  }
  const { level } = INTERVALS[interval];
  const known = new Map(
    kind === 'gauge'
      ? (await gaugeBuckets(trx, ammeterId, code, level, from, to)).map((one) => [one.ts, one[fold]])
      : (await usageOf(trx, [ammeterId], level, from, to)).map((one) => [one.ts, energyOf(one, code)]),
  );
  const { zone } = await visibleMeter(trx, ammeterId);
  // Every interval has its point: what is not known is a gap.
  const starts = bucketBounds(zone, level, from, to).slice(0, -1);
  return { points: starts.map((ts) => [ts, known.get(ts) ?? null]), thinnedFrom: null };
}

const energyOf = ({ energies }: MeterBucket, code: string): number | null => {
  const energy = energies[(ENERGY_CODES as readonly string[]).indexOf(code)] ?? null;
  return energy === null ? null : microToNumber(energy);
};
