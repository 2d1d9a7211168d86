import { checkBlocks, checkFigures, sealQuiet, sealQuietFigures } from '#series/public.ts';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { databaseUrl } from './product.ts';

/** What was sealed, and what the blocks hold then. */
export interface SealedNow {
  /** Months of meters that became blocks. */
  readonly sealed: number;
  /** Months of meters that stayed rows though they are over. */
  readonly left: number;
  /** Readings in blocks. */
  readonly rows: number;
  /** Months of figures of meters that became blocks, and the quarters and hours in them. */
  readonly figures: number;
  readonly buckets: number;
}

/**
 * Seals every month that is over in the database of a product that runs, as if nothing had come for a year.
 * @throws Error where a block is not what its row tells
 */
export async function sealNow(dataDir: string): Promise<SealedNow> {
  const { pool, close } = await openDatabase(await databaseUrl(dataDir), { max: 2, log: silent });
  try {
    await pool.query(`update reading_late set at = now() - interval '1 year'`);
    await pool.query(`update usage_open set at = now() - interval '1 year'`);
    const { sealed, left } = await sealQuiet(pool, { quietDays: 2, rest: 0 });
    const figures = await sealQuietFigures(pool, { quietDays: 2, rest: 0 });
    const readings = await checkBlocks(pool);
    const blocks = await checkFigures(pool);
    const [fault] = [...readings.faults, ...blocks.faults];
    if (fault !== undefined) throw new Error(fault);
    return {
      sealed,
      left: left + figures.left,
      rows: readings.rows,
      figures: figures.sealed,
      buckets: blocks.buckets,
    };
  } finally {
    await close();
  }
}
