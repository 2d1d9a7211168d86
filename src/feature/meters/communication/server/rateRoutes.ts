import { textIn } from '#contract/text.ts';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { timeAt } from '#domain/time/text.ts';
import { defineRoute, type Download } from '#server/route.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import { MOST_RATE_DAYS } from '../contract.ts';
import { gapsOf } from './gaps.ts';
import { byRate, meterRates, rateOf, summaryOf } from './rate.ts';

const permission = 'SDNCommunication.SDNCollectionRateStatistics';
const MOST_GAPS = 100_000;

const period = {
  consumerId: id().optional(),
  siteId: id().optional(),
  ammeterId: id().optional(),
  search: z.string().max(200).optional(),
  begin: z.iso.date(),
  end: z.iso.date(),
};

const example = { consumerId: 1001, begin: '2026-11-01', end: '2026-11-07' };

/** @throws Fault 400 where the period runs backwards or is too long. */
function checked<P extends { begin: string; end: string }>(params: P): P {
  const days = (Date.parse(params.end) - Date.parse(params.begin)) / DAY_MS + 1;
  if (days < 1) throw badInput({ zh: '结束日期早于开始日期', en: 'The end is before the begin' }, 'end');
  if (days > MOST_RATE_DAYS)
    throw badInput({ zh: `最多 ${MOST_RATE_DAYS} 天`, en: `At most ${MOST_RATE_DAYS} days` }, 'end');
  return params;
}

/** Expected against received by meter and day, the lowest rate first, with the sum of all meters. */
export const getRates = defineRoute({
  method: 'GET',
  path: '/api/communication/collectionRate/getlist',
  summary: { zh: '采集率：按表计和日期', en: 'Collection rate by meter and day' },
  permission,
  params: z.object({ ...paging, ...period }),
  example,
  handler: async ({ trx, params }) => {
    const rates = (await meterRates(trx, checked(params), Date.now())).sort(byRate);
    const page = pageOf(params);
    const start = (page.current - 1) * page.pageSize;
    return {
      list: rates.slice(start, start + page.pageSize),
      pagination: { total: rates.length, ...page },
      summary: summaryOf(rates),
    };
  },
});

/** The intervals in which expected readings did not come. */
export const getGaps = defineRoute({
  method: 'GET',
  path: '/api/communication/collectionRate/getGaps',
  summary: { zh: '采集缺口', en: 'Gaps of the collection' },
  permission,
  params: z.object({ ...paging, ...period }),
  example,
  handler: async ({ trx, params }) => gapsOf(trx, checked(params), pageOf(params), Date.now()),
});

export const exportRates = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/communication/collectionRate/exportlist',
  summary: { zh: '导出采集率', en: 'Export the collection rate' },
  permission,
  params: z.object({ ...period, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  example,
  handler: async ({ trx, params, language }): Promise<Download> => {
    const say = (zh: string, en: string): string => textIn({ zh, en }, language);
    const rates = (await meterRates(trx, checked(params), Date.now())).sort(byRate);
    const days = summaryOf(rates).days.map((day) => day.day);
    const percent = { format: '0.0%' };
    return {
      fileName: `${say('采集率', 'collection-rate')}-${params.begin}-${params.end}.${params.format}`,
      mimeType: sheetType(params.format),
      body: writeSheet({
        format: params.format,
        name: say('采集率', 'Collection rate'),
        columns: [
          { header: say('表计编号', 'Meter code'), width: 18 },
          { header: say('表计名称', 'Meter name'), width: 24 },
          { header: say('采集间隔 (s)', 'Interval (s)') },
          { header: say('应采', 'Expected') },
          { header: say('实采', 'Received') },
          { header: say('采集率', 'Rate'), ...percent },
          ...days.map((day) => ({ header: day, ...percent })),
        ],
        rows: rates.map((rate) => {
          const byDay = new Map(rate.days.map((day) => [day.day, day]));
          return [
            rate.ammeterCode,
            rate.ammeterName,
            rate.intervalSeconds,
            rate.expected,
            rate.received,
            rateOf(rate),
            ...days.map((day) => rateOf(byDay.get(day) ?? { expected: 0, received: 0 })),
          ];
        }),
      }),
    };
  },
});

export const exportGaps = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/communication/collectionRate/exportGaps',
  summary: { zh: '导出采集缺口', en: 'Export the gaps of the collection' },
  permission,
  params: z.object({ ...period, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  example,
  handler: async ({ trx, params, language }): Promise<Download> => {
    const say = (zh: string, en: string): string => textIn({ zh, en }, language);
    const gaps = await gapsOf(trx, checked(params), { current: 1, pageSize: MOST_GAPS }, Date.now());
    return {
      fileName: `${say('采集缺口', 'collection-gaps')}-${params.begin}-${params.end}.${params.format}`,
      mimeType: sheetType(params.format),
      body: writeSheet({
        format: params.format,
        name: say('采集缺口', 'Gaps'),
        columns: [
          { header: say('表计编号', 'Meter code'), width: 18 },
          { header: say('表计名称', 'Meter name'), width: 24 },
          { header: say('开始', 'From'), width: 18 },
          { header: say('结束', 'To'), width: 18 },
          { header: say('缺少', 'Missing') },
        ],
        rows: gaps.list.map((gap) => [
          gap.ammeterCode,
          gap.ammeterName,
          timeAt(gap.timeZone, gap.from),
          timeAt(gap.timeZone, gap.to),
          gap.missing,
        ]),
      }),
    };
  },
});
