import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { wordList } from '#contract/param.ts';
import { notComparable } from '#domain/figure/change.ts';
import { sideOf } from '#domain/figure/amount.ts';
import { NO_SUM } from '#feature/meters/reading/server/public.ts';
import { dateAt } from '#domain/time/text.ts';
import { contextOf, subjectParams } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import {
  CHARGE_CODES,
  type ChargeChart,
  type ChargeCode,
  type ChargeSeries,
  PERIOD_CODES,
  SERIES_TYPES,
  type SeriesType,
  TYPES_OF,
} from '../contract.ts';
import { lessBy, intervalOf } from '../domain/interval.ts';
import { exactOf, isCost, numberOf, sumsOf } from './amounts.ts';

export const CHARGE = 'SDNPowerAdmin.SDNCoulometryChargeAnalysis';

/** Charge codes of a comma list. @throws Fault 400 naming those that are known */
function chargeCodes(words: readonly string[]): ChargeCode[] {
  return words.map((word) => {
    const code = CHARGE_CODES.find((one) => one === word.toUpperCase());
    if (code) return code;
    const known = CHARGE_CODES.join(', ');
    throw badInput({ zh: `dataCodes：应为 ${known}`, en: `dataCodes: some of ${known}` }, 'dataCodes');
  });
}

function seriesTypes(words: readonly string[], allowed: readonly SeriesType[]): SeriesType[] {
  if (words.length === 0) return [...allowed];
  return words.map((word) => {
    const type = allowed.find((one) => String(one) === word);
    if (type) return type;
    const known = allowed.join(', ');
    throw badInput({ zh: `types：应为 ${known}`, en: `types: some of ${known}` }, 'types');
  });
}

/** The series of a day, month or year with those it is compared with. */
export const getChargeChart = defineRoute({
  method: 'GET',
  path: '/api/sdata/chargeAnalysis/getChargeChart',
  summary: { zh: '电量电费图：按时段代码与系列类型', en: 'Charge chart by period code and series types' },
  permission: CHARGE,
  params: z.object({
    ...subjectParams,
    periodCode: z.enum(PERIOD_CODES).default(INTERVAL.hour),
    types: wordList().default([]),
    dataCodes: wordList().default(['CZ']),
    dt: z.iso.date().optional(),
  }),
  example: { consumerId: 1001, periodCode: INTERVAL.hour, types: '1,2,3,4', dataCodes: 'CZ,PP' },
  handler: async ({ trx, params }): Promise<ChargeChart> => {
    const codes = chargeCodes(params.dataCodes);
    const types = seriesTypes(params.types, TYPES_OF[params.periodCode]);
    const now = Date.now();
    const context = await contextOf(trx, params, now);
    const date = params.dt ?? dateAt(context.zone, now);
    const series: ChargeSeries[] = [];
    for (const type of types)
      series.push(...(await seriesOf(trx, context, params.periodCode, type, date, codes)));
    return { periodCode: params.periodCode, date, timeZone: context.zone.name, series };
  },
});

async function seriesOf(
  trx: Db,
  { zone, signed, subject, expected }: Awaited<ReturnType<typeof contextOf>>,
  code: (typeof PERIOD_CODES)[number],
  type: SeriesType,
  date: string,
  codes: readonly ChargeCode[],
): Promise<ChargeSeries[]> {
  const drawn = intervalOf(zone, code, type, date);
  if (!drawn) return [];
  const find = async (interval: typeof drawn) => {
    const sums = await sumsOf(trx, signed, interval.buckets);
    const values = (one: ChargeCode): [string, bigint | null][] =>
      interval.buckets.map(({ place }, i) => [place, sums[i] ? exactOf(sums[i], one) : null]);
    const sides = interval.buckets.map(
      (bucket, i) => [bucket.place, sideOf(sums[i] ?? NO_SUM, bucket)] as const,
    );
    return { values, sides };
  };
  const own = await find(drawn);
  const month = type === 10 || type === 12 ? intervalOf(zone, code, 5, date) : null;
  const present = month ? await find(month) : null;
  // Days are laid beside days that are known as well: the others have no change.
  const then = new Map(own.sides);
  const alike = new Set(
    present?.sides.flatMap(([place, now]) => {
      const before = then.get(place);
      const why = before ? notComparable(now, before) : 'before';
      return why === null || why === 'zero' ? [place] : [];
    }),
  );
  // Of changes the places that are over are told alone.
  const running = present
    ? undefined
    : drawn.buckets.find(({ from, to }) => from <= expected.now && expected.now < to);
  return codes.map((one) => {
    // A day that is not over is not less than another.
    const over = (month?.buckets ?? []).filter(({ to }) => to <= expected.now).length;
    const data = present
      ? lessBy(
          present.values(one).slice(0, over),
          own.values(one).filter(([place]) => alike.has(place)),
          (a, b) => a - b,
        )
      : own.values(one);
    const known = data.flatMap(([, value]) => (value === null ? [] : [value]));
    return {
      type,
      title: SERIES_TYPES[type],
      dataCode: one,
      unit: isCost(one) ? 'CNY' : subject.unit,
      from: (month ?? drawn).from,
      to: (month ?? drawn).to,
      running: running?.place ?? null,
      data: data.map(([place, value]) => [place, numberOf(one, value)] as const),
      total: known.length === 0 ? null : numberOf(one, known.reduce((sum, value) => sum + value, 0n)), // prettier-ignore
    };
  });
}
