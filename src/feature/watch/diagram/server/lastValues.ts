import { sql } from 'kysely';
import { CODES, codeIndex } from '#contract/dataCode.ts';
import { groupedBy } from '#domain/group.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { gaugesOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';

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
    const column = sql.ref(`r.${CODES.columns[codeIndex(code)]}`);
    const { rows } = await sql<{ id: number; ts: number }>`
      select m.id, date_part('epoch', r.ts) * 1000 as ts from unnest(${ids}::integer[]) m (id)
      cross join lateral (select r.ts from reading r left join data_source s on s.id = r.source
        where r.meter_id = m.id and r.ts <= ${new Date(at)} and r.ts > ${new Date(at - LOOK_BACK_MS)}
          and ${column} is not null and (r.source = 0 or s.status = 1)
        order by r.ts desc limit 1) r`.execute(trx);
    // A correction may take the last one away: then the one before it counts.
    const windows = rows.map(({ id, ts }) => ({
      meterId: id,
      from: ts - 4 * 1000 * (meters.get(id)?.intervalSeconds ?? 0),
      to: ts,
    }));
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
