import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import type { LoadStatistic, LoadStep } from '../contract.ts';
import { type KnownLoad, loadAt, powerOf, type Stretch } from '../domain/load.ts';
import { type AnalysisContext, bucketLabel } from '#feature/meters/analysisFrame/server/public.ts';
import { loadsKnown } from './loadKnown.ts';

/** Load of a stretch, without the stretch. */
export type StretchLoad = Omit<LoadStatistic, 'dtType' | 'date'>;

/** Under the names of the specification: highest, lowest, mean, rate (mean ÷ highest) and difference. */
function told({ zone }: AnalysisContext, known: KnownLoad, interval: LoadStep | null): StretchLoad {
  const { max, min, mean, rate, spread } = loadAt(known, interval);
  const at = (one: Stretch | null): string | null => one && bucketLabel(zone, 1, one.ts);
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

/** Load of stretches of whole days that are laid beside each other, at one step. */
export async function loadsOver(
  trx: Db,
  asked: AnalysisContext,
  stretches: readonly Range[],
): Promise<StretchLoad[]> {
  const { step, loads } = await loadsKnown(trx, asked, stretches);
  return loads.map((known) => told(asked, known, step));
}
