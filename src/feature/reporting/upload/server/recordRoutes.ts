import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { id, idList, yesNo } from '#contract/param.ts';
import { STAT_TYPE, type StatType } from '#contract/upload.ts';
import { startOfDate } from '#domain/time/text.ts';
import { uploadRecord } from '#resource/yunshui/uploadRecord.ts';
import type { Db } from '#server/database/db.ts';
import { recordChange } from '#server/resource/audit.ts';
import { type Call, defineRoute, type Route } from '#server/route.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { BatchProgress, ConvertRation } from '../contract.ts';
import { periodsIn, spanOf } from '../domain/period.ts';
import { listUnitOf } from '../domain/unit.ts';
import { endTask, fileBatch } from './batch.ts';
import { itemsOf } from './items.ts';
import { platformOf, refuseLimited, SEE, SEND } from './permission.ts';
import { platformById } from './platform.ts';
import { progressOf } from './progress.ts';
import { groundOf, ratioWith } from './values.ts';

/** The search key of a batch: its number. */
const key = () => z.string().regex(/^[1-9]\d{0,8}$/);
const DAY_LIMIT_TYPES: readonly StatType[] = [STAT_TYPE.quarter];

/** What `dataUpdate` takes, for both protocols. */
export const updateParams = {
  orgId: id().optional(),
  platformId: id().optional(),
  /** Items; without them all of the enterprise. */
  dataCollectConfigureIds: idList().optional(),
  year: z.coerce.number().int().min(2000).max(2100),
  month: z.coerce.number().int().min(1).max(12).optional(),
  /** Also sends what was refused once more; default yes, as a person asks for it. */
  again: yesNo().optional(),
};

type UpdateParams = z.output<z.ZodObject<typeof updateParams>>;

/** Files a batch of the figures of a year or month. @throws Fault 400 where it begins in the future, 404 */
export async function startUpdate(
  call: Pick<Call<UpdateParams>, 'trx' | 'params' | 'caller'>,
  protocol?: 'A' | 'B',
): Promise<{ key: string; process: number; uploadRecordId: number }> {
  refuseLimited(call);
  const { trx, params, caller } = call;
  const platform = await platformOf(trx, { ...params, protocol });
  const span = spanOf(platform.zone, params.year, params.month ?? null);
  if (span.from > Date.now())
    throw badInput({ zh: '年月：尚未开始', en: 'Year and month: have not begun' }, 'year');
  const ids = params.dataCollectConfigureIds;
  const items = await itemsOf(trx, platform.consumerId, ids ? { ids } : {});
  if (items.length === 0 || (ids && items.length < new Set(ids).size))
    throw badInput({ zh: '采集项：不存在或没有数据编码', en: 'Items: there is none, or it has no code' }, 'dataCollectConfigureIds'); // prettier-ignore
  if (params.month === undefined && items.some(({ statType }) => DAY_LIMIT_TYPES.includes(statType)) && ids)
    throw badInput(
      { zh: '月份：15 分钟数据须按月上报', en: 'Month: 15-minute figures are sent by months' },
      'month',
    );
  const types = new Set(items.map(({ statType }) => statType));
  const statType = types.size === 1 ? ([...types][0] ?? null) : null;
  const chosen =
    params.month === undefined
      ? items.filter(({ statType: type }) => !DAY_LIMIT_TYPES.includes(type))
      : items;
  const from = params.month === undefined ? span.from : beginFor(platform.zone, items, span.from);
  const filed = await fileBatch(trx, platform, {
    kind: 'data',
    trigger: 'hand',
    statType,
    startedBy: caller.name,
    employeeId: caller.employeeId,
    params: { itemIds: chosen.map((one) => one.id), from, to: span.to, again: params.again ?? true },
  });
  return { key: filed.key, process: 0, uploadRecordId: filed.id };
}

/** Yearly items begin with their year: where nothing but they are asked for, a month means its year. */
function beginFor(
  zone: Parameters<typeof spanOf>[0],
  items: readonly { statType: StatType }[],
  from: number,
): number {
  if (!items.every(({ statType }) => statType === STAT_TYPE.year)) return from;
  return periodsIn(zone, STAT_TYPE.year, from - 366 * DAY_MS, from + 1).at(-1)?.from ?? from;
}

const both = (area: 'yunshui' | 'hunan', verb: string): string => `/api/${area}/uploadRecord/${verb}`;

const dataUpdate = (area: 'yunshui' | 'hunan') =>
  defineRoute({
    method: 'POST',
    path: both(area, 'dataUpdate'),
    summary: { zh: '上报：按年月上报采集项', en: 'Report: figures of a year or month' },
    permission: SEND,
    params: z.object(updateParams),
    example: { orgId: 1001, dataCollectConfigureIds: '1', year: 2026, month: 1 },
    handler: (call) => startUpdate(call),
  });

const dataUpdateProcess = (area: 'yunshui' | 'hunan') =>
  defineRoute({
    method: 'GET',
    path: both(area, 'dataUpdateProcess'),
    summary: { zh: '上报：进度', en: 'Report: how far a batch is' },
    permission: SEE,
    params: z.object({ key: key() }),
    example: { key: '1' },
    handler: ({ trx, params, language }): Promise<BatchProgress> => progressOf(trx, params.key, language),
  });

const dataUpdateStop = (area: 'yunshui' | 'hunan') =>
  defineRoute({
    method: 'GET',
    path: both(area, 'dataUpdateStop'),
    summary: { zh: '上报：停止', en: 'Report: stop a batch' },
    permission: SEND,
    writes: true,
    params: z.object({ key: key() }),
    example: { key: '1' },
    handler: async (call): Promise<BatchProgress> => {
      refuseLimited(call);
      const { trx, params, language } = call;
      // One that no worker took yet stops at once.
      const { rows } = await sql`update upload_record set _stop = true,
          record_state = case record_state when 'prepared' then 'stopped' else record_state end,
          ended_at = case record_state when 'prepared' then now() else ended_at end
        where id = ${Number(params.key)} and record_state in ('prepared', 'preflight', 'sending') returning id`.execute(
        trx,
      );
      if (rows.length > 0) await endTask(trx, Number(params.key));
      else {
        const over = await progressOf(trx, params.key, language);
        if (over.state === 'stopped') return over;
        throw conflict({ zh: '上报已结束', en: 'The batch is over' });
      }
      return progressOf(trx, params.key, language);
    },
  });

const getConvertRation = (area: 'yunshui' | 'hunan') =>
  defineRoute({
    method: 'GET',
    path: both(area, 'getConvertRation'),
    summary: { zh: '上报：某日的折标系数', en: 'Report: coefficients to coal on a date' },
    permission: SEE,
    params: z.object({ orgId: id().optional(), platformId: id().optional(), date: z.iso.date() }),
    example: { orgId: 1001, date: '2026-01-15' },
    handler: async ({ trx, params }): Promise<ConvertRation[]> => {
      const platform = await platformOf(trx, params);
      const ground = await groundOf(trx, platform);
      const from = startOfDate(platform.zone, params.date);
      return (await itemsOf(trx, platform.consumerId, {})).map((item): ConvertRation => {
        const unit = listUnitOf(item.energyClassCode, item.energyTypeCode, ground.units);
        const found = ratioWith(ground, item, unit, { from, to: from });
        return {
          dataCollectConfigureId: item.id,
          item: item.name,
          dataCode: item.dataCode,
          statType: item.statType,
          convertRation: found?.text ?? null,
          unit: unit.unit,
          source: found?.source ?? null,
        };
      });
    },
  });

const manualDelHisRec = (area: 'yunshui' | 'hunan') =>
  defineRoute({
    method: 'POST',
    path: both(area, 'manualDelHisRec'),
    summary: {
      zh: '上报：清除一段时间的批次；回执与平台已确认的数据保留',
      en: 'Report: clear the batches of some days; receipts and what platforms have stay',
    },
    permission: SEND,
    params: z
      .object({ dt1: z.iso.date(), dt2: z.iso.date(), orgId: id().optional(), platformId: id().optional() })
      .refine(({ dt1, dt2 }) => dt1 <= dt2, { path: ['dt2'], error: 'dt2 must not be before dt1' }),
    example: { orgId: 1001, dt1: '2020-01-01', dt2: '2020-01-31' },
    handler: async (call): Promise<{ records: number; figures: number }> => {
      refuseLimited(call);
      const { trx, params } = call;
      const platform = await platformOf(trx, { orgId: call.params.orgId ?? (await onlyConsumer(call)), platformId: params.platformId }); // prettier-ignore
      const [from, to] = [startOfDate(platform.zone, params.dt1), startOfDate(platform.zone, params.dt2, 1)];
      const { rows: gone } = await sql<{ id: number }>`select id from upload_record
        where platform_id = ${platform.id} and created_at >= ${new Date(from)} and created_at < ${new Date(to)}
          and record_state in ('done', 'partial', 'stopped', 'blocked')`.execute(trx);
      const ids = gone.map((row) => row.id);
      // What the platform has, and what may have reached it, stays: else it would be sent twice.
      const { rows: figures } =
        await sql`delete from upload_detail d where d.record_id = any(${ids}::integer[])
        and (d.figure_state in ('superseded', 'held') or d.figure_state in ('waiting', 'refused') and d.attempts = 0)
        and not (d.figure_state = 'superseded' and exists (select from upload_detail n where n.platform_id = d.platform_id
          and n.data_code = d.data_code and n.stat_type = d.stat_type and n.stat_date = d.stat_date
          and n.revision > d.revision and n.figure_state <> 'acknowledged'))
        returning d.id`.execute(trx);
      await restorePrior(trx, platform.id);
      await sql`update upload_detail set record_id = null where record_id = any(${ids}::integer[])`.execute(
        trx,
      );
      await sql`delete from upload_record where id = any(${ids}::integer[])`.execute(trx);
      const removed = { records: ids.length, figures: figures.length };
      const row = { id: platform.id, consumerId: platform.consumerId, ...params, ...removed };
      await recordChange(call, uploadRecord, 'del', row, null, '清除上报历史 / history of reports cleared');
      return removed;
    },
  });

/** What a revision had taken the place of that is gone now is again what it was: the platform has it, or refused it. */
async function restorePrior(trx: Db, platformId: number): Promise<void> {
  await sql`update upload_detail d set figure_state = coalesce(d._was_state, 'acknowledged'), _was_state = null
    where d.platform_id = ${platformId} and d.figure_state = 'superseded'
      and not exists (select from upload_detail n where n.platform_id = d.platform_id and n.data_code = d.data_code
        and n.stat_type = d.stat_type and n.stat_date = d.stat_date and n.revision > d.revision)`.execute(
    trx,
  );
}

/** The enterprise of a caller who sees one alone. @throws Fault 400 */
async function onlyConsumer({ caller }: Pick<Call<unknown>, 'caller'>): Promise<number> {
  const { scope } = caller;
  const [only, ...others] = scope === 'all' ? [] : scope;
  if (only === undefined || others.length > 0)
    throw badInput({ zh: '企业：必填', en: 'Enterprise: is required' }, 'orgId');
  return only;
}

/** Sends one figure again as a batch of its own. @throws Fault 404, 409 where it is acknowledged or on its way */
async function sendAgain(call: Pick<Call<{ uploadDetailId: number }>, 'trx' | 'params' | 'caller'>): Promise<{
  key: string;
  process: number;
  uploadRecordId: number;
}> {
  refuseLimited(call);
  const { trx, params, caller } = call;
  const { rows } = await sql<{
    platformId: number;
    itemId: number;
    statType: StatType;
    at: Date;
    state: string;
  }>`
    select platform_id as "platformId", item_id as "itemId", stat_type as "statType", stat_date as at,
      figure_state as state from upload_detail where id = ${params.uploadDetailId}`.execute(trx);
  const figure = rows[0];
  const platform = figure && (await platformById(trx, figure.platformId));
  if (!figure || !platform) throw noSuchRow();
  if (figure.state === 'sending') throw conflict({ zh: '正在上报', en: 'It is on its way' });
  const period = periodsIn(platform.zone, figure.statType, figure.at.getTime(), figure.at.getTime() + 1)[0];
  if (!period) throw noSuchRow();
  const filed = await fileBatch(trx, platform, {
    kind: 'data',
    trigger: 'again',
    statType: figure.statType,
    startedBy: caller.name,
    employeeId: caller.employeeId,
    params: { itemIds: [figure.itemId], from: period.from, to: period.from + 1, again: true },
  });
  return { key: filed.key, process: 0, uploadRecordId: filed.id };
}

const reUpload = (path: string) =>
  defineRoute({
    method: 'POST',
    path,
    summary: { zh: '上报：重报一个数据', en: 'Report: send one figure again' },
    permission: SEND,
    params: z.object({ uploadDetailId: id() }),
    example: { uploadDetailId: 1 },
    handler: sendAgain,
  });

const AREAS = ['yunshui', 'hunan'] as const;

export const recordRoutes: readonly Route[] = [
  ...AREAS.flatMap((area) => [
    dataUpdate(area),
    dataUpdateProcess(area),
    dataUpdateStop(area),
    getConvertRation(area),
    manualDelHisRec(area),
    reUpload(`/api/${area}/enterpriseInfo/reUpload`),
  ]),
  reUpload('/api/hunan/uploadservice/reupload'),
];
