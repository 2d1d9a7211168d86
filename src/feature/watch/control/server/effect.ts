import { sql } from 'kysely';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { meanLately } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { EffectWire } from '../contract.ts';
import type { Standing } from './standing.ts';

/** Meters above the load's own that are looked at; nobody nests deeper. */
const MOST_ABOVE = 20;

/** Over how long power is meant, ms. */
const MEAN_MS = 5 * MINUTE_MS;

/**
 * What bringing an output to a target is expected to do to power: by the mean of five minutes at the meter of its load, or
 * by what is promised where it is switched on, for that meter, its feeder and the top of its tree. The executor shows the
 * meters that may be seen. Null where the output has no meter, or is set to a value.
 */
export async function effectOf(trx: Db, { row }: Standing, target: number): Promise<EffectWire | null> {
  if (row.ammeterId === null || row.wiring.adjusts) return null;
  const { rows: found } = await sql<{ id: number; name: string }>`
    with recursive up as (
      select a.id, a.parent_id, a.ammeter_code, shown_name(a.ammeter_name, a.ammeter_name_en) as name, 0 as above
      from ammeter a where a.id = ${row.ammeterId}
      union all select p.id, p.parent_id, p.ammeter_code, shown_name(p.ammeter_name, p.ammeter_name_en), up.above + 1
      from up join ammeter p on p.id = up.parent_id where up.above < ${MOST_ABOVE})
    select up.id, concat(up.ammeter_code, ' ', up.name) as name from up order by up.above`.execute(trx);
  const now = Date.now();
  const ids = found.map(({ id }) => id);
  const means = await meanLately(trx, ids, 'PZ', now - MEAN_MS, now);
  const rows = found.map(({ id, name }) => {
    const mean = means.get(id);
    return { name, power: mean?.value ?? null, ageSeconds: mean ? (now - mean.last) / 1000 : null };
  });
  const [own, ...above] = rows;
  if (!own) return null;
  const change = changeOf(row, own.power, target);
  // Its feeder, and the top where that is another.
  const shown = above.length > 1 ? [above[0], above.at(-1)] : above;
  return {
    meter: own.name,
    power: rounded(own.power),
    ageSeconds: own.ageSeconds === null ? null : Math.max(0, Math.round(own.ageSeconds)),
    change: rounded(change),
    above: shown.flatMap((one) =>
      one && one.power !== null
        ? [
            {
              name: one.name,
              before: rounded(one.power) ?? 0,
              after: rounded(change === null ? null : one.power + change),
            },
          ]
        : [],
    ),
  };
}

/** kW: off takes away what it draws now, on brings what is promised; null = nobody knows. */
function changeOf(
  { value, known, shedPower }: Pick<Standing['row'], 'value' | 'known' | 'shedPower'>,
  power: number | null,
  target: number,
): number | null {
  if (known && value === target) return 0;
  if (target === 1) return shedPower;
  const drawn = power ?? shedPower;
  return drawn === null ? null : -drawn;
}

const rounded = (kw: number | null): number | null => (kw === null ? null : Math.round(kw * 100) / 100);
