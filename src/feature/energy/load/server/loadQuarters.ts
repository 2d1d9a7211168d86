import * as z from 'zod';
import { hourlyUnit } from '#contract/energyType.ts';
import { analysisContextOf } from '#feature/meters/analysisFrame/server/public.ts';
import { subjectParams } from '#feature/meters/subject/server/public.ts';
import { INTERVAL } from '#contract/interval.ts';
import { measuredQuarters, usageSum } from '#feature/meters/reading/server/public.ts';
import { defineRoute } from '#server/route.ts';
import type { LoadQuarters } from '../contract.ts';
import { powerOf } from '../domain/load.ts';
import { quartersKnown, runsOf } from '../domain/quarters.ts';
import { wholeOf } from './loadKnown.ts';

/** To the thousandth: watts of a kilowatt. */
const rounded = (power: number | null): number | null =>
  power === null ? null : Math.round(power * 1000) / 1000;

/**
 * Mean power of every quarter of an hour of up to a year, for a picture of days beside each other. A quarter that was not
 * measured has the mean of its hour where that is known as a whole, else nothing: a gap stays a gap.
 */
export const getQuarters = defineRoute({
  method: 'GET',
  path: '/api/analysis/load/getQuarters',
  summary: {
    zh: '逐 15 分钟平均功率，最多一年',
    en: 'Mean power of every quarter of an hour, up to a year',
  },
  permission: 'SDNPowerAdmin.SDNLoadAnalysis',
  prepared: true,
  params: z.object({ ...subjectParams, begin: z.iso.date().optional(), end: z.iso.date().optional() }),
  example: { consumerId: 1001, begin: '2026-11-01', end: '2026-11-02' },
  handler: async ({ trx, params }): Promise<LoadQuarters> => {
    const context = await analysisContextOf(trx, { ...params, interval: INTERVAL.day }, Date.now());
    const { zone, range, signed, question, subject, until } = context;
    const quarters = await measuredQuarters(trx, signed, range);
    const hours = wholeOf(await usageSum(trx, signed, 2, range.from, range.to), until);
    const known = quartersKnown(range, until, quarters, hours);
    return {
      begin: question.begin,
      end: question.end,
      ...range,
      until: question.until,
      timeZone: zone.name,
      unit: hourlyUnit(subject.unit),
      power: known.map((one) => rounded(one && powerOf(one.interval))),
      hourly: runsOf(known.map((one) => one?.hourly === true)),
    };
  },
});
