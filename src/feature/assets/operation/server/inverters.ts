import { sumOf } from '#domain/decimal/sum.ts';
import { specificYield } from '#domain/storage/pv.ts';
import type { InverterDoubt, InverterYield } from '../contract.ts';
import type { Labelled, MeterEnergies } from './buckets.ts';
import { generatedOn, type KnownDays, knownSeconds } from './nights.ts';
import type { Asked } from './storage.ts';
import type { Inverter } from './unit.ts';

/** With fewer nobody can say which of them is ill. */
const FEWEST = 3;

/** The middle of what is known of a day; null of fewer than three inverters. */
function middleOf(yields: readonly (number | null)[]): number | null {
  const known = yields.flatMap((one) => one ?? []).toSorted((a, b) => a - b);
  if (known.length < FEWEST) return null;
  return ((known[(known.length - 1) >> 1] ?? 0) + (known[known.length >> 1] ?? 0)) / 2;
}

type Beside = Pick<InverterYield, 'deviation' | 'comparedDays' | 'why'>;

/** An inverter against the middle of all, both over the days that it knows and that have a middle; kWh/kWp by day. */
function besideMiddle(own: readonly (number | null)[], middles: readonly (number | null)[]): Beside {
  const none = (why: InverterDoubt): Beside => ({ deviation: null, comparedDays: 0, why });
  if (own.length === 0) return none('running');
  if (middles.every((middle) => middle === null)) return none('few');
  const pairs = own.flatMap((value, i) => {
    const middle = middles[i] ?? null;
    return value === null || middle === null ? [] : [{ value, middle }];
  });
  if (pairs.length === 0) return none('coverage');
  const middle = sumOf(pairs.map((pair) => pair.middle)) ?? 0;
  if (middle <= 0) return none('dark');
  const value = sumOf(pairs.map((pair) => pair.value)) ?? 0;
  return { deviation: (value / middle - 1) * 100, comparedDays: pairs.length, why: null };
}

/** Inverters of a plant beside each other. @param days their energies by day @param dates the local days of the time */
export function invertersBeside(
  inverters: readonly Inverter[],
  energies: MeterEnergies,
  days: KnownDays,
  dates: readonly Labelled[],
  { range, buckets }: Asked,
): InverterYield[] {
  // Of a day that is not over one logger tells later than another.
  const over = dates.filter(({ to }) => to <= days.energies.until);
  const yields = inverters.map(({ ammeterId, ratedPower }) =>
    over.map((day) => specificYield(generatedOn(days, ammeterId, day), ratedPower)),
  );
  const middles = over.map((_, i) => middleOf(yields.map((own) => own[i] ?? null)));
  return inverters.map((inverter, place) => {
    const parts = buckets.map(({ from }) => energies.of(inverter.ammeterId, from));
    const generated = sumOf(parts.map(({ forward }) => forward));
    return {
      id: inverter.id,
      name: inverter.name,
      ammeterId: inverter.ammeterId,
      ratedPower: inverter.ratedPower,
      generated,
      specificYield: specificYield(generated, inverter.ratedPower),
      coverage: energies.coverage(inverter.ammeterId, range, knownSeconds(days, energies, inverter.ammeterId, buckets)), // prettier-ignore
      days: over.length,
      ...besideMiddle(yields[place] ?? [], middles),
    };
  });
}
