import { useQuery } from '@tanstack/react-query';
import { useObjects } from '#web/ui/ObjectSelect.tsx';
import { FIRST_METERS, topMeters } from '#web/ui/topMeters.ts';
import type { ItemWire } from '../contract.ts';
import { itemsQuery } from './calls.ts';

/** Total active power; a meter of another energy begins with what it tells first. */
const POWER = 'PZ';

/** One series a meter, in the order of the meters: its power, else what it tells first. */
export function firstSeries(
  meters: readonly number[],
  items: readonly Pick<ItemWire, 'ammeterId' | 'dataCode'>[],
): string[] {
  return meters.flatMap((id) => {
    const own = items.filter(({ ammeterId }) => ammeterId === id);
    const item = own.find(({ dataCode }) => dataCode === POWER) ?? own[0];
    return item ? [`${id}.${item.dataCode}`] : [];
  });
}

/**
 * What is drawn before anybody chose: the power of the meter nearest to the top of the enterprise and of those below it.
 * @returns undefined until it is known
 */
export function useFirstSeries(consumerId: number, wanted: boolean): readonly string[] | undefined {
  const { options, known } = useObjects(consumerId);
  const meters = topMeters(options, FIRST_METERS);
  const asks = wanted && meters.length > 0;
  const { data, error } = useQuery(itemsQuery({ ammeterIds: meters.join(',') }, asks));
  if (!known || (asks && !data && !error)) return undefined;
  return firstSeries(meters, data ?? []);
}
