import type { Queryable } from '#server/database/queryable.ts';

/** Until when the raw readings of a meter are in files, since when, and until when its figures are final, ms. */
export interface Closed {
  readonly meterId: number;
  readonly goneBefore: number;
  readonly goneAt: number;
  readonly closedBefore: number;
}

/** Those of some meters of which anything is gone. */
export async function closedOf(db: Queryable, meterIds: readonly number[]): Promise<Closed[]> {
  const { rows } = await db.query<{ id: number; gone: Date; at: Date; closed: Date }>({
    text: `select meter_id as id, gone_ts as gone, gone_at as at, closed_ts as closed from meter_fold
           where meter_id = any($1::integer[]) and closed_ts is not null`,
    values: [meterIds],
  });
  return rows.map(({ id, gone, at, closed }) => ({
    meterId: id,
    goneBefore: gone.getTime(),
    goneAt: at.getTime(),
    closedBefore: closed.getTime(),
  }));
}

/** Says that readings are in files, or (null) are all here again; the meter is held. Where some came back, the others are there since as long as before. */
export async function setClosed(
  db: Queryable,
  meterId: number,
  closed: Pick<Closed, 'goneBefore' | 'closedBefore'> | null,
): Promise<void> {
  await db.query({
    text: `update meter_fold set gone_ts = $2, closed_ts = $3, gone_at = case when $2::timestamptz is null then null when gone_ts > $2 then gone_at else now() end where meter_id = $1`,
    values: [
      meterId,
      closed === null ? null : new Date(closed.goneBefore),
      closed === null ? null : new Date(closed.closedBefore),
    ],
  });
}
