import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { defineRoute } from '#server/route.ts';
import { type ControlPointWire, type PointCounts, type PointDetail, POINTS_SHOWN } from '../contract.ts';
import { checksOf } from './check.ts';
import { dependentsOf } from './depend.ts';
import { effectOf } from './effect.ts';
import { personOf, provenOf } from './person.ts';
import { commandWire, interlockWires, pointWire } from './present.ts';
import { standingsSeen } from './seen.ts';
import { goalOf, likelyTarget } from './standing.ts';

const VIEW = 'archive.iRemoteControl.view';

/** The points as they stand, with why the caller may not operate them. */
const getPoints = defineRoute({
  method: 'GET',
  path: '/api/archive/iRemoteControl/getPoints',
  summary: { zh: '遥控点：状态与可否操作', en: 'Remote outputs: state, and whether they may be operated' },
  permission: VIEW,
  params: z.object({
    ...paging,
    consumerId: id().optional(),
    siteId: id().optional(),
    objectId: id().optional(),
    ammeterId: id().optional(),
    search: z.string().max(100).optional(),
    shown: z.enum(POINTS_SHOWN).default('all'),
  }),
  example: { pageSize: 20 },
  handler: async (call): Promise<Page<ControlPointWire> & { counts: PointCounts }> => {
    const { trx, caller, params } = call;
    const { current, pageSize } = pageOf(params);
    const person = await personOf(trx, caller, false);
    const all = (await standingsSeen(call, params)).map((one) => pointWire(one, person));
    const ready = all.filter(({ hindrance }) => hindrance === null);
    const counts = {
      all: all.length,
      ready: ready.length,
      refused: all.length - ready.length,
      unknown: all.filter(({ value }) => value === null).length,
    };
    const shown =
      params.shown === 'all'
        ? all
        : params.shown === 'ready'
          ? ready
          : all.filter(({ hindrance }) => hindrance !== null);
    return {
      list: shown.slice((current - 1) * pageSize, current * pageSize),
      pagination: { current, pageSize, total: shown.length },
      counts,
    };
  },
});

/** One point with its interlocks, for the dialog that operates it. */
const getPoint = defineRoute({
  method: 'GET',
  path: '/api/archive/iRemoteControl/getPoint',
  summary: {
    zh: '遥控点：联锁、挂牌与进行中的命令',
    en: 'Remote outputs: interlocks, tags and the open command',
  },
  permission: VIEW,
  params: z.object({ id: id(), value: z.coerce.number().optional() }),
  example: { id: 1 },
  handler: async (call): Promise<PointDetail> => {
    const { trx, caller, params } = call;
    const [standing] = await standingsSeen(call, { ids: [params.id] });
    if (!standing) throw noSuchRow();
    const target = params.value ?? likelyTarget(standing);
    const person = await personOf(trx, caller, false);
    const { row, interlocks } = standing;
    const command = row.open ? await commandWire(trx, row.open.commandId, caller.employeeId) : undefined;
    return {
      point: pointWire(standing, person, target),
      interlocks: interlockWires(interlocks, goalOf(standing, target)),
      checks: checksOf(standing, target, caller.employeeId),
      dependents: await dependentsOf(trx, row.controlId),
      command: command ?? null,
      effect: await effectOf(trx, standing, target),
      provenUntil: await provenOf(call),
      now: row.now,
    };
  },
});

export const pointRoutes = [getPoints, getPoint];
