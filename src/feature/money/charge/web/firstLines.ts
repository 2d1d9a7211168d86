import { useQuery } from '@tanstack/react-query';
import { INTERVAL } from '#contract/interval.ts';
import { addDays } from '#domain/time/date.ts';
import { firstRange } from '#domain/time/range.ts';
import { get } from '#web/api.ts';
import { useObjects } from '#web/ui/ObjectSelect.tsx';
import { FIRST_METERS, topMeters } from '#web/ui/topMeters.ts';
import type { LineSource } from '../contract.ts';
import type { LineSpec } from '../domain/lineSpec.ts';

/** The meters of an enterprise with the codes that a line may draw. */
export const useSources = (consumerId: number) =>
  useQuery({
    queryKey: ['charge', 'source', consumerId],
    queryFn: ({ signal }) =>
      get<LineSource[]>('sdata/monitoring/getAllByOrgId', { orgId: consumerId }, { quiet: true, signal }),
    staleTime: 60_000,
  });

/** The code that a line of a meter draws: the one that is wanted where the meter has it, else its first. */
export const codeOf = (source: Pick<LineSource, 'dataCodes'> | undefined, wanted: string): string =>
  source?.dataCodes.includes(wanted) ? wanted : (source?.dataCodes[0] ?? 'PP');

/** What the meters used day by day, else the first that they have; meters without any code are left out. */
export function firstLines(
  meters: readonly number[],
  sources: readonly Pick<LineSource, 'ammeterId' | 'dataCodes'>[],
  today: string,
): LineSpec[] {
  // Today is not over: a line of days would fall at its end.
  const { begin, end } = firstRange(INTERVAL.day, addDays(today, -1));
  return meters.flatMap((id) => {
    const source = sources.find(({ ammeterId }) => ammeterId === id);
    if (!source || source.dataCodes.length === 0) return [];
    const dataCode = codeOf(source, 'PP');
    return [
      { ammeterIds: [id], dataCode, interval: INTERVAL.day, beginDate: begin, endDate: end, type: null },
    ];
  });
}

/**
 * What is drawn before anybody added a line: the meter nearest to the top of the enterprise and those below it.
 * @returns undefined until it is known
 */
export function useFirstLines(consumerId: number, today: string): readonly LineSpec[] | undefined {
  const { options, known } = useObjects(consumerId);
  const { data, isError } = useSources(consumerId);
  if (!known || (!data && !isError)) return undefined;
  return firstLines(topMeters(options, FIRST_METERS), data ?? [], today);
}
