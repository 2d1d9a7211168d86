import * as z from 'zod';
import { dataCode } from '#contract/dataCode.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { id, idList, wordList, yesNo } from '#contract/param.ts';
import { defineRoute } from '#server/route.ts';
import type { MeterColumns, MeterList, SumColumns } from '../contract.ts';
import type { Level } from '#domain/time/bucket.ts';
import { asReceived } from './asReceived.ts';
import { BUCKET_CODES } from './column.ts';
import { readColumns } from './readColumns.ts';
import { AS_RECEIVED, INTERVALS, dateTime, interval } from './span.ts';

// A year of quarters of a hundred meters: beyond that the answer would not fit the memory of a browser.
const MOST_BUCKETS = 4_000_000;

const span = {
  interval: interval(),
  dataCodes: wordList().default(['PP']),
  fromDt: dateTime(),
  toDt: dateTime(),
  /** Coverage and quality flags of every bucket too. */
  quality: yesNo().default(false),
};

/** Energy, power and demand of one meter by bucket, or its readings as received. */
export const getData = defineRoute({
  method: 'GET',
  path: '/api/sdata/dataInterface/getData',
  summary: { zh: '单表数据：按间隔与数据代码', en: 'Data of one meter by interval and data codes' },
  permission: 'SDNMonitoring.Overview',
  prepared: true,
  params: z.object({ ammeterId: id(), ...span }),
  example: {
    ammeterId: 1,
    interval: Number(INTERVAL.hour),
    dataCodes: 'PP,PZ',
    fromDt: '2026-01-01',
    toDt: '2026-01-02',
  },
  handler: async ({ trx, params }): Promise<MeterColumns> => {
    const { ammeterId, interval: step, dataCodes, fromDt: from, toDt: to, quality } = params;
    if (step === AS_RECEIVED) return asReceived(trx, ammeterId, dataCodes, from, to);
    const codes = bucketCodes(dataCodes);
    const level = levelOf(step, from, to, 1);
    const [meter] = await readColumns(trx, { meterIds: [ammeterId], level, codes, from, to, quality });
    if (!meter) throw noSuchRow();
    return meter;
  },
});

/** The same of several meters, with their exact sum by bucket. Meters that the caller may not see are left out. */
export const getDataList = defineRoute({
  method: 'GET',
  path: '/api/sdata/dataInterface/getDataList',
  summary: { zh: '多表数据及合计', en: 'Data of several meters with their sum' },
  permission: 'SDNMonitoring.Overview',
  prepared: true,
  params: z.object({ ammeterIds: idList(), ...span }),
  example: {
    ammeterIds: '1,2',
    interval: Number(INTERVAL.day),
    dataCodes: 'PP',
    fromDt: '2026-01-01',
    toDt: '2026-02-01',
  },
  handler: async ({ trx, params }): Promise<MeterList> => {
    const { ammeterIds, interval: step, dataCodes, fromDt: from, toDt: to, quality } = params;
    if (step === AS_RECEIVED) throw badInterval();
    const codes = bucketCodes(dataCodes);
    const level = levelOf(step, from, to, ammeterIds.length);
    const list = await readColumns(trx, { meterIds: ammeterIds, level, codes, from, to, quality });
    return { list, total: sumOf(list, codes.filter(adds)) };
  },
});

/** The codes of buckets that were asked for, each once. @throws Fault 400 naming `dataCodes` */
export function bucketCodes(codes: readonly string[]): string[] {
  const upper = codes.map((code) => code.toUpperCase());
  const unknown = upper.find((code) => !BUCKET_CODES.includes(code));
  if (unknown === undefined && upper.length > 0) return [...new Set(upper)];
  const known = BUCKET_CODES.join(', ');
  throw badInput(
    { zh: `dataCodes：应为 ${known} 中的若干个`, en: `dataCodes: must be some of ${known}` },
    'dataCodes',
  );
}

const badInterval = () =>
  badInput(
    { zh: 'interval：多表仅支持 115、201、301、501、601', en: 'interval: 115, 201, 301, 501 or 601' },
    'interval',
  );

/** The level that an interval code asks for. @throws Fault 400 naming `interval`, or `toDt` where it is too much */
export function levelOf(step: number, from: string, to: string, meters: number, most = MOST_BUCKETS): Level {
  const known = INTERVALS[step];
  if (!known) throw badInterval();
  const buckets = (Math.max(0, Date.parse(to) - Date.parse(from)) / known.ms) * meters;
  if (buckets > most)
    throw badInput(
      {
        zh: '时间段过长，请加大间隔或缩短时间段',
        en: 'The interval is too long: ask for longer intervals or less time',
      },
      'toDt',
    );
  return known.level;
}

/** Energies and mean power add up; peaks of different instants do not. */
const adds = (code: string): boolean =>
  code === 'PZ' || /^R?CZ/.test(code) || dataCode(code)?.kind === 'register';

/** The exact sum by bucket: millionths are whole numbers, so that order does not matter. */
function sumOf(list: readonly MeterColumns[], codes: readonly string[]): SumColumns {
  const ts = [...new Set(list.flatMap((meter) => meter.ts))].sort((a, b) => a - b);
  const place = new Map(ts.map((at, i) => [at, i]));
  const meters = ts.map(() => 0);
  for (const meter of list)
    for (const at of meter.ts) {
      const i = place.get(at) ?? 0;
      meters[i] = (meters[i] ?? 0) + 1;
    }
  const values: Record<string, (number | null)[]> = {};
  for (const code of codes) {
    const sum: (number | null)[] = ts.map(() => null);
    for (const meter of list)
      meter.ts.forEach((at, i) => {
        const value = meter.values[code]?.[i] ?? null;
        if (value === null) return;
        const j = place.get(at) ?? 0;
        sum[j] = (sum[j] ?? 0) + Math.round(value * 1e6);
      });
    values[code] = sum.map((micros) => (micros === null ? null : micros / 1e6));
  }
  return { ts, values, meters };
}
