import type { FactorType } from '#contract/factor.ts';
import { roundDiv } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Zone } from '#domain/time/zone.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { usageOverEach } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { FACTOR_ONE, stepAt } from '../domain/factor.ts';
import type { Equivalent, Factors } from './factorsOf.ts';

const TYPES: readonly FactorType[] = ['1', '2'];

/**
 * Standard coal and carbon of each meter over a range, in millionths of kgce and kgCO2, by the factors of the dates;
 * meters of which nothing is known are absent.
 */
export async function equivalentOfEach(
  trx: Db,
  factors: Factors,
  { zone, dataType }: { zone: Zone; dataType: string },
  meterIds: readonly number[],
  range: Range,
): Promise<Map<number, Equivalent>> {
  const changes = TYPES.flatMap((type) => factors(type, dataType)).flatMap((step) =>
    step.from === null ? [] : [periodOf(zone, 'day', step.from).from],
  );
  const inside = [...new Set(changes)]
    .filter((t) => t > range.from && t < range.to)
    .toSorted((a, b) => a - b);
  const equivalent = new Map<number, { coal: bigint | null; carbon: bigint | null }>();
  for (const [i, from] of [range.from, ...inside].entries()) {
    const date = dateAt(zone, from);
    const [coal, carbon] = TYPES.map((type) => stepAt(factors(type, dataType), date)?.row.factor);
    for (const [id, { energy }] of await usageOverEach(trx, meterIds, { from, to: inside[i] ?? range.to })) {
      if (energy === null) continue;
      const before = equivalent.get(id);
      const add = (sum: bigint | null | undefined, factor: bigint | undefined): bigint | null =>
        factor === undefined ? (sum ?? null) : (sum ?? 0n) + energy * factor;
      equivalent.set(id, { coal: add(before?.coal, coal), carbon: add(before?.carbon, carbon) });
    }
  }
  const whole = (sum: bigint | null): bigint | null => (sum === null ? null : roundDiv(sum, FACTOR_ONE));
  return new Map(
    [...equivalent].map(([id, { coal, carbon }]) => [id, { coal: whole(coal), carbon: whole(carbon) }]),
  );
}
