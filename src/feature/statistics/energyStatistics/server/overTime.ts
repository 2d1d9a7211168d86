import type { Range } from '#domain/fold/reach.ts';
import { bucketStart } from '#domain/time/bucket.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import { type AnalysisContext, bucketLabel, LAST_YEAR } from '#feature/meters/analysisFrame/server/public.ts';
import { shiftedEnd } from '#domain/time/shift.ts';
import type { Db } from '#server/database/db.ts';
import { bucketIntervals, type Ground, wholeIntervals } from './asked.ts';
import { comprehensive, type Comprehensive } from './comprehensive.ts';
import { told } from './quality.ts';
import { type Places, qualityAt, statisticCells } from './row.ts';

/** A statistic over time: the whole and each bucket, from one count. */
export interface OverTime {
  readonly found: Comprehensive;
  readonly whole: Required<Omit<Places, 'running'>>;
  readonly buckets: readonly Range[];
  readonly rows: readonly AnalysisRow[];
}

/** Comprehensive energy of each bucket, beside the same bucket a year before and the one before it. */
export async function overTime(trx: Db, context: AnalysisContext, ground: Ground): Promise<OverTime> {
  const { zone, level, until, expected } = context;
  const { intervals, places: whole } = wholeIntervals(context);
  const buckets = bucketIntervals(context);
  const first = intervals.length;
  const n = buckets.length;
  const back = (t: number): number => shiftedEnd(zone, t, LAST_YEAR);
  const found = await comprehensive(trx, ground, ground.meters, [
    ...intervals,
    ...buckets,
    ...buckets.map(({ from, to }) => ({ from: back(from), to: Math.max(back(from), back(to)) })),
    { from: bucketStart(zone, level, context.range.from - 1), to: context.range.from },
  ]);
  const total = found.totals[whole.own]?.coal ?? null;
  const rows = buckets.map(({ from, to }, i): AnalysisRow => {
    const over = to <= until;
    const places: Places = {
      own: first + i,
      ...(over
        ? { before: i > 0 ? first + i - 1 : first + 2 * n, lastYear: first + n + i }
        : { running: true }),
    };
    const { cells, why } = statisticCells(found, places, total, ground.config);
    return {
      key: String(from),
      cells: { time: bucketLabel(zone, level, from), ...cells },
      why,
      ...told(qualityAt(found, first + i, context)),
      ...(from <= expected.now && !over ? { unfinished: true } : {}),
    };
  });
  return { found, whole, buckets, rows };
}
