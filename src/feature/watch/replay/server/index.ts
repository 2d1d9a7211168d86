import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id, idList, pageOf, paging } from '#contract/param.ts';
import { type RuleSettings, signalRuleOn } from '#domain/alarm/settings.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { CurvePart, ReplayAnswer, ReplayResult } from '../contract.ts';
import { startReplay } from './start.ts';
import { bucketParts } from './figure.ts';
import { signalValues } from './signal.ts';
import { partsOf, valuesOf } from './values.ts';

export { taskHandlers } from './task.ts';

/** Function code of the screen. */
const SCREEN = 'SDNAlertConfig.Replay';
/** Parts of a curve: about one for four pixels. */
const PARTS = 240;

const seconds = () => z.coerce.number().int().min(0).max(86_400);
const figure = () => z.coerce.number().min(-1e12).max(1e12);

const replay = defineRoute({
  method: 'POST',
  path: '/api/event/alarm/replay',
  summary: {
    zh: '告警规则：在历史数据上回放',
    en: 'Alarm rules: run a draft or a version over readings of the past, as a task',
  },
  permission: SCREEN,
  params: z.object({
    alarmId: id().optional(),
    version: z.coerce.number().int().min(1).max(1e6).optional(),
    triggerMethod: z
      .enum([
        'above',
        'below',
        'limitSet',
        'silent',
        'expression',
        'compose',
        'figure',
        'signal',
        'operations',
      ])
      .optional(),
    triggerFieldName: z.string().max(20).optional(),
    limitValue: figure().optional(),
    expression: z.string().max(500).optional(),
    deadBand: z.coerce.number().min(0).max(1e12).optional(),
    triggerInterval: seconds().optional(),
    recoverInterval: seconds().optional(),
    alarmLevel: z.enum(['1', '2', '3', '4']).optional(),
    ammeterIds: idList().optional(),
    begin: z.iso.date().optional(),
    end: z.iso.date().optional(),
    matterMinutes: z.coerce.number().int().min(1).max(1440).default(10),
  }),
  example: {
    triggerMethod: 'above',
    triggerFieldName: 'PZ',
    limitValue: 100,
    ammeterIds: '1',
    begin: '2026-01-01',
    end: '2026-01-31',
  },
  handler: (call) => startReplay(call, call.params, Date.now()),
});

interface Row {
  readonly taskId: number;
  readonly alarmId: number | null;
  readonly endedAt: number;
  readonly result: ReplayResult;
  readonly settings: RuleSettings;
}

/** A replay that the caller started: by its task, or the last one of a rule. @throws Fault 404 */
async function ownReplay(
  trx: Db,
  employeeId: number,
  of: { id?: number | undefined; alarmId?: number | undefined },
): Promise<Row> {
  const { rows } = await sql<Row>`
    select task_id as "taskId", alarm_id as "alarmId",
      round(extract(epoch from ended_at) * 1000)::float8 as "endedAt", result, settings
    from alarm_replay where employee_id = ${employeeId}
      and (${of.id ?? null}::integer is null or task_id = ${of.id ?? null})
      and (${of.alarmId ?? null}::integer is null or alarm_id = ${of.alarmId ?? null})
    order by task_id desc limit 1`.execute(trx);
  const [row] = rows;
  if (!row) throw noSuchRow();
  return row;
}

const getReplay = defineRoute({
  method: 'GET',
  path: '/api/event/alarm/getReplay',
  summary: {
    zh: '告警规则：回放结果',
    en: 'Alarm rules: what a replay found; its meters in pages, those with most raises first',
  },
  permission: SCREEN,
  params: z.object({ id: id().optional(), alarmId: id().optional(), ...paging }),
  example: { id: 1 },
  handler: async ({ trx, caller, params }): Promise<ReplayAnswer> => {
    const { result, settings: _, ...row } = await ownReplay(trx, caller.employeeId, params);
    const { current, pageSize } = pageOf(params);
    const first = (current - 1) * pageSize;
    const meters = {
      list: result.meters.slice(first, first + pageSize),
      pagination: { total: result.meters.length, current, pageSize },
    };
    return { ...result, ...row, meters };
  },
});

const getReplayCurve = defineRoute({
  method: 'GET',
  path: '/api/event/alarm/getReplayCurve',
  summary: {
    zh: '告警规则：回放所用的曲线',
    en: 'Alarm rules: the values that a replay evaluated, as lowest, highest and mean',
  },
  permission: SCREEN,
  params: z.object({ id: id(), ammeterId: id() }),
  example: { id: 1, ammeterId: 1 },
  handler: async ({ trx, caller, params }): Promise<CurvePart[]> => {
    const { result, settings } = await ownReplay(trx, caller.employeeId, { id: params.id });
    const { from, to, draft } = result;
    if (!result.meters.some(({ ammeterId }) => ammeterId === params.ammeterId)) throw noSuchRow();
    if (settings.signal)
      return partsOf(
        await signalValues(trx, params.ammeterId, signalRuleOn(settings), from, to),
        from,
        to,
        PARTS,
      );
    if (settings.figure) return bucketParts(trx, params.ammeterId, settings.figure, from, to);
    // A composition of figures and positions alone asks for no value that could be drawn.
    if (draft.code === '') return [];
    return partsOf(await valuesOf(trx, params.ammeterId, draft.code, from, to), from, to, PARTS);
  },
});

export const routes: readonly Route[] = [replay, getReplay, getReplayCurve];
