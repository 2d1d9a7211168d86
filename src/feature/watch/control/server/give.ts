import type { ControlReason } from '#contract/control.ts';
import { requested, step } from '#domain/control/command.ts';
import { hindranceOf } from '#domain/control/permit.ts';
import type { Db } from '#server/database/db.ts';
import { faultOfTarget } from '../domain/wiring.ts';
import type { CommandRow } from './command.ts';
import { byKeys, heldAll, insertAll, keyText, refusedDraft } from './held.ts';
import { tellSenders } from './operate.ts';
import { hindranceText, pointNow } from './standing.ts';

/** What an alarm, or shedding, wants of an output. */
export interface Order {
  readonly source: 'linkage' | 'shed';
  readonly key: string;
  readonly target: number;
  readonly byName: string;
  readonly byId: number | null;
  readonly remark: string;
  readonly linkageRunId?: number;
  /** Somebody else who approved it: outputs for two persons need one. */
  readonly approvedBy?: { readonly id: number; readonly name: string };
}

/**
 * Gives a command that no person stands before: at once selected and operated, through every check of the point. One for
 * two persons is refused unless somebody else approved it. What is refused is kept as a command that ended. The same key
 * gives nothing again. @returns null where there is no such output, or the key was another order's
 */
export async function giveOrder(trx: Db, controlId: number, order: Order): Promise<CommandRow | null> {
  const standing = (await heldAll(trx, [controlId])).get(controlId);
  if (!standing) return null;
  const { row } = standing;
  const key = { consumerId: row.consumerId, source: order.source, key: order.key };
  const known = (await byKeys(trx, [key])).get(keyText(key));
  if (known) return known.controlId === controlId && known.target === order.target ? known : null;
  const { now } = row;
  const by = { id: order.byId, name: order.byName };
  const badTarget = row.wiring.way === null ? null : faultOfTarget(row.wiring, order.target);
  const reason: ControlReason | null = row.open
    ? 'busy'
    : row.twoPersons && (!order.approvedBy || order.approvedBy.id === order.byId)
      ? 'twoPersons'
      : badTarget
        ? 'state'
        : hindranceOf(pointNow(standing, order.target));
  const { source, target, remark } = order;
  const from = {
    source,
    key: order.key,
    target,
    standing,
    remark,
    by,
    linkageRunId: order.linkageRunId ?? null,
  };
  const note = { byName: by.name, byId: by.id };
  const request = { kind: 'request', ...note } as const;
  if (reason !== null) {
    const refused = badTarget ? { reason, detail: badTarget } : hindranceText(reason, standing, target);
    return (await insertAll(trx, [refusedDraft(from, refused, request)])).get(keyText(key)) ?? null;
  }
  const begun = requested(false, now);
  const operating = step(step(begun, { kind: 'select' }, now) ?? begun, { kind: 'operate' }, now) ?? begun;
  const { state, selectUntil, operateUntil } = operating;
  const { approvedBy = null } = order;
  const approved = approvedBy && { kind: 'approve' as const, byId: approvedBy.id, byName: approvedBy.name };
  const notes = [
    request,
    ...(approved ? [approved] : []),
    { kind: 'select', ...note } as const,
    { kind: 'operate', ...note } as const,
  ];
  const draft = {
    ...from,
    state,
    selectUntil,
    operateUntil,
    reason: null,
    detail: null,
    token: null,
    notes,
    approvedBy,
  };
  const command = (await insertAll(trx, [draft])).get(keyText(key)) ?? null;
  if (command) await tellSenders(trx, [command.id]);
  return command;
}
