import type { SlotCall } from '#server/resource/slot.ts';
import { BEGINNING } from '../contract.ts';
import { withEvent } from '../domain/life.ts';
import { writeLife } from './change.ts';

/** What is known of a meter's life when it comes to be; decimals as texts. */
export interface LifeBeginning {
  readonly serial: string | null;
  readonly ct: string;
  readonly pt: string;
  readonly registerWidth: number | null;
  readonly startRegister: string | null;
  /** When the start register stood, ms; null = always so. */
  readonly at: number | null;
}

/** Writes the beginning of the life of a meter that has none. @throws Fault 400, 409 naming the field */
export async function beginLife(
  call: SlotCall,
  meter: { readonly id: number; readonly consumerId: number; readonly name: string },
  { at, ...beginning }: LifeBeginning,
): Promise<void> {
  await writeLife(call, meter, 'add', null, (rows) => {
    const life = withEvent(rows, {
      from: beginning.startRegister === null ? BEGINNING : (at ?? BEGINNING),
      serial: beginning.serial,
      sameDevice: false,
      ct: beginning.ct,
      pt: beginning.pt,
      primary: false,
      correctionFactor: '1',
      registerWidth: beginning.registerWidth,
      startRegister: beginning.startRegister,
      endBefore: null,
      kind: 'register',
      remark: null,
    });
    // Before its first register stood, there was no meter.
    return life.slice(-1);
  });
}
