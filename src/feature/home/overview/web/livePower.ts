import { ENERGY } from '#contract/energyType.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { PRESENT_VALUE_MS } from '#feature/meters/messaging/contract.ts';
import type { Subject } from '#feature/meters/subject/contract.ts';
import type { MeterValues } from '#web/live/newest.ts';

/**
 * The present power of the subject in kW: its meters' newest PZ with their signs. Null while one of them has none of
 * the last minutes: a part would look like the whole. One that was never heard is no part of it until it speaks.
 */
export function livePower(
  { meters, dataType, neverHeard }: Pick<Subject, 'meters' | 'dataType' | 'neverHeard'>,
  values: ReadonlyMap<number, MeterValues>,
  now: number,
): number | null {
  if (dataType !== ENERGY.electricity || meters.length === 0) return null;
  const never = new Set(neverHeard.map((meter) => meter.ammeterId));
  const powers: number[] = [];
  for (const { ammeterId, sign } of meters) {
    const live = values.get(ammeterId);
    if (live === undefined && never.has(ammeterId)) continue;
    const power = live?.['PZ'];
    if (power === undefined || now - power.ts > PRESENT_VALUE_MS) return null;
    powers.push(sign * power.value);
  }
  return powers.length === 0 ? null : sumOf(powers);
}
