import type pg from 'pg';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Log } from '#server/database/log.ts';
import { GivingWay, pause } from '../sealed/giveWay.ts';
import { boundsOf, monthOf } from '../sealed/month.ts';
import type { OddMonths } from '../sealed/oddMonths.ts';
import { BrokenFigures } from './openFigures.ts';
import { type FigureSealing, sealFigures } from './sealFigures.ts';

const AT_ONCE = 200;

interface Options {
  /** Days that a month is over, and that nothing opened it again; at least 2. */
  readonly quietDays: number;
  readonly signal?: AbortSignal;
  readonly log?: Log;
  /** How much longer than its work it rests after each month; default twice as long. */
  readonly rest?: number;
  /** Months that no block can hold, from one look to the next. */
  readonly odd?: OddMonths;
}

/** What a look did: months of meters. */
export interface SealedFigures {
  readonly sealed: number;
  /** Those that are not quiet, that somebody folds, or that no block can hold. */
  readonly left: number;
}

/**
 * Seals quarters and hours of months that are over and quiet, a month of a meter in each transaction. What ends it leaves each as
 * it was or sealed, and the next look goes on.
 */
export async function sealQuietFigures(pool: pg.Pool, options: Options): Promise<SealedFigures> {
  const { quietDays, signal } = options;
  const before = Date.now() - quietDays * DAY_MS;
  const way = new GivingWay(pool, signal);
  let [sealed, left, after] = [0, 0, -1];
  for (;;) {
    const { rows } = await pool.query<{ id: number }>(
      'select meter_id as id from meter_fold where meter_id > $1 order by meter_id limit $2',
      [after, AT_ONCE],
    );
    for (const { id } of rows) {
      for (let month = await nextMonth(pool, id, 0); month !== null;) {
        const { to } = boundsOf(month);
        if (to > before || signal?.aborted) break;
        const became = await sealOne(pool, way, { meterId: id, month }, options);
        if (became === 'sealed') sealed++;
        else if (became !== 'nothing') left++;
        month = await nextMonth(pool, id, to);
      }
      if (signal?.aborted) return { sealed, left };
    }
    const end = rows.at(-1);
    if (!end || rows.length < AT_ONCE) return { sealed, left };
    after = end.id;
  }
}

async function sealOne(
  pool: pg.Pool,
  way: GivingWay,
  { meterId, month }: { readonly meterId: number; readonly month: string },
  { quietDays, signal, log, rest = 2, odd }: Options,
): Promise<FigureSealing> {
  if (await odd?.holds(pool, meterId, month)) return 'odd';
  await way.wait();
  const begun = performance.now();
  let became: FigureSealing = 'odd';
  try {
    became = await sealFigures(pool, meterId, month, quietDays);
    if (became === 'odd') odd?.note(meterId, month);
  } catch (error) {
    if (error instanceof BrokenFigures) odd?.note(meterId, month);
    log?.error(`Sealing figures of meter ${meterId} in ${month}: ${String(error)}`);
  }
  await pause(rest * (performance.now() - begun), signal);
  return became;
}

/** The month of the first quarter or hour that stands as a row, from an instant on; null = none. */
async function nextMonth(pool: pg.Pool, meterId: number, from: number): Promise<string | null> {
  const { rows } = await pool.query<{ ts: Date | null }>({
    name: 'seal_figures_next',
    text: `select least(
        (select ts from usage where meter_id = $1 and level = 1 and ts >= $2 order by ts limit 1),
        (select ts from usage where meter_id = $1 and level = 2 and ts >= $2 order by ts limit 1)) as ts`,
    values: [meterId, new Date(from)],
  });
  const ts = rows[0]?.ts;
  return ts ? monthOf(ts.getTime()) : null;
}
