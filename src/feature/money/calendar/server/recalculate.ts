import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { fileRepair } from '#feature/meters/recalculation/server/public.ts';
import { extentsOf, markIntervals } from '#feature/meters/reading/server/public.ts';
import { defineRoute } from '#server/route.ts';

/** Asks for the energy per period of a meter, or of all meters of an enterprise, to be made again. */
export const editRecalcBcpp = defineRoute({
  method: 'POST',
  path: '/api/archive/classConfig/editRecalcBcpp',
  summary: { zh: '重新计算分时段电量', en: 'Make the energy per period again' },
  permission: 'archive.timezone.edit',
  params: z.object({
    consumerId: id(),
    dataAmmeterId: id().optional(),
    fromDt: z.iso.date(),
    toDt: z.iso.date(),
  }),
  example: { consumerId: 1001, fromDt: '2026-01-01', toDt: '2026-01-31' },
  handler: async ({ trx, caller, services, params: { consumerId, dataAmmeterId, fromDt, toDt } }) => {
    if (toDt < fromDt)
      throw badInput({ zh: '结束日期早于开始日期', en: 'The end is before the beginning' }, 'toDt');
    const { rows } = await sql<{ id: number; zone: string }>`
      select a.id, s.time_zone as zone from ammeter a join monitor_site s on s.id = a.site_id
      where a.consumer_id = ${consumerId} and (a.id = ${dataAmmeterId ?? null} or ${dataAmmeterId === undefined})`.execute(
      trx,
    );
    if (dataAmmeterId !== undefined && rows.length === 0) throw noSuchRow();
    const zones = new Map(rows.map((row) => [row.id, zoneOf(row.zone)]));
    const extents = await extentsOf(trx, [...zones.keys()]);
    const intervals = extents.flatMap(({ meterId, first, last }) => {
      const zone = zones.get(meterId);
      if (!zone) return [];
      // The last day is part of the interval.
      const from = Math.max(first, zone.startOfDay(dayOfDate(fromDt)));
      const to = Math.min(last, zone.startOfDay(dayOfDate(toDt) + 1));
      return from < to ? [{ meterId, from, to }] : [];
    });
    await markIntervals(trx, intervals);
    const meterIds = intervals.map((interval) => interval.meterId);
    await fileRepair({ trx, caller, services }, consumerId, `${fromDt} – ${toDt}`, meterIds);
    return { meters: intervals.length };
  },
});
