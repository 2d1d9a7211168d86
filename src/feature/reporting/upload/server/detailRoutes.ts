import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import type { Language } from '#contract/text.ts';
import { FIGURE_STATES, type FigureState, type StatType } from '#contract/upload.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { parseDecimal, times } from '#domain/decimal/decimal.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { FigureAnswer, FigureRow, ReceiptLine } from '../contract.ts';
import type { Part } from '../domain/figure.ts';
import { halfIn } from '#contract/inBoth.ts';
import { LEVEL_OF, periodName } from '../domain/period.ts';
import { decimalText } from '../domain/value.ts';
import { SEE } from './permission.ts';
import { type Platform, platformById } from './platform.ts';

interface Row extends Omit<FigureRow, 'statDate' | 'period' | 'settledAt'> {
  readonly platformId: number;
  readonly at: Date;
  readonly settled: Date | null;
}

const COLUMNS = sql`d.id, d.platform_id as "platformId", d.item_id as "itemId",
  shown_name(d.item_name, coalesce(d.item_name_en, (select i.collect_item_name_en from data_collect_configure i
    where i.id = d.item_id and left(i.collect_item_name, 30) = d.item_name))) as "itemName",
  d.data_code as "dataCode", d.stat_type as "statType", d.stat_date as at, d.revision, d.sent_text as "sentText",
  d.sent_unit as "sentUnit", d.prior_text as "priorText", d.figure_state as state, d.held_rule as "heldRule", d.cause,
  d.platform_code as "platformCode", d.platform_message as "platformMessage", d.attempts, d.settled_at as settled`;

function rowOf(
  { platformId: _p, at, settled, ...row }: Row,
  { zone }: Platform,
  language: Language,
): FigureRow {
  return {
    ...row,
    cause: halfIn(row.cause, language),
    platformMessage: halfIn(row.platformMessage, language),
    statDate: at.toISOString(),
    period: periodName(zone, row.statType, at.getTime()),
    settledAt: settled?.toISOString() ?? null,
  };
}

const STATES = Object.keys(FIGURE_STATES) as [FigureState, ...FigureState[]];

const getList = defineRoute({
  method: 'GET',
  path: '/api/yunshui/uploadDetail/getList',
  summary: { zh: '上报数据：一个批次的数据', en: 'Figures reported: those of a batch' },
  permission: SEE,
  params: z.object({
    recordId: id(),
    /** Without it all; `changed`: revisions. */
    state: z.enum(['changed', ...STATES]).optional(),
    ...paging,
  }),
  example: { recordId: 1, pageSize: 20 },
  handler: async ({
    trx,
    params,
    language,
  }): Promise<Page<FigureRow> & { readonly counts: Readonly<Record<string, number>> }> => {
    const { recordId, state } = params;
    const { rows: records } = await sql<{
      platformId: number;
    }>`select platform_id as "platformId" from upload_record
      where id = ${recordId}`.execute(trx);
    const platform = records[0] && (await platformById(trx, records[0].platformId));
    if (!platform) throw noSuchRow();
    const { current, pageSize } = pageOf(params);
    const wanted =
      state === undefined
        ? sql``
        : state === 'changed'
          ? sql`and d.revision > 1`
          : sql`and d.figure_state = ${state}`;
    const { rows } =
      await sql<Row>`select ${COLUMNS} from upload_detail d where d.record_id = ${recordId} ${wanted}
      order by d.stat_date, d.id limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    const { rows: counted } = await sql<{
      state: string;
      n: number;
      changed: number;
    }>`select figure_state as state,
      count(*)::integer as n, count(*) filter (where revision > 1)::integer as changed
      from upload_detail where record_id = ${recordId} group by 1`.execute(trx);
    const counts: Record<string, number> = Object.fromEntries(counted.map((one) => [one.state, one.n]));
    let [all, changed] = [0, 0];
    for (const one of counted) [all, changed] = [all + one.n, changed + one.changed];
    const total = state === undefined ? all : state === 'changed' ? changed : (counts[state] ?? 0);
    return {
      list: rows.map((row) => rowOf(row, platform, language)),
      pagination: { total, current, pageSize },
      counts: { ...counts, all, changed },
    };
  },
});

interface Whole extends Row {
  readonly raw: string | null;
  readonly ratio: string | null;
  readonly coverage: number | null;
  readonly flags: number;
  readonly platformValue: string | null;
  readonly receiptNo: string | null;
  readonly body: string | null;
  readonly sha256: string | null;
  readonly parts: readonly Part[];
}

const get = defineRoute({
  method: 'GET',
  path: '/api/yunshui/uploadDetail/getReceipt',
  summary: {
    zh: '上报数据：一个数据的来源、请求与回执',
    en: 'Figures reported: where one comes from, its requests and receipts',
  },
  permission: SEE,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, language }): Promise<FigureAnswer> => {
    const { rows } = await sql<Whole>`select ${COLUMNS}, d.raw_value::text as raw, d.convert_ration as ratio,
        d.coverage::float8 as coverage, d._flags as flags, d.platform_value as "platformValue",
        d.receipt_no as "receiptNo", d._body as body, d._sha as sha256, d._parts as parts
      from upload_detail f join upload_detail d on d.platform_id = f.platform_id and d.data_code = f.data_code
        and d.stat_type = f.stat_type and d.stat_date = f.stat_date
      where f.id = ${params.id} order by d.revision desc`.execute(trx);
    const own = rows.find((row) => row.id === params.id);
    const platform = own && (await platformById(trx, own.platformId));
    if (!own || !platform) throw noSuchRow();
    const { rows: receipts } = await sql<Omit<ReceiptLine, 'at'> & { detailId: number; at: Date }>`
      select detail_id as "detailId", attempt, phase, at, sha as sha256, sent_text as "sentText", outcome,
        http_status as "httpStatus", code, message, platform_time as "platformTime", receipt_no as "receiptNo", ms
      from upload_receipt where detail_id = any(${rows.map((row) => row.id)}::integer[]) order by id desc limit 500`.execute(
      trx,
    );
    const linesOf = (detailId: number): ReceiptLine[] =>
      receipts.flatMap(({ detailId: of, at, ...line }) =>
        of === detailId ? [{ ...line, message: halfIn(line.message, language), at: at.toISOString() }] : [],
      );
    const head = rowOf(pick(own), platform, language);
    return {
      ...head,
      rawValue: own.raw,
      convertRation: own.ratio,
      coal: coalText(own),
      coverage: own.coverage,
      flags: flagNames(own.flags),
      platformValue: own.platformValue,
      receiptNo: own.receiptNo,
      body: own.body,
      sha256: own.sha256,
      meters: own.parts.map(({ gaugeId: _g, ...part }) => part),
      bucket: { level: LEVEL_OF[own.statType as StatType] as 1 | 3 | 4 | 5, at: own.at.getTime() },
      revisions: rows.map((row) => ({ ...rowOf(pick(row), platform, language), receipts: linesOf(row.id) })),
    };
  },
});

/** The cells that lists have of a figure. */
function pick(row: Whole): Row {
  const { raw: _r, ratio: _a, coverage: _c, flags: _f, platformValue: _v, receiptNo: _n, body: _b, sha256: _s, parts: _p, ...rest } = row; // prettier-ignore
  return rest;
}

/** Standard coal of the value as it was sent, tce with six decimals. */
function coalText({ sentText, ratio }: Whole): string | null {
  if (sentText === null || ratio === null) return null;
  return decimalText(times(parseDecimal(sentText), parseDecimal(ratio)), 6);
}

export const detailRoutes: readonly Route[] = [getList, get];
