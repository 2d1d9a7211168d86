import type { Call } from '#server/route.ts';
import type { LedgerRow } from '../contract.ts';
import { withEvent, withoutEvent } from '../domain/life.ts';
import { meterOf, refuseFuture, writeLife } from './change.ts';
import { loadLedger } from './store.ts';

type Write = Pick<Call<unknown>, 'trx' | 'caller' | 'services'>;

/** A device taken out and another put in; what is null of the new one is as it was. Decimals as texts. */
export interface Replacement {
  /** ms */
  readonly at: number;
  readonly oldSerial: string;
  readonly serial: string;
  /** Register of the old device when it was taken out. */
  readonly endBefore: string | null;
  /** Register of the new device when it was put in. */
  readonly startRegister: string | null;
  readonly ct: string | null;
  readonly pt: string | null;
  readonly registerWidth: number | null;
  readonly remark: string | null;
}

function replaced(rows: readonly LedgerRow[], one: Replacement, rowId: number | null): LedgerRow[] {
  const before = rows.findLast((row) => row.id !== rowId && row.from < one.at);
  const named = rows.map((row) =>
    row === before && row.serial === null ? { ...row, serial: one.oldSerial } : row,
  );
  return withEvent(
    named,
    {
      from: one.at,
      serial: one.serial,
      sameDevice: false,
      ct: one.ct ?? before?.ct ?? '1',
      pt: one.pt ?? before?.pt ?? '1',
      primary: before?.primary ?? false,
      correctionFactor: before?.correctionFactor ?? '1',
      registerWidth: one.registerWidth ?? before?.registerWidth ?? null,
      startRegister: one.startRegister,
      endBefore: one.endBefore,
      kind: before?.kind ?? 'register',
      remark: one.remark,
    },
    rowId,
  );
}

/**
 * Writes a replacement into a meter's life, or changes the one of `rowId`; answers its id. One that somebody has
 * deleted from the life is written anew. @throws Fault 400, 404, 409 naming the field of the ledger
 */
export async function writeReplacement(
  call: Write,
  ammeterId: number,
  replacement: Replacement,
  rowId: number | null = null,
): Promise<number | null> {
  refuseFuture(replacement.at);
  const meter = await meterOf(call.trx, ammeterId);
  const stands = (await loadLedger(call.trx, meter.id)).some((row) => row.id === rowId);
  const own = stands ? rowId : null;
  const { id } = await writeLife(call, meter, own === null ? 'add' : 'edit', own, (rows) =>
    replaced(rows, replacement, own),
  );
  return id;
}

/** Takes a replacement out of a meter's life; nothing where it is no longer there. */
export async function removeReplacement(call: Write, ammeterId: number, rowId: number): Promise<void> {
  const meter = await meterOf(call.trx, ammeterId);
  if (!(await loadLedger(call.trx, meter.id)).some((row) => row.id === rowId)) return;
  await writeLife(call, meter, 'del', rowId, (rows) => withoutEvent(rows, rowId));
}
