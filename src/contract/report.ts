import type { Text } from './text.ts';

/** What a report can tell; each is an analysis or a statistic of the same name. */
export const REPORT_CONTENTS = {
  energy: { zh: '用能分析', en: 'Energy analysis' },
  class: { zh: '分类用能', en: 'Energy by class' },
  part: { zh: '用能排名', en: 'Energy ranking' },
  statement: { zh: '报表统计', en: 'Energy statement' },
  timeShare: { zh: '分时分析', en: 'Time-of-use analysis' },
  statisticsForm: { zh: '综合能耗报表', en: 'Comprehensive energy report' },
  statisticsClassify: { zh: '分类统计', en: 'Statistics by energy' },
  shift: { zh: '班次用能', en: 'Energy by shift' },
} as const satisfies Readonly<Record<string, Text>>;
export type ReportContent = keyof typeof REPORT_CONTENTS;

/** The interval that a report tells about; it ends before the report is made. */
export const REPORT_PERIODS = {
  day: { zh: '日报', en: 'Day' },
  week: { zh: '周报', en: 'Week' },
  month: { zh: '月报', en: 'Month' },
  year: { zh: '年报', en: 'Year' },
} as const satisfies Readonly<Record<string, Text>>;
export type ReportPeriod = keyof typeof REPORT_PERIODS;

/** The files that a report is given as. */
export const REPORT_FORMATS = {
  xlsx: { zh: 'Excel 工作簿', en: 'Excel workbook' },
  pdf: { zh: 'PDF', en: 'PDF' },
} as const satisfies Readonly<Record<string, Text>>;
export type ReportFormat = keyof typeof REPORT_FORMATS;
