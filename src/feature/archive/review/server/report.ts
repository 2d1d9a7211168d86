import { sql } from 'kysely';
import * as z from 'zod';
import { energyTypeOf } from '#contract/energyType.ts';
import { badInput } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { reviewData } from '#resource/yunshui/reviewData.ts';
import { type Text, textIn } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { LEVELS, VERDICTS } from '#feature/archive/gaugeStatistics/contract.ts';
import { gaugeStatistics } from '#feature/archive/gaugeStatistics/server/public.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import {
  consumerOf,
  energyTypesOf,
  organisationOf,
  standFor,
  timeZoneOf,
} from '#feature/meters/subject/server/public.ts';
import { usageSum } from '#feature/meters/reading/server/public.ts';
import { noSuchRow } from '#contract/error.ts';
import { partsOfDate } from '#domain/time/date.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import { type Report, REPORT_TYPES, type ReportType } from '../contract.ts';

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
/** The longest report. */
const MOST_MONTHS = 36;
const params = z.object({
  enterpriseId: id(),
  reportType: z.enum(REPORT_TYPES).default('energy'),
  startMonth: month.optional(),
  endMonth: month.optional(),
});
type Asked = z.output<typeof params>;
type Found = Pick<Report, 'columns' | 'rows'>;

const TITLES: Readonly<Record<ReportType, Text>> = {
  energy: { zh: '能源消费月报', en: 'Energy by month' },
  allocation: { zh: '计量器具配备率统计 (表 B.8)', en: 'Allocation of meters (table B.8)' },
  accuracy: { zh: '计量器具准确度统计 (表 B.9)', en: 'Accuracy of meters (table B.9)' },
  review: { zh: '审查结果汇总', en: 'Results of reviews' },
};

async function reportOf(trx: Db, query: Asked, now: number): Promise<Report> {
  const consumerId = await consumerOf(trx, query.enterpriseId);
  if (consumerId === null) throw noSuchRow();
  const organisation = await organisationOf(trx, consumerId);
  const zone = zoneOf(timeZoneOf(organisation, organisation.meters));
  const endMonth = query.endMonth ?? dateAt(zone, now).slice(0, 7);
  const startMonth = query.startMonth ?? `${endMonth.slice(0, 4)}-01`;
  const [y1, m1] = partsOfDate(startMonth);
  const [y2, m2] = partsOfDate(endMonth);
  const months = (y2 - y1) * 12 + m2 - m1 + 1;
  if (months < 1)
    throw badInput({ zh: '结束月份不能早于开始月份', en: 'The end may not precede the begin' }, 'endMonth');
  if (months > MOST_MONTHS)
    throw badInput({ zh: `最多 ${MOST_MONTHS} 个月`, en: `At most ${MOST_MONTHS} months` }, 'endMonth');
  const head = { reportType: query.reportType, enterpriseId: consumerId, startMonth, endMonth };
  if (query.reportType === 'energy') {
    const from = periodOf(zone, 'month', `${startMonth}-01`).from;
    const { to } = periodOf(zone, 'month', `${endMonth}-01`);
    const types = energyTypesOf(organisation, consumerId);
    const series = await Promise.all(
      types.map((type) => usageSum(trx, standFor(organisation, consumerId, type).meters, 4, from, to)),
    );
    const byMonth = Array.from({ length: months }, (_, i) =>
      dateAt(zone, zone.startOfDate(y1, m1 + i)).slice(0, 7),
    );
    return {
      ...head,
      columns: [
        { key: 'month', label: { zh: '月份', en: 'Month' } },
        ...types.map((type) => ({
          key: `e${type}`,
          label: energyTypeOf(type).label,
          unit: energyTypeOf(type).unit,
        })),
      ],
      rows: byMonth.map((name) => ({
        month: name,
        ...Object.fromEntries(
          types.map((type, i) => {
            const bucket = series[i]?.find((one) => dateAt(zone, one.ts).slice(0, 7) === name);
            return [`e${type}`, bucket?.energy == null ? null : microToNumber(bucket.energy)];
          }),
        ),
      })),
    };
  }
  const found =
    query.reportType === 'review'
      ? await results(trx, consumerId, startMonth, endMonth)
      : await gauges(trx, consumerId, query.reportType, now);
  return { ...head, ...found };
}

async function gauges(
  trx: Db,
  consumerId: number,
  type: 'allocation' | 'accuracy',
  now: number,
): Promise<Found> {
  const { allocation, accuracy } = await gaugeStatistics(trx, consumerId, now);
  const energy = { key: 'energyName', label: { zh: '能源', en: 'Energy' } };
  if (type === 'accuracy')
    return {
      columns: [
        energy,
        { key: 'asked', label: { zh: '要求最大误差', en: 'Required max. error' }, unit: '%' },
        { key: 'installed', label: { zh: '实装', en: 'Installed' } },
        { key: 'passed', label: { zh: '符合要求', en: 'Compliant' } },
        { key: 'rate', label: { zh: '符合率', en: 'Share' }, unit: '%' },
      ],
      rows: accuracy.map((line) => ({ ...line })),
    };
  return {
    columns: [
      energy,
      { key: 'level', label: { zh: '级别', en: 'Level' } },
      { key: 'required', label: { zh: '应装', en: 'Required' } },
      { key: 'installed', label: { zh: '实装', en: 'Installed' } },
      { key: 'rate', label: { zh: '配备率', en: 'Allocation' }, unit: '%' },
      { key: 'least', label: { zh: '最低要求', en: 'Minimum' }, unit: '%' },
      { key: 'valid', label: { zh: '检定有效', en: 'Verified' } },
      { key: 'verdict', label: { zh: '结论', en: 'Verdict' } },
    ],
    rows: allocation.map(({ level, verdict, ...line }) => ({
      ...line,
      level: LEVELS[level],
      verdict: VERDICTS[verdict],
    })),
  };
}

async function results(trx: Db, consumerId: number, startMonth: string, endMonth: string): Promise<Found> {
  const { rows } = await sql<{
    reportNo: string;
    planName: string;
    conclusion: string;
    signDate: string;
    energyTotal: string | null;
  }>`
    select r.report_no as "reportNo", shown_name(p.plan_name, p.plan_name_en) as "planName", r.conclusion, r.sign_date::text as "signDate",
      r.energy_total::text as "energyTotal"
    from review_data r join company_planinfo p on p.id = r.check_plan_id
    where r.consumer_id = ${consumerId} and to_char(r.sign_date, 'YYYY-MM') between ${startMonth} and ${endMonth}
    order by r.sign_date, r.id limit 1000`.execute(trx);
  return {
    columns: [
      { key: 'reportNo', label: reviewData.fields.reportNo.label },
      { key: 'planName', label: { zh: '审查计划', en: 'Plan' } },
      { key: 'conclusion', label: reviewData.fields.conclusion.label },
      { key: 'signDate', label: reviewData.fields.signDate.label },
      { key: 'energyTotal', label: reviewData.fields.energyTotal.label, unit: 'tce' },
    ],
    rows: rows.map((row) => ({
      ...row,
      conclusion: reviewData.fields.conclusion.options?.[row.conclusion] ?? row.conclusion,
      energyTotal: row.energyTotal === null ? null : Number(row.energyTotal),
    })),
  };
}

const example = { enterpriseId: 1001, reportType: 'energy', startMonth: '2026-01', endMonth: '2026-03' };
const permission = funCodeOf(reviewData, 'view');

/** Specification 2 section 7: reviewData report query. */
const reportQuery = defineRoute({
  method: 'GET',
  path: '/api/yunshui/reviewData/reportQuery',
  summary: { zh: '审查数据：报表查询', en: 'Review data: a report' },
  permission,
  params,
  example,
  handler: ({ trx, params: query }) => reportOf(trx, query, Date.now()),
});

const reportExport = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/yunshui/reviewData/reportExport',
  summary: { zh: '审查数据：报表导出', en: 'Review data: export a report' },
  permission,
  params: params.extend({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  example: { ...example, format: 'xlsx' },
  handler: async ({ trx, params: { format, ...query }, language }) => {
    const report = await reportOf(trx, query, Date.now());
    const name = textIn(TITLES[report.reportType], language);
    return {
      fileName: `${name} ${report.startMonth} ${report.endMonth}.${format}`,
      mimeType: sheetType(format),
      body: writeSheet({
        format,
        name,
        columns: report.columns.map(({ label, unit }) => ({
          header: unit ? `${textIn(label, language)} (${unit})` : textIn(label, language),
        })),
        rows: report.rows.map((row) =>
          report.columns.map(({ key }) => {
            const value = row[key] ?? null;
            return typeof value === 'object' && value !== null ? textIn(value, language) : value;
          }),
        ),
      }),
    };
  },
});

export const reportCalls = [reportQuery, reportExport];
