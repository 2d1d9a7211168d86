import { sumOf } from '#domain/decimal/sum.ts';

/** What tells the apparent power of meters: active, reactive, apparent power and the power factor. */
export const APPARENT_CODES = ['PZ', 'QZ', 'SZ', 'FZ'] as const;

/** The power (kW) and apparent power (kVA) of some meters together; null while a part of it is not known. */
interface Apparent {
  readonly power: number | null;
  readonly apparent: number | null;
}

/** The sum where every part is known; a part would look like the whole. */
const whole = (parts: readonly (number | null)[]): number | null =>
  parts.length > 0 && parts.every((one) => one !== null) ? sumOf(parts) : null;

/** Apparent power as told, else √(P² + Q²), else P ÷ power factor; what one meter alone tells holds for no other. */
export function apparentOf(
  ids: readonly number[],
  told: (id: number, code: (typeof APPARENT_CODES)[number]) => number | null,
): Apparent {
  const power = whole(ids.map((id) => told(id, 'PZ')));
  const only = ids.length === 1 ? ids[0] : undefined;
  const direct = only === undefined ? null : told(only, 'SZ');
  if (direct !== null) return { power, apparent: direct };
  const reactive = whole(ids.map((id) => told(id, 'QZ')));
  if (power !== null && reactive !== null) return { power, apparent: Math.hypot(power, reactive) };
  const factor = only === undefined ? null : told(only, 'FZ');
  const apparent = power !== null && factor !== null && factor !== 0 ? Math.abs(power / factor) : null;
  return { power, apparent };
}

/** A transformer as it was measured: capacity and apparent power in kVA, power in kW. */
export interface Measured extends Apparent {
  readonly capacity: number | null;
}

/** The part of its capacity that a transformer gives with a power (kW), at the power factor that was measured; null = not known. */
export function shareOf(kW: number | null, { capacity, power, apparent }: Measured): number | null {
  if (kW === null || capacity === null || capacity <= 0) return null;
  if (power === null || power === 0 || apparent === null || apparent <= 0) return null;
  return (Math.abs(kW) * (apparent / Math.abs(power))) / capacity;
}
