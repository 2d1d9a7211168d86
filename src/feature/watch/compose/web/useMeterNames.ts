import { useQuery } from '@tanstack/react-query';
import { ammeter } from '#resource/archive/ammeter.ts';
import { rowsQuery } from '#web/resource/rows.ts';
import { titleOf } from '#web/resource/target.ts';

/** What meters are called, as far as they are seen; `#17` until that is known. */
export function useMeterNames(meterIds: readonly number[]): (id: number) => string {
  const ids = [...new Set(meterIds)].toSorted((a, b) => a - b);
  const { data } = useQuery({ ...rowsQuery(ammeter, ids), enabled: ids.length > 0 });
  const names = new Map((data ?? []).map((row) => [row.id, titleOf(ammeter, row)]));
  return (id) => names.get(id) ?? `#${id}`;
}
