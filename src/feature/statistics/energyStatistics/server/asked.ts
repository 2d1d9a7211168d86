import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import {
  type AnalysisContext,
  equalPeriods,
  LAST_YEAR,
  previousPeriod,
} from '#feature/meters/analysisFrame/server/public.ts';
import { type Factors, factorsOf } from '#feature/statistics/coefficient/server/public.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { metersOfList, metersOfOrg, type MetersByType } from './comprehensive.ts';
import { configOf, type StatisticsConfig } from './config.ts';
import type { Places } from './row.ts';

/** With what a statistic is computed. */
export interface Ground {
  readonly zone: Zone;
  readonly factors: Factors;
  readonly config: StatisticsConfig;
  /** Who is asked about. */
  readonly meters: MetersByType;
}

/** Settings, factors and meters of the question. */
export async function groundOf(trx: Db, context: AnalysisContext): Promise<Ground> {
  const { organisation, subject, zone, signed } = context;
  const config = await configOf(trx, organisation.consumerId);
  return {
    zone,
    config,
    factors: await factorsOf(trx, organisation, subject),
    meters:
      subject.orgId === null
        ? metersOfList(organisation, signed, config)
        : metersOfOrg(organisation, subject.orgId, config),
  };
}

/** The range, its part that is over, and the intervals that it is held against. */
export function wholeIntervals(context: AnalysisContext): {
  intervals: Range[];
  places: Required<Omit<Places, 'running'>>;
} {
  const before = equalPeriods(context, previousPeriod(context));
  const year = equalPeriods(context, LAST_YEAR);
  return {
    intervals: [context.range, before.own, before.before, year.before],
    places: { own: 0, compared: 1, before: 2, lastYear: 3 },
  };
}

/** The buckets of the range. */
export function bucketIntervals({ zone, level, range }: AnalysisContext): Range[] {
  const bounds = bucketBounds(zone, level, range.from, range.to);
  return bounds.slice(0, -1).map((from, i) => ({ from, to: bounds[i + 1] ?? from }));
}
