import { sql } from 'kysely';
import * as z from 'zod';
import { ENERGY_CODES } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import { id, pageOf, paging, wordList } from '#contract/param.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { onGrid } from '#domain/fold/reach.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { isPending, readingsOf, usageOf, visibleMeter } from '#feature/meters/reading/server/public.ts';
import { homeZone } from '#server/database/homeZone.ts';
import { defineRoute } from '#server/route.ts';
import {
  type CurveWire,
  FINDING_KINDS,
  type FindingKind,
  type FindingPage,
  type Operation,
  operationParams,
  type Repair,
  type RepairMeter,
  intervalParams,
} from '../contract.ts';
import { checkOperation } from '../domain/checkOperation.ts';
import { applyRepair, undoRepair } from './applyRepair.ts';
import { effectOf, valuesOf } from './effect.ts';
import { findingsOf } from './findings.ts';
import { PERMISSION } from './permission.ts';
import { valuesIn } from './values.ts';

const at = '/api/sdata/correction';
/** A day in the curve of a meter. */
const SHOWN_DAY = { ammeterId: 1, from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) } as const;
const reason = () => z.string().trim().min(1).max(300);

/** @throws Fault 400 when an interval is empty or longer than `days`. */
function mustBeShort({ from, to }: { from: number; to: number }, days: number): void {
  if (to < from)
    throw badInput({ zh: '结束时间须晚于开始时间', en: 'The end must be after the begin' }, 'to');
  if (to - from > days * DAY_MS + DAY_MS / 12)
    throw badInput(
      { zh: `时段不能长于 ${days} 天`, en: `The interval cannot be longer than ${days} days` },
      'to',
    );
}

const getMeters = defineRoute({
  method: 'GET',
  path: `${at}/getMeters`,
  summary: { zh: '查询可修正的表计', en: 'Meters whose curves can be corrected' },
  permission: PERMISSION.view,
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }): Promise<RepairMeter[]> => {
    const { rows } = await sql<RepairMeter>`
      select a.id, a.parent_id as "parentId", a.ammeter_code as code, shown_name(a.ammeter_name, a.ammeter_name_en) as name,
        coalesce(s.time_zone, ${homeZone}) as zone, date_part('epoch', f.first_ts) * 1000 as first,
        date_part('epoch', f.last_ts) * 1000 as last
      from ammeter a left join monitor_site s on s.id = a.site_id left join meter_fold f on f.meter_id = a.id
      where a.consumer_id = ${params.consumerId} order by a.ammeter_code`.execute(trx);
    return rows;
  },
});

const getState = defineRoute({
  method: 'GET',
  path: `${at}/getState`,
  summary: { zh: '查询曲线异常时段', en: 'What is abnormal about a curve' },
  permission: PERMISSION.view,
  params: z.object({ ...intervalParams, kinds: wordList().optional(), ...paging }),
  example: { ...SHOWN_DAY, pageSize: 20 },
  handler: async ({ trx, params }): Promise<FindingPage> => {
    mustBeShort(params, 92);
    await visibleMeter(trx, params.ammeterId);
    const kinds = (params.kinds ?? []).filter((kind): kind is FindingKind =>
      (FINDING_KINDS as readonly string[]).includes(kind),
    );
    const page = pageOf(params);
    const { list, total } = await findingsOf(trx, params.ammeterId, params.code, params, {
      ...page,
      kinds,
      now: Date.now(),
    });
    return { list, pagination: { total, ...page }, pending: await isPending(trx, params.ammeterId) };
  },
});

const getCurve = defineRoute({
  method: 'GET',
  path: `${at}/getCurve`,
  summary: { zh: '查询表计曲线', en: 'The curve of a meter' },
  permission: PERMISSION.view,
  params: z.object(intervalParams),
  example: SHOWN_DAY,
  handler: async ({ trx, params }): Promise<CurveWire> => {
    mustBeShort(params, 31);
    const { ammeterId, code } = params;
    const meter = await visibleMeter(trx, ammeterId);
    const range = onGrid(params);
    const quarters = await usageOf(trx, [ammeterId], 1, range.from, range.to);
    const flags: CurveWire['flags'][number][] = Array.from(
      { length: Math.round((range.to - range.from) / QUARTER_MS) },
      () => null,
    );
    for (const bucket of quarters) flags[(bucket.ts - range.from) / QUARTER_MS] = flagNames(bucket.flags);
    const { points } = await readingsOf(trx, ammeterId, code, range.from, range.to + 1, 3000);
    return {
      ...range,
      zone: meter.zone.name,
      unit: meter.unit,
      energy: valuesOf(quarters, ENERGY_CODES.indexOf(code), range),
      flags,
      registers: points,
    };
  },
});

const getValues = defineRoute({
  method: 'GET',
  path: `${at}/getValues`,
  summary: { zh: '查询收到的数值', en: 'Values as received' },
  permission: PERMISSION.view,
  params: z.object({ ...intervalParams, ...paging }),
  example: { ...SHOWN_DAY, pageSize: 20 },
  handler: async ({ trx, params }) => {
    mustBeShort(params, 3);
    await visibleMeter(trx, params.ammeterId);
    const rows = await valuesIn(trx, params.ammeterId, params.code, params);
    const page = pageOf(params);
    const list = rows.slice((page.current - 1) * page.pageSize, page.current * page.pageSize);
    return { list, pagination: { total: rows.length, ...page } };
  },
});

type OperationParams = z.output<z.ZodObject<typeof operationParams>>;

function operationOf(params: OperationParams): Operation {
  const { kind, code, from } = params;
  const to = kind === 'register' ? from : params.to;
  const operation = { kind, code, from, to, amount: params.amount ?? null, target: params.target ?? null };
  const fault = checkOperation(operation, Date.now());
  if (fault) throw badInput(fault.text, fault.field);
  return operation;
}

const preview = defineRoute({
  method: 'POST',
  path: `${at}/preview`,
  summary: { zh: '试算修正的影响', en: 'The effect of a correction before it is made' },
  permission: PERMISSION.edit,
  params: z.object(operationParams),
  example: { ...SHOWN_DAY, kind: 'interpolate' },
  handler: async ({ trx, params }) => {
    await visibleMeter(trx, params.ammeterId);
    return (await effectOf(trx, params.ammeterId, operationOf(params))).effect;
  },
});

const add = defineRoute({
  method: 'POST',
  path: `${at}/add`,
  summary: { zh: '修正曲线', en: 'Correct a curve' },
  permission: PERMISSION.edit,
  params: z.object({ ...operationParams, reason: reason() }),
  example: { ...SHOWN_DAY, kind: 'interpolate', reason: 'the gateway was without power' },
  handler: async ({ trx, caller, params, services }) => {
    const meter = await visibleMeter(trx, params.ammeterId);
    const author = { employeeId: caller.employeeId, reason: params.reason };
    return applyRepair(trx, services.system, meter, operationOf(params), author);
  },
});

const undo = defineRoute({
  method: 'POST',
  path: `${at}/undo`,
  summary: { zh: '撤销修正', en: 'Undo a correction' },
  permission: PERMISSION.undo,
  params: z.object({ id: id(), reason: reason() }),
  example: { id: 1, reason: 'the wrong day' },
  handler: async ({ trx, caller, params }) => {
    await undoRepair(trx, params.id, { employeeId: caller.employeeId, reason: params.reason });
    return { id: params.id };
  },
});

type RepairRow = Omit<Repair, 'from' | 'to' | 'createdAt' | 'undoneAt' | 'now' | 'after'> & {
  readonly from: Date;
  readonly to: Date;
  readonly createdAt: Date;
  readonly undoneAt: Date | null;
  readonly now: string | null;
  readonly after: string | null;
  readonly total: number;
};

const getList = defineRoute({
  method: 'GET',
  path: `${at}/getList`,
  summary: { zh: '查询修正记录', en: 'Corrections that were made' },
  permission: PERMISSION.view,
  params: z.object({ ammeterId: id(), ...paging }),
  example: { ammeterId: 1, pageSize: 20 },
  handler: async ({ trx, params }) => {
    await visibleMeter(trx, params.ammeterId);
    const page = pageOf(params);
    const { rows } = await sql<RepairRow>`
      select r.id, r.meter_id as "ammeterId", r.kind, r.code, r.from_ts as from, r.to_ts as to, r.amount::text, r.reason,
        r.now_pp as now, r.after_pp as after, shown_name(c.name, c.name_en) as "createdBy", r.created_at as "createdAt",
        shown_name(u.name, u.name_en) as "undoneBy", r.undone_at as "undoneAt", r.undo_reason as "undoReason",
        (count(*) over ())::integer as total
      from repair r left join org_employee c on c.id = r.created_by left join org_employee u on u.id = r.undone_by
      where r.meter_id = ${params.ammeterId} order by r.id desc
      limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
    const list = rows.map(({ total: _, ...row }): Repair => ({
      ...row,
      from: row.from.getTime(),
      to: row.to.getTime(),
      now: row.now === null ? null : microToNumber(BigInt(row.now)),
      after: row.after === null ? null : microToNumber(BigInt(row.after)),
      createdAt: row.createdAt.getTime(),
      undoneAt: row.undoneAt?.getTime() ?? null,
    }));
    return { list, pagination: { total: rows[0]?.total ?? 0, ...page } };
  },
});

export const routes = [getMeters, getState, getCurve, getValues, preview, add, undo, getList];
