import { codeIndex } from '#contract/dataCode.ts';
import { groupedBy } from '#domain/group.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { countingSources, gaugesOver, visibleMeterSet } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { edges } from '#series/public.ts';

/** A code of a meter. */
interface Asked {
  readonly ammeterId: number;
  readonly dataCode: string;
}
/** Whose last value is longer ago is not shown at all. */
const LOOK_BACK_MS = 31 * DAY_MS;

export const valueName = ({ ammeterId, dataCode }: Asked): string => `${ammeterId}:${dataCode}`;

/**
 * The last value that counts of codes of meters at an instant (ms), with its own; absent where none came within a month.
 * @param meters those that the caller sees; the others answer nothing
 */
export async function lastValues(
  trx: Db,
  meters: ReadonlyMap<number, { readonly intervalSeconds: number }>,
  asked: readonly Asked[],
  at: number,
): Promise<ReadonlyMap<string, { readonly value: number; readonly ts: number }>> {
  const known = asked.filter((one) => meters.has(one.ammeterId) && codeIndex(one.dataCode) >= 0);
  const byCode = groupedBy(known, (one) => one.dataCode);
  const found = new Map<string, { value: number; ts: number }>();
  for (const [code, list] of byCode) {
    const ids = [...new Set(list.map((one) => one.ammeterId))];
    const set = await visibleMeterSet(trx, ids);
    const month = set.ids.map((meterId) => ({ meterId, code, from: at - LOOK_BACK_MS + 1, to: at + 1 }));
    const lasts = await edges(trx, set, month, 'last', { said: await countingSources(trx, ids) });
    // A correction may take the last one away: then the one before it counts.
    const windows = month.flatMap(({ meterId }, i) => {
      const to = lasts[i] ?? null;
      const back = 4 * 1000 * (meters.get(meterId)?.intervalSeconds ?? 0);
      return to === null ? [] : [{ meterId, from: to - back, to }];
    });
    const values = await gaugesOver(trx, windows, [code]);
    for (const [id, list] of values) {
      const last = list.at(-1);
      const value = last?.values[code];
      if (last && value !== undefined)
        found.set(valueName({ ammeterId: id, dataCode: code }), { value, ts: last.at });
    }
  }
  return found;
}
