import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import type { LoadStatistic, LoadStep } from '../contract.ts';
import { type KnownLoad, loadAt, powerOf, type Interval } from '../domain/load.ts';
import { type AnalysisContext, bucketLabel } from '#feature/meters/analysisFrame/server/public.ts';
import { loadsKnown } from './loadKnown.ts';

/** Load of an interval, without the interval. */
export type IntervalLoad = Omit<LoadStatistic, 'dtType' | 'date'>;

/** Under the names of the specification: highest, lowest, mean, rate (mean ÷ highest) and difference. */
function reported({ zone }: AnalysisContext, known: KnownLoad, interval: LoadStep | null): IntervalLoad {
  const { max, min, mean, rate, spread } = loadAt(known, interval);
  const at = (one: Interval | null): string | null => one && bucketLabel(zone, 1, one.ts);
  return {
    interval,
    pZMax: powerOf(max),
    pZMaxTime: at(max),
    pZMin: powerOf(min),
    pZMinTime: at(min),
    pZAvg: mean,
    pZRate: rate,
    ppvdv: spread,
  };
}

/** Load of intervals of whole days that are laid beside each other, at one step. */
export async function loadsOver(
  trx: Db,
  context: AnalysisContext,
  intervals: readonly Range[],
): Promise<IntervalLoad[]> {
  const { step, loads } = await loadsKnown(trx, context, intervals);
  return loads.map((known) => reported(context, known, step));
}
