import * as z from 'zod';
import { hourlyUnit } from '#contract/energyType.ts';
import { badInput } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { idList } from '#contract/param.ts';
import { bucketBounds, type Level } from '#domain/time/bucket.ts';
import { analysisContextOf } from '#feature/meters/analysisFrame/server/public.ts';
import { subjectParams } from '#feature/meters/subject/server/public.ts';
import { powerCurves } from '#feature/meters/reading/server/public.ts';
import { defineRoute } from '#server/route.ts';
import { type LoadCurve, CURVE_INTERVALS } from '../contract.ts';

const MOST_METERS = 30;
/** Intervals of all curves together: more is no answer to look at. */
const MOST_INTERVALS = 20_000;

/**
 * The power that meters told over a range of up to a year, however many readings that were: of each interval the lowest
 * and the highest, with their instants. The interval is the shortest of quarter, hour, day and month that keeps the curve
 * within `points`.
 */
export const getCurve = defineRoute({
  method: 'GET',
  path: '/api/analysis/load/getCurve',
  summary: {
    zh: '功率曲线：逐段最低与最高，最多一年',
    en: 'Curve of power: lowest and highest of each interval, up to a year',
  },
  permission: 'SDNPowerAdmin.SDNLoadAnalysis',
  prepared: true,
  params: z.object({
    ...subjectParams,
    begin: z.iso.date().optional(),
    end: z.iso.date().optional(),
    /** Meters of the same enterprise; those that stand for the object by default. */
    ammeterIds: idList().optional(),
    /** Points that a curve may have, two of each interval. */
    points: z.coerce.number().int().min(24).max(20_000).default(1000),
  }),
  example: { consumerId: 1001, points: 1000 },
  handler: async ({ trx, params: { ammeterIds, points, ...params } }): Promise<LoadCurve> => {
    const context = await analysisContextOf(trx, { ...params, interval: INTERVAL.day }, Date.now());
    const { zone, range, signed, organisation, question, subject } = context;
    const names = new Map(organisation.meters.map((meter) => [meter.id, meter.name]));
    const ids = [...new Set(ammeterIds ?? signed.map((one) => one.meterId))].filter((id) => names.has(id));
    if (ids.length > MOST_METERS)
      throw badInput(
        { zh: `一次最多 ${MOST_METERS} 块表计，请选择`, en: `At most ${MOST_METERS} meters at once, choose some` },
        'ammeterIds',
      );
    const most = Math.min(points / 2, MOST_INTERVALS / Math.max(1, ids.length));
    const level = ([1, 2, 3] as const).find((one) => bucketBounds(zone, one, range.from, range.to).length - 1 <= most) ?? 4;
    const curves = await powerCurves(trx, ids, level satisfies Level, range);
    return {
      begin: question.begin,
      end: question.end,
      ...range,
      timeZone: zone.name,
      unit: hourlyUnit(subject.unit),
      stretch: CURVE_INTERVALS[level],
      list: curves.map(({ meterId, ...curve }) => ({
        ammeterId: meterId,
        ammeterName: names.get(meterId) ?? '',
        ...curve,
      })),
    };
  },
}); // prettier-ignore
