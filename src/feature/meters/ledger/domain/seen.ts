import type { LedgerRow } from '../contract.ts';

/** What a person sees of an event before changing it: its fields, and the last register before it. */
export interface SeenEvent extends Omit<LedgerRow, 'id' | 'to' | 'endRegister'> {
  readonly endBefore: string | null;
}

/** An event of a life as a person sees it. */
export function seenOf(rows: readonly LedgerRow[], row: LedgerRow): SeenEvent {
  const { from, serial, ct, pt, primary, correctionFactor, registerWidth, startRegister, kind, remark } = row;
  const endBefore = rows.find((one) => one.to === from)?.endRegister ?? null;
  return {
    from,
    serial,
    ct,
    pt,
    primary,
    correctionFactor,
    registerWidth,
    startRegister,
    kind,
    remark,
    endBefore,
  };
}
