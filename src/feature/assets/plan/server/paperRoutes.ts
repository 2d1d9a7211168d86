import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { textIn } from '#contract/text.ts';
import { socCurve } from '#domain/storage/plan.ts';
import { daySlots } from '#domain/storage/slots.ts';
import { addDays, daysBetween } from '#domain/time/date.ts';
import { timeAt } from '#domain/time/text.ts';
import { groupedBy } from '#domain/group.ts';
import { PDF_TYPE } from '#server/pdf/document.ts';
import { pdfOfSheets } from '#server/pdf/sheetPdf.ts';
import { defineRoute } from '#server/route.ts';
import { wordsFor } from '#server/sheet/words.ts';
import { writeWorkbook } from '#server/sheet/workbook.ts';
import { sheetType } from '#server/sheet/writeSheet.ts';
import { PLAN_MAY } from '../contract.ts';
import { monitorOf, NAMED } from './curveRoutes.ts';
import { deviationSheet, type ExecutedDay, executionSheet, planSheet } from './executionSheet.ts';
import { planRows } from './row.ts';
import { limitsOf, stationById, stationOfMeter } from './station.ts';

/** Days of a report. */
const MOST_DAYS = 62;

const exportExecution = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sdata/storageStrategy/exportExecution',
  summary: {
    zh: '储能策略：执行报告（逐日执行率与偏差），Excel 或 PDF',
    en: 'Storage strategy: execution report, rates by the day and deviations, as Excel or PDF',
  },
  permission: PLAN_MAY.view,
  params: z.object({
    ammeterId: id(),
    ...NAMED,
    fromDt: z.iso.date(),
    toDt: z.iso.date(),
    format: z.enum(['xlsx', 'pdf']).default('xlsx'),
  }),
  example: { ammeterId: 53, fromDt: '2026-11-01', toDt: '2026-11-23' },
  handler: async ({ trx, params, language, caller }) => {
    const { ammeterId, fromDt, toDt, format } = params;
    const station = await stationOfMeter(trx, ammeterId, params.stationId);
    const count = daysBetween(fromDt, toDt) + 1;
    if (count < 1 || count > MOST_DAYS)
      throw badInput(
        { zh: `toDt：须为 1 至 ${MOST_DAYS} 天`, en: `toDt: it must be 1 to ${MOST_DAYS} days` },
        'toDt',
      );
    const now = Date.now();
    const { stationId, stationName, timeZone, powerKw } = station;
    const plans = await planRows(trx, { stationId, fromDt, toDt }, { limit: 5000 });
    const accepted = groupedBy(
      plans.filter(({ acceptedAt }) => acceptedAt !== null),
      ({ planDate }) => planDate,
    );
    const days: ExecutedDay[] = [];
    for (let i = 0; i < count; i++) {
      const date = addDays(fromDt, i);
      days.push({
        date,
        told: await monitorOf(trx, station, { interval: '15', fromDt: date, toDt: date }, now),
        versions: (accepted.get(date) ?? []).map(({ version }) => version).toSorted((a, b) => a - b),
      });
    }
    const whole = await monitorOf(trx, station, { interval: '15', fromDt, toDt }, now);
    const words = wordsFor(language, timeZone);
    const facts = { stationName, fromDt, toDt };
    const sheets = [executionSheet(facts, days, whole, words), deviationSheet(whole, powerKw, words)];
    const title = textIn({ zh: '储能执行报告', en: 'Execution report of a battery' }, language);
    const about = `${stationName}  ·  ${fromDt} – ${toDt}`;
    return {
      fileName: `${title} ${stationName} ${fromDt}–${toDt}.${format}`,
      mimeType: format === 'pdf' ? PDF_TYPE : sheetType('xlsx'),
      body:
        format === 'pdf'
          ? await pdfOfSheets(sheets, {
              title,
              about,
              foot: `${caller.name}  ·  ${timeAt(timeZone, now)}  ·  ${timeZone}`,
              language,
              now,
            })
          : await writeWorkbook(sheets),
    };
  },
});

const exportPlan = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sdata/planCurveReport/exportPlan',
  summary: { zh: '计划曲线上报：一份计划的 PDF', en: 'Plan-curve report: a plan as a PDF' },
  permission: PLAN_MAY.view,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, language, caller }) => {
    const [plan] = await planRows(trx, { ids: [params.id] });
    if (!plan) throw noSuchRow();
    const station = await stationById(trx, plan.stationId);
    const { timeZone } = station;
    const soc = socCurve(plan.points, limitsOf(station), plan.socStart / 100);
    const now = Date.now();
    const title = textIn({ zh: '储能计划曲线', en: 'Plan curve of a battery' }, language);
    const about = `${plan.stationName}  ·  ${plan.planDate}  ·  v${plan.version}`;
    return {
      fileName: `${title} ${plan.stationName} ${plan.planDate} v${plan.version}.pdf`,
      mimeType: PDF_TYPE,
      body: await pdfOfSheets(
        [planSheet(plan, soc, daySlots(timeZone, plan.planDate), wordsFor(language, timeZone))],
        {
          title,
          about,
          foot: `${caller.name}  ·  ${timeAt(timeZone, now)}  ·  ${timeZone}`,
          language,
          now,
          signatures: [
            textIn({ zh: '编制', en: 'Made' }, language),
            textIn({ zh: '批准', en: 'Approved' }, language),
            textIn({ zh: '值班', en: 'On duty' }, language),
          ],
        },
      ),
    };
  },
});

export const paperRoutes = [exportExecution, exportPlan];
