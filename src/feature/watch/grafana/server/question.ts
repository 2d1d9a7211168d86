import { sql } from 'kysely';
import * as z from 'zod';
import { dataCode } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { idList, pageOf, paging, wordList } from '#contract/param.ts';
import type { Page } from '#contract/envelope.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import {
  AS_RECEIVED,
  asReceived,
  bucketCodes,
  dateTime,
  interval,
  levelOf,
  readColumns,
} from '#feature/meters/dataInterface/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { checkParams, dropEmpty } from '#server/plugin/params.ts';

/** What may be asked at the reading door. */
interface Question {
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodType;
  /** JSON schema of a row. */
  readonly row: object;
  /** The answer within the scope of the executor. @throws Fault 400 naming the parameter, 404 for what is out of scope */
  readonly answer: (trx: Db, given: unknown) => Promise<Page<object>>;
}

const question = <S extends z.ZodType>(
  one: Pick<Question, 'path' | 'summary' | 'row'> & {
    readonly params: S;
    readonly answer: (trx: Db, params: z.output<S>) => Promise<Page<object>>;
  },
): Question => ({
  ...one,
  answer: (trx, given) => one.answer(trx, checkParams(one.params, dropEmpty(given))),
});

/** The most values of one answer of figures: meters × buckets × codes. */
const MOST_VALUES = 100_000;
const MOST_METERS = 100;
const MOST_DAYS_OF_READINGS = 31;

const INTEGER = { type: 'integer' };
const NUMBER = { type: ['number', 'null'] };
const TEXT = { type: 'string' };
const MAYBE_TEXT = { type: ['string', 'null'] };
const MAYBE_ID = { type: ['integer', 'null'] };
const STAMP = { type: 'string', format: 'date-time' };

const rowOf = (properties: object, more: object | false = false): object => ({
  type: 'object',
  properties,
  additionalProperties: more,
});

const span = { dataCodes: wordList().default(['PP']), fromDt: dateTime(), toDt: dateTime() };
const iso = (ms: number): string => new Date(ms).toISOString();

/** The meters of a page, by id. */
async function meterPage(
  trx: Db,
  ids: readonly number[] | undefined,
  page: { current: number; pageSize: number },
) {
  const asked = sql`(${ids === undefined} or id = any (${ids ?? []}))`;
  const { rows } = await sql<{ id: number }>`select id from ammeter where ${asked}
    order by id limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from ammeter where ${asked}`.execute(trx);
  return { meterIds: rows.map(({ id }) => id), total: counts[0]?.total ?? 0 };
}

/** Energy, power and demand of meters by bucket; a page is one of meters. */
const figures = question({
  path: '/api/grafana/figures',
  summary: 'Figures of meters by interval, a row a meter, bucket and code / 表计数据（按间隔）',
  params: z.object({
    ...paging,
    ...span,
    pageSize: z.coerce.number().int().min(1).max(MOST_METERS).default(MOST_METERS),
    interval: interval().default(Number(INTERVAL.hour)),
    ammeterIds: idList().optional(),
  }),
  row: rowOf({
    time: STAMP,
    meterId: INTEGER,
    meterCode: TEXT,
    meterName: TEXT,
    code: TEXT,
    value: NUMBER,
    unit: TEXT,
    coveredSeconds: { ...NUMBER, 'x-unit': 's' },
  }),
  answer: async (trx, params) => {
    const { interval: step, dataCodes, fromDt: from, toDt: to, ammeterIds } = params;
    if (step === AS_RECEIVED)
      throw badInput(
        {
          zh: 'interval：原始读数请用 /api/grafana/readings',
          en: 'interval: ask /api/grafana/readings for readings',
        },
        'interval',
      );
    const codes = bucketCodes(dataCodes);
    const page = pageOf(params);
    const { meterIds, total } = await meterPage(trx, ammeterIds, page);
    const level = levelOf(step, from, to, meterIds.length * codes.length, MOST_VALUES);
    const columns = await readColumns(trx, { meterIds, level, codes, from, to, quality: true });
    const list = columns.flatMap((meter) =>
      meter.ts.flatMap((ts, i) =>
        codes.map((code) => ({
          time: iso(ts),
          meterId: meter.ammeterId,
          meterCode: meter.ammeterCode,
          meterName: meter.ammeterName,
          code,
          value: meter.values[code]?.[i] ?? null,
          unit: unitOf(code, meter.unit),
          coveredSeconds: meter.coveredSeconds?.[i] ?? null,
        })),
      ),
    );
    return { list, pagination: { ...page, total } };
  },
});

/** Costs are money, power has its own unit, what a register counts that of the meter. */
const unitOf = (code: string, unit: string): string => {
  if (/^R?CZ/.test(code)) return 'CNY';
  if (code === 'PZMAX' || code === 'PZMIN') return dataCode('PZ')?.unit ?? unit;
  return dataCode(code)?.unit ?? unit;
};

/** The readings of one meter that count, as received. */
const readings = question({
  path: '/api/grafana/readings',
  summary: 'Readings of one meter as received, a row a reading / 单表原始读数',
  params: z.object({
    ...paging,
    ...span,
    pageSize: z.coerce.number().int().min(1).max(10_000).default(10_000),
    ammeterId: z.coerce.number().int().min(1).max(2_147_483_647),
  }),
  row: rowOf({ time: STAMP }, { ...NUMBER, description: 'by data code' }),
  answer: async (trx, params) => {
    const { ammeterId, dataCodes, fromDt: from, toDt: to } = params;
    if (Date.parse(to) - Date.parse(from) > MOST_DAYS_OF_READINGS * DAY_MS)
      throw badInput(
        {
          zh: `toDt：原始读数最多 ${MOST_DAYS_OF_READINGS} 天`,
          en: `toDt: readings of at most ${MOST_DAYS_OF_READINGS} days at a time`,
        },
        'toDt',
      );
    const page = pageOf(params);
    const meter = await asReceived(trx, ammeterId, dataCodes, from, to);
    const begin = (page.current - 1) * page.pageSize;
    const list = meter.ts.slice(begin, begin + page.pageSize).map((ts, i) => ({
      time: iso(ts),
      ...Object.fromEntries(
        Object.entries(meter.values).map(([code, values]) => [code, values[begin + i] ?? null]),
      ),
    }));
    return { list, pagination: { ...page, total: meter.ts.length } };
  },
});

/** Records of alarms, the newest first. */
const alarms = question({
  path: '/api/grafana/alarms',
  summary: 'Alarm records, the newest first / 告警记录',
  params: z.object({
    ...paging,
    pageSize: z.coerce.number().int().min(1).max(1000).default(1000),
    fromDt: z.iso.datetime({ offset: true }).optional(),
    toDt: z.iso.datetime({ offset: true }).optional(),
    active: z.enum(['0', '1']).optional(),
    levels: wordList().optional(),
  }),
  row: rowOf({
    id: INTEGER,
    time: STAMP,
    clearedAt: MAYBE_TEXT,
    name: TEXT,
    level: TEXT,
    active: { type: 'boolean' },
    process: TEXT,
    raiseCount: INTEGER,
    siteId: MAYBE_ID,
    siteName: MAYBE_TEXT,
    meterId: MAYBE_ID,
    peakValue: NUMBER,
    limitValue: NUMBER,
  }),
  answer: async (trx, params) => {
    const { fromDt = null, toDt = null, active = null, levels = null } = params;
    const page = pageOf(params);
    const wanted = sql`alarm_record r where (${fromDt}::timestamptz is null or r.raised_at >= ${fromDt})
      and (${toDt}::timestamptz is null or r.raised_at < ${toDt})
      and (${active}::text is null or r.alarm_status = ${active})
      and (${levels}::text[] is null or r.alarm_level = any (${levels})) and r.revision is distinct from 'withdrawn'`;
    const { rows } = await sql<object>`
      select r.id, r.raised_at as time, r.cleared_at as "clearedAt", shown_name(r.record_name, r.record_name_en) as name,
        r.alarm_level as level, r.alarm_status = '1' as active, r.process, r.raise_count as "raiseCount", r.site_id as "siteId",
        (select shown_name(s.org_name, s.org_name_en) from monitor_site s where s.id = r.site_id) as "siteName",
        r.ammeter_id as "meterId", r.peak_value::double precision as "peakValue",
        r.limit_value::double precision as "limitValue"
      from ${wanted} order by r.raised_at desc, r.id desc
      limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
    const { rows: counts } = await sql<{
      total: number;
    }>`select count(*)::integer as total from ${wanted}`.execute(trx);
    return { list: rows, pagination: { ...page, total: counts[0]?.total ?? 0 } };
  },
});

/** What Grafana may ask. */
export const QUESTIONS: readonly Question[] = [figures, readings, alarms];
