import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id, yesNo } from '#contract/param.ts';
import { SLOTS } from '#contract/plan.ts';
import { textIn } from '#contract/text.ts';
import { energyOf } from '#domain/storage/plan.ts';
import { daySlots, fileRows, slotClock } from '#domain/storage/slots.ts';
import { addDays, daysBetween } from '#domain/time/date.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Cell } from '#server/sheet/cell.ts';
import { readSheet } from '#server/sheet/readSheet.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import { defineRoute } from '#server/route.ts';
import { type ImportedPlan, PLAN_MAY } from '../contract.ts';
import { dayFrame, judge } from './day.ts';
import { loadMemo } from './load.ts';
import { planRows } from './row.ts';
import { MOST_DAYS, readPlanSheet } from './sheet.ts';
import { checkBegun, checkDay, saveDraft } from './save.ts';
import { stationById } from './station.ts';

const SLOT_HEAD = { zh: '时段（kW，放电为正）', en: 'Slot (kW, + discharges)' };

const exportTemplate = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sdata/planCurveReport/exportTemplate',
  summary: {
    zh: '计划曲线上报：导出模板（每天一列，96 行）',
    en: 'Plan-curve report: export as a template, a column a day, 96 rows',
  },
  permission: PLAN_MAY.view,
  params: z.object({
    stationId: id(),
    fromDt: z.iso.date().optional(),
    toDt: z.iso.date().optional(),
    /** 1 = without powers. */
    blank: yesNo().default(false),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
  }),
  example: { stationId: 1 },
  handler: async ({ trx, params, language }) => {
    const station = await stationById(trx, params.stationId);
    const fromDt = params.fromDt ?? addDays(dateAt(station.timeZone, Date.now()), 1);
    const toDt = params.toDt ?? fromDt;
    const days = daysBetween(fromDt, toDt) + 1;
    if (days < 1 || days > MOST_DAYS)
      throw badInput(
        { zh: `toDt：须为 1 至 ${MOST_DAYS} 天`, en: `toDt: it must be 1 to ${MOST_DAYS} days` },
        'toDt',
      );
    const plans = params.blank ? [] : await planRows(trx, { stationId: station.stationId, fromDt, toDt });
    const dates = Array.from({ length: days }, (_, i) => addDays(fromDt, i));
    const curves = dates.map((date) =>
      plans.find(({ planDate, planState }) => planDate === date && planState !== 'revoked'),
    );
    const rows = fileRows(dates.map((date) => daySlots(station.timeZone, date))).map(
      ({ clock, slots }): Cell[] => [
        clock,
        ...slots.map((slot, i) => (slot === null ? null : (curves[i]?.points[slot] ?? null))),
      ],
    );
    return {
      fileName: `${station.stationName} ${fromDt}${toDt === fromDt ? '' : `–${toDt}`}.${params.format}`,
      mimeType: sheetType(params.format),
      body: writeSheet({
        format: params.format,
        name: station.stationName,
        columns: [
          { header: textIn(SLOT_HEAD, language) },
          ...dates.map((header) => ({ header, width: 14, format: '0.0' })),
        ],
        rows,
      }),
    };
  },
});

/** A day on which the station rests. */
const SHOWN_PLAN = `${SLOT_HEAD.en},2026-11-23\n${Array.from({ length: SLOTS }, (_, slot) => `${slotClock(slot)},0\n`).join('')}`;

const importTemplate = defineRoute({
  method: 'UPLOAD',
  path: '/api/sdata/planCurveReport/importTemplate',
  summary: {
    zh: '计划曲线上报：导入模板，每天生成一份草稿',
    en: 'Plan-curve report: import a template, a draft for each of its days',
  },
  permission: PLAN_MAY.make,
  params: z.object({ stationId: id(), dryRun: yesNo().default(false) }),
  example: { stationId: 1, dryRun: 1 },
  exampleFile: SHOWN_PLAN,
  handler: async (call): Promise<ImportedPlan[]> => {
    const { trx, params, files } = call;
    const [file] = files;
    if (!file) throw badInput({ zh: 'upFile：请选择文件', en: 'upFile: choose a file' }, 'upFile');
    const station = await stationById(trx, params.stationId, true);
    const [now, memo] = [Date.now(), loadMemo()];
    const nextDay = addDays(dateAt(station.timeZone, now), 1);
    const days = await readPlanSheet((await readSheet(file.path)).rows(), nextDay, (date) =>
      daySlots(station.timeZone, date),
    );
    const made: ImportedPlan[] = [];
    for (const { planDate, points } of days) {
      checkDay(station, planDate, now);
      const frame = await dayFrame(trx, station, planDate, now, memo);
      checkBegun(frame, points);
      const violations = judge(station, frame, points, frame.socStart);
      const [last] = frame.versions;
      const version = last?.planState === 'draft' ? last.version : (last?.version ?? 0) + 1;
      const planCurveId = params.dryRun
        ? null
        : await saveDraft(call, station, frame, { points, socStart: frame.socStart, source: 'template' });
      made.push({ planDate, version, id: planCurveId, ...energyOf(points), violations });
    }
    return made;
  },
});

export const sheetRoutes = [exportTemplate, importTemplate];
