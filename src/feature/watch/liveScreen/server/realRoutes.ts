import { INTERVAL } from '#contract/interval.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id, jsonOf, wordList } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { monitorItem } from '#resource/archive/monitorItem.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { defineRoute } from '#server/route.ts';
import {
  MOST_VALUES,
  type PhaseValues,
  type RealData,
  type RealParam,
  type SeriesWire,
} from '../contract.ts';
import { phasesOf } from './phases.ts';
import { realDatasOf } from './realData.ts';
import { realParamsOf } from './realParams.ts';
import { type Fold, FOLDS, seriesOf } from './series.ts';
import { spanParams } from './span.ts';

const OBJECT = '/api/archive/monitorObject';
const permission = funCodeOf(monitorObject, 'view');

export const getRealDataParams = defineRoute({
  method: 'GET',
  path: `${OBJECT}/getRealDataParams`,
  summary: {
    zh: '监测对象：可显示的数值及其来源',
    en: 'Monitored objects: the values to be shown and where they come from',
  },
  permission,
  params: z.object({ siteId: id(), objCodes: wordList().optional(), entityUrls: wordList().optional() }),
  example: { siteId: 1003 },
  handler: ({ trx, params, language }): Promise<RealParam[]> => realParamsOf(trx, params, language),
});

const wanted = z.object({
  objCode: z.string().max(100).nullish(),
  paramName: z.string().max(100).nullish(),
  monitorItemId: id().nullish(),
  signalPointId: id().nullish(),
  ammeterId: id().nullish(),
  dataCode: z.string().max(20).nullish(),
});

export const getRealDatas = defineRoute({
  // Two thousand of them are too long for an address.
  method: 'POST',
  path: `${OBJECT}/getRealDatas`,
  summary: { zh: '实时值：至多 2000 个', en: 'Values as they stand now, 2,000 at most' },
  permission,
  params: z.object({ dataParamsJsonStr: jsonOf(z.array(wanted).max(MOST_VALUES)) }),
  example: { dataParamsJsonStr: '[{"ammeterId":1,"dataCode":"PZ"}]' },
  handler: ({ trx, params }): Promise<RealData[]> =>
    realDatasOf(
      trx,
      params.dataParamsJsonStr.map((one) => ({
        ...one,
        objCode: one.objCode ?? undefined,
        paramName: one.paramName ?? undefined,
      })),
      Date.now(),
    ),
});

const queryUaIa = defineRoute({
  method: 'GET',
  path: `${OBJECT}/queryUaIa`,
  summary: {
    zh: '三相电压、电流、功率实时值',
    en: 'Voltage, current and power of the phases as they stand now',
  },
  permission,
  params: z.object({ orgId: id().optional(), siteId: id().optional(), ammeterId: id().optional() }),
  example: { siteId: 1003 },
  handler: ({ trx, params }): Promise<PhaseValues[]> => phasesOf(trx, params, Date.now()),
});

/** What stands for an interval: words, or the numbers 1 mean, 2 highest, 3 lowest (the specification is silent). */
const fold = z
  .enum(['1', '2', '3', ...FOLDS])
  .default('mean')
  .transform((given): Fold => FOLDS[Number(given) - 1] ?? (given as Fold));

export const getItemHistory = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorItem/getHistoryDatas',
  summary: {
    zh: '监测项：历史数据，含限值与告警',
    en: 'A monitored value over time, with its limits and alarms',
  },
  permission: funCodeOf(monitorItem, 'view'),
  params: z.object({ monitorItemId: id(), dataType: fold, ...spanParams }),
  example: { monitorItemId: 1, interval: INTERVAL.hour },
  handler: async ({ trx, params }): Promise<SeriesWire & { readonly monitorItemId: number }> => {
    const { monitorItemId, dataType, ...span } = params;
    const { rows } = await sql<{ ammeterId: number; dataCode: string }>`
      select i.ammeter_id as "ammeterId", d.data_code as "dataCode"
      from monitor_item i join data_item d on d.id = i.data_item_id where i.id = ${monitorItemId}`.execute(
      trx,
    );
    const [item] = rows;
    if (!item) throw noSuchRow();
    return { monitorItemId, ...(await seriesOf(trx, { ...span, ...item, fold: dataType }, Date.now())) };
  },
});

export const foldParam = fold;
export const realRoutes = [getRealDataParams, getRealDatas, queryUaIa, getItemHistory];
