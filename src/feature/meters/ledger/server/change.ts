import { sql } from 'kysely';
import * as z from 'zod';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id, jsonOf, yesNo } from '#contract/param.ts';
import { COURSE_MS } from '#domain/fold/courseReach.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import {
  holdExtents,
  markIntervals,
  refuseClosed,
  type VisibleMeter,
  visibleMeter,
} from '#feature/meters/reading/server/public.ts';
import { fileRepair } from '#feature/meters/recalculation/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type Call, defineRoute } from '#server/route.ts';
import type { LedgerDraft, LedgerRow } from '../contract.ts';
import { withEvent, withoutEvent } from '../domain/life.ts';
import { checkSeen } from './checkSeen.ts';
import { effectOf, intervalOf } from './effect.ts';
import { loadLedger, storeLedger } from './store.ts';

const decimal = z.coerce.string().trim().max(30);

/** An event as it is entered; an instant is ms or ISO with an offset. */
const draft = {
  ammeterId: id(),
  from: z
    .union([z.iso.datetime({ offset: true }), z.coerce.number().int()])
    .transform((value) => (typeof value === 'number' ? value : Date.parse(value))),
  serial: z.string().trim().max(60).optional(),
  sameDevice: yesNo().default(false),
  ct: decimal.default('1'),
  pt: decimal.default('1'),
  primary: yesNo().default(false),
  correctionFactor: decimal.default('1'),
  registerWidth: z.coerce.number().int().optional(),
  startRegister: decimal.optional(),
  endBefore: decimal.optional(),
  kind: z.enum(['register', 'interval']).default('register'),
  remark: z.string().max(300).optional(),
};
/** What the caller saw of the event: where another person changed it since, the change is refused. */
const expected = jsonOf(z.record(z.string(), z.unknown())).optional();
const adding = z.object(draft);
const editing = z.object({ ...draft, id: id(), expected });
const deleting = z.object({ ammeterId: id(), id: id(), expected });
/** The event of `id` changed, a new one without `id`, or the one of `id` gone with `del`. */
const previewing = z.union([
  deleting.extend({ del: z.literal(['1', 'true', 1, true]) }),
  z.object({ ...draft, id: id().optional() }),
]);

const example = { ammeterId: 1, from: '2026-01-01T00:00:00+08:00', sameDevice: 1, ct: '120', pt: '100' };

/** Clocks of those who enter an event may be ahead. */
const MOST_AHEAD_MS = DAY_MS;

/** What has not happened is no event. @throws Fault 400 */
export function refuseFuture(at: number): void {
  if (at > Date.now() + MOST_AHEAD_MS)
    throw badInput({ zh: '生效时间：不能在将来', en: 'Valid from: it may not lie in the future' }, 'from');
}

/** The event that was entered. @throws Fault 400 where it lies in the future */
function draftOf(params: z.output<typeof adding>): LedgerDraft {
  refuseFuture(params.from);
  return {
    from: params.from,
    serial: params.serial ?? null,
    sameDevice: params.sameDevice,
    ct: params.ct,
    pt: params.pt,
    primary: params.primary,
    correctionFactor: params.correctionFactor,
    registerWidth: params.registerWidth ?? null,
    startRegister: params.startRegister ?? null,
    endBefore: params.endBefore ?? null,
    kind: params.kind,
    remark: params.remark ?? null,
  };
}

/** The row of an id. @throws Fault 404 */
function rowOf(rows: readonly LedgerRow[], rowId: number): LedgerRow {
  const row = rows.find((one) => one.id === rowId);
  if (!row) throw noSuchRow();
  return row;
}

/** A meter whose life may be written. @throws Fault 404, and 400 where it is the sum of others */
export async function meterOf(trx: Db, ammeterId: number): Promise<VisibleMeter> {
  const meter = await visibleMeter(trx, ammeterId);
  const { rows } =
    await sql`select from ammeter_sum s join ammeter a on a.id = s.ammeter_id and a.device_type = ${sql.lit(DEVICE_TYPE.totalAdder)}
    where a.id = ${meter.id} limit 1`.execute(trx);
  if (rows.length > 0)
    throw badInput(
      {
        zh: '总加表没有自己的表底：请在其组成表计上记录事件',
        en: 'A sum has no register of its own: record the event on the meters that it is made of',
      },
      'ammeterId',
    );
  return meter;
}

export const preview = defineRoute({
  method: 'POST',
  path: '/api/archive/ledger/preview',
  summary: {
    zh: '预览履历变更对用量的影响，不写入',
    en: 'What an event would do to consumption; nothing is written',
  },
  permission: 'archive.ledger.view',
  params: previewing,
  example,
  handler: async ({ trx, params }) => {
    const meter = await meterOf(trx, params.ammeterId);
    const before = await loadLedger(trx, meter.id);
    if (params.id !== undefined) rowOf(before, params.id);
    const after =
      'del' in params ? withoutEvent(before, params.id) : withEvent(before, draftOf(params), params.id);
    return effectOf(trx, meter.id, before, after);
  },
});

type Write = Pick<Call<unknown>, 'trx' | 'caller' | 'services'>;

/**
 * Writes a life, marks what it makes wrong and writes down who did it, all in the transaction of the call. The meter
 * is held first, so that changes of one ledger wait for each other and no fold goes on with the old life.
 * @param seen what the caller saw of the event that is changed @throws Fault 409 where another changed it since
 */
export async function writeLife(
  call: Write,
  meter: Pick<VisibleMeter, 'id' | 'consumerId' | 'name'>,
  action: 'add' | 'edit' | 'del',
  rowId: number | null,
  change: (before: readonly LedgerRow[]) => LedgerRow[],
  seen: Readonly<Record<string, unknown>> = {},
): Promise<{ id: number | null }> {
  const { trx, caller } = call;
  const [extent] = await holdExtents(trx, [meter.id]);
  const before = await loadLedger(trx, meter.id);
  const old = rowId === null ? null : rowOf(before, rowId);
  if (old) await checkSeen(trx, before, old, seen);
  const after = change(before);
  const added = rowId === null ? after.filter((row) => row.id === null).at(-1) : undefined;
  const written = await storeLedger(trx, meter.id, before, after, caller.employeeId);
  const now = written.find((row) => (rowId === null ? row.from === added?.from : row.id === rowId)) ?? null;
  const record = (row: LedgerRow | null): string | null =>
    row && JSON.stringify({ ...row, ammeterId: meter.id });
  await sql`insert into oper_log (employee_id, user_name, consumer_id, resource, row_id, action, before, after, remarks)
    values (${caller.employeeId}, ${caller.userName}, ${meter.consumerId}, 'ledger', ${now?.id ?? rowId}, ${action},
      ${record(old)}, ${record(now)}, ${meter.name})`.execute(trx);
  const interval = intervalOf(extent, before, after);
  if (interval) {
    const { from, to } = interval;
    await refuseClosed(trx, [{ meterId: meter.id, from }]);
    // Whether registers on record fit what was read shapes the verdicts of days around them. Where nothing came there is
    // none: a mark beyond it would be kept as the end of what came.
    const { first, last } = extent ?? { first: Infinity, last: -Infinity };
    const mark = {
      from: Math.max(from - COURSE_MS, Math.min(from, first)),
      to: Math.min(to + COURSE_MS, Math.max(to, last)),
    };
    await markIntervals(trx, [{ meterId: meter.id, ...mark }]);
    await fileRepair(call, meter.consumerId, meter.name, [meter.id]);
  }
  return { id: now?.id ?? rowId };
}

export const add = defineRoute({
  method: 'POST',
  path: '/api/archive/ledger/add',
  summary: { zh: '新增履历事件', en: 'Add an event to a meter’s life' },
  permission: 'archive.ledger.add',
  params: adding,
  example,
  handler: async (call) => {
    const meter = await meterOf(call.trx, call.params.ammeterId);
    return writeLife(call, meter, 'add', null, (rows) => withEvent(rows, draftOf(call.params)));
  },
});

export const edit = defineRoute({
  method: 'POST',
  path: '/api/archive/ledger/edit',
  summary: { zh: '修改履历事件', en: 'Change an event of a meter’s life' },
  permission: 'archive.ledger.edit',
  params: editing,
  example: { ...example, id: 1 },
  handler: async (call) => {
    const { params } = call;
    const meter = await meterOf(call.trx, params.ammeterId);
    const change = (rows: readonly LedgerRow[]) => withEvent(rows, draftOf(params), params.id);
    return writeLife(call, meter, 'edit', params.id, change, params.expected);
  },
});

export const del = defineRoute({
  method: 'POST',
  path: '/api/archive/ledger/del',
  summary: { zh: '删除履历事件', en: 'Delete an event of a meter’s life' },
  permission: 'archive.ledger.del',
  params: deleting,
  example: { ammeterId: 1, id: 1 },
  handler: async (call) => {
    const { params } = call;
    const meter = await visibleMeter(call.trx, params.ammeterId);
    const change = (rows: readonly LedgerRow[]) => withoutEvent(rows, params.id);
    return writeLife(call, meter, 'del', params.id, change, params.expected);
  },
});
