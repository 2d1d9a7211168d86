import { type FigureSettings, figureShown, figureValue, levelOfFigure } from '#domain/alarm/figure.ts';
import type { Value } from '#domain/alarm/replay.ts';
import { visibleMeter } from '#feature/meters/reading/server/public.ts';
import { bucketsOf } from '#feature/watch/judge/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { CurvePart } from '../contract.ts';

/** The hours or days of a meter that lie in [from, to) (ms), to their ends, as they are known now. @throws Fault 404 for a meter out of scope */
async function bucketsIn(db: Db, ammeterId: number, { of }: FigureSettings, from: number, to: number) {
  const { zone } = await visibleMeter(db, ammeterId);
  return bucketsOf(db, { meterId: ammeterId, zone, level: levelOfFigure(of), figures: [of] }, from + 1, to);
}

/** The figures by which a rule is judged over [from, to): each at the end of its bucket, as it is live. */
export async function figureValues(
  db: Db,
  ammeterId: number,
  figure: FigureSettings,
  from: number,
  to: number,
): Promise<Value[]> {
  const buckets = await bucketsIn(db, ammeterId, figure, from, to);
  return buckets.map((one) => ({ at: one.end, value: figureValue(one, figure) }));
}

/** The same as a curve: each bucket from its begin. */
export async function bucketParts(
  db: Db,
  ammeterId: number,
  figure: FigureSettings,
  from: number,
  to: number,
): Promise<CurvePart[]> {
  const buckets = await bucketsIn(db, ammeterId, figure, from, to);
  return buckets.map((one) => {
    const value = figureShown(one, figure);
    return { at: Math.max(one.start, from), low: value, high: value, mean: value };
  });
}
