import type pg from 'pg';
import { DAY_MS } from '#domain/time/duration.ts';

/** Beside what comes through the doors rows change by hand alone: they are tried again after so long. */
const AGAIN_MS = 7 * DAY_MS;

/** Months of meters that no block can hold as they are, so that they are not tried, and told, by every look. */
export class OddMonths {
  readonly #noted = new Map<string, number>();

  /** @param now ms */
  note(meterId: number, month: string, now: number = Date.now()): void {
    this.#noted.set(`${meterId} ${month}`, now);
  }

  /** Whether a month was tried in vain and nothing came for it since. @param now ms */
  async holds(
    pool: Pick<pg.Pool, 'query'>,
    meterId: number,
    month: string,
    now: number = Date.now(),
  ): Promise<boolean> {
    const key = `${meterId} ${month}`;
    const at = this.#noted.get(key);
    if (at === undefined) return false;
    const { rows } = await pool.query<{ came: boolean }>(
      `select exists (select from reading_late where meter_id = $1 and month = $2::date and at > $3)
           or exists (select from usage_open where meter_id = $1 and month = $2::date and at > $3) as came`,
      [meterId, month, new Date(at)],
    );
    if (rows[0]?.came !== true && now - at < AGAIN_MS) return true;
    this.#noted.delete(key);
    return false;
  }
}
