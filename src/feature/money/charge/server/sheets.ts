import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { isShown, type Period, PERIOD_NUMBERS } from '#contract/period.ts';
import { type Language, PART_COMMA, type Text, textIn } from '#contract/text.ts';
import { FLAG_LABELS } from '#contract/usageFlag.ts';
import { unitIn } from '#domain/figure/unit.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { defineRoute } from '#server/route.ts';
import type { Cell } from '#server/sheet/cell.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import { type ChargeCode, type EnergyLine, OPERATIONS } from '../contract.ts';
import { codeWord } from '../domain/codeWord.ts';
import { readLines } from '../domain/lineSpec.ts';
import { CHARGE } from './chart.ts';
import { lineOf, lineParams } from './line.ts';
import { detailParams, detailsOf, timeAt } from './statistics.ts';

const format = z.enum(['xlsx', 'csv']).default('xlsx');

const WORDS = {
  title: { zh: '电量电费明细', en: 'Charge details' },
  lines: { zh: '曲线', en: 'Lines' },
  time: { zh: '时间', en: 'Time' },
  price: { zh: '均价', en: 'Mean price' },
  coverage: { zh: '数据覆盖率 %', en: 'Coverage %' },
  quality: { zh: '数据质量', en: 'Quality' },
} as const satisfies Readonly<Record<string, Text>>;

const headed = (language: Language, word: Text, unit: string): string =>
  unit ? `${textIn(word, language)} (${unitIn(language, unit)})` : textIn(word, language);

const codesOf = (periods: readonly Period[]): readonly ChargeCode[] => [
  'CZ',
  ...periods.map((period) => `CZ${period}` as const),
  'PP',
  ...periods.map((period) => `PP${period}` as const),
  'RP',
  'RCZ',
];

/** The details as a sheet: what `getDayDetails` tells, with every digit. */
export const exportDayDetails = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sdata/chargeAnalysis/exportDayDetails',
  summary: { zh: '电量电费明细：导出', en: 'Charge details: export' },
  permission: CHARGE,
  params: z.object({ ...detailParams.shape, format }),
  example: { consumerId: 1001, dt: '2026-01-15', format: 'xlsx' },
  handler: async ({ trx, params, language }) => {
    const { name, unit, begin, end, rows } = await detailsOf(trx, params);
    const used = (period: Period): boolean => rows.some((row) => row[`PP${period}`]);
    const codes = codesOf(PERIOD_NUMBERS.filter((period) => isShown(period, used(period))));
    const unitOf = (code: ChargeCode): string => (/CZ/.test(code) ? 'CNY' : unit);
    return {
      fileName: `${textIn(WORDS.title, language)} ${name} ${begin} ${end}.${params.format}`,
      mimeType: sheetType(params.format),
      body: writeSheet({
        format: params.format,
        name: textIn(WORDS.title, language),
        columns: [
          { header: textIn(WORDS.time, language), width: 18 },
          ...codes.map((code) => ({ header: headed(language, codeWord(code), unitOf(code)) })),
          { header: headed(language, WORDS.price, `CNY/${unit}`) },
          { header: textIn(WORDS.coverage, language) },
          { header: textIn(WORDS.quality, language) },
        ],
        rows: rows.map((row): Cell[] => [
          row.time,
          ...codes.map((code) => row[code]),
          row.price,
          row.coverage,
          row.flags
            .filter((flag) => flag !== 'measured')
            .map((flag) => textIn(FLAG_LABELS[flag], language))
            .join(textIn(PART_COMMA, language)),
        ]),
      }),
    };
  },
});

/** The lines of a custom view as a sheet: a column for each, a row for each instant that one of them has. */
export const exportOperation = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sdata/monitoring/exportOperation',
  summary: { zh: '曲线：导出', en: 'Lines: export' },
  permission: CHARGE,
  params: z.object({ lines: z.string().max(4000), format }),
  example: { lines: '1~PP~201~2026-01-01~2026-01-03', format: 'xlsx' },
  handler: async ({ trx, params, language }) => {
    const specs = readLines(params.lines);
    if (specs.length === 0)
      throw badInput({ zh: '没有可导出的曲线', en: 'There is no line to export' }, 'lines');
    const lines: EnergyLine[] = [];
    for (const { ammeterIds, type, ...rest } of specs) {
      const query = { ...rest, ammeterIds: ammeterIds.join(','), ...(type ? { type } : {}) };
      const { data, error } = lineParams.safeParse(query);
      if (error) throw badInput({ zh: '曲线参数无效', en: 'A line is not valid' }, 'lines');
      lines.push(await lineOf(trx, data));
    }
    const known = lines.map((line) => new Map(line.data));
    const instants = [...new Set(lines.flatMap((line) => line.data.map(([at]) => at)))].toSorted(
      (a, b) => a - b,
    );
    const zone = zoneOf(lines[0]?.timeZone ?? HOME_ZONE);
    return {
      fileName: `${textIn(WORDS.lines, language)} ${specs[0]?.beginDate} ${specs[0]?.endDate}.${params.format}`,
      mimeType: sheetType(params.format),
      body: writeSheet({
        format: params.format,
        name: textIn(WORDS.lines, language),
        columns: [
          { header: textIn(WORDS.time, language), width: 18 },
          ...lines.map((line, i) => ({ header: headed(language, nameOf(line, i), line.unit) })),
        ],
        rows: instants.map((at): Cell[] => [timeAt(zone, at), ...known.map((line) => line.get(at) ?? null)]),
      }),
    };
  },
});

const nameOf = ({ ammeterName, dataCode, type }: EnergyLine, i: number): Text => {
  const word = codeWord(dataCode);
  const [zh, en] = type ? [`${OPERATIONS[type].zh}：`, `${OPERATIONS[type].en}: `] : ['', ''];
  return { zh: `${i + 1} ${zh}${ammeterName} ${word.zh}`, en: `${i + 1} ${en}${ammeterName} ${word.en}` };
};
