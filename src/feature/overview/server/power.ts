import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL, QUARTER_MS } from '#domain/time/bucket.ts';
import { readingsOf, usageSum } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { PowerCurve } from '../contract.ts';
import { periodOf } from '../domain/period.ts';
import { demandUnitOf } from './figures.ts';
import type { AskedDay } from './question.ts';

type Points = [number, number | null][];

/** More points than a wide screen has pixels for are thinned to the lowest and highest of each stretch. */
const MOST_POINTS = 1000;

/**
 * The power of a day beside the day before: readings of active power where one electricity meter stands for the node
 * and sends them, else the mean power of each quarter of an hour that every meter has measured.
 */
export async function powerOf(trx: Db, asked: AskedDay): Promise<PowerCurve> {
  const { zone, question, day, signed, subject } = asked;
  const before = periodOf(zone, 'day', question.date, 1);
  const head = { ...question, ...day, unit: demandUnitOf(subject.unit) };
  const [only, ...more] = signed;
  if (only && more.length === 0 && only.sign === 1 && subject.dataType === '1') {
    const points = await readings(trx, asked, only.meterId, day);
    if (points.length > 0)
      return {
        ...head,
        source: 'PZ',
        points,
        before: moved(await readings(trx, asked, only.meterId, before), before, day),
      };
  }
  const [points, earlier] = await Promise.all([means(trx, asked, day), means(trx, asked, before)]);
  return { ...head, source: 'mean', points, before: moved(earlier, before, day) };
}

/** Readings with a null between two that lie further apart than their meter's steps. */
async function readings(
  trx: Db,
  { expected }: AskedDay,
  meterId: number,
  { from, to }: Range,
): Promise<Points> {
  const { points } = await readingsOf(trx, meterId, 'PZ', from, to, MOST_POINTS);
  const gap = Math.max(3 * expected.stepMs, (3 * (to - from)) / MOST_POINTS);
  const curve: Points = [];
  for (const { ts, value } of points) {
    const last = curve.at(-1);
    if (last && ts - last[0] > gap) curve.push([Math.round((last[0] + ts) / 2), null]);
    curve.push([ts, value]);
  }
  return curve;
}

/** Mean power in the middle of each quarter of an hour; a quarter that a meter lacks is a gap. */
async function means(trx: Db, { signed, expected }: AskedDay, { from, to }: Range): Promise<Points> {
  const buckets = await usageSum(trx, signed, LEVEL.quarter, from, Math.min(to, expected.now));
  return buckets.map(({ ts, end, energy, missing }) => [
    ts + QUARTER_MS / 2,
    energy === null || missing.length > 0 || end > expected.now ? null : microToNumber(energy * 4n),
  ]);
}

/** A curve of the day before on the clock of the day. */
const moved = (points: Points, before: Range, day: Range): Points =>
  points
    .map(([t, value]): [number, number | null] => [t - before.from + day.from, value])
    .filter(([t]) => t < day.to);
