import { sql } from 'kysely';
import { RANK } from '#domain/fold/point.ts';
import { visibleMeterSet } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { readings } from '#series/public.ts';

/** Where a person's value stands: at an instant (`start` null) or over a span, ms. */
export interface Place {
  readonly meterId: number;
  readonly code: string;
  readonly start: number | null;
  readonly at: number;
}

/**
 * Takes out what persons stated before at the same instant, or inside the same span, so that the last word counts. When
 * the new source is undone, they count again.
 */
export async function supersede(trx: Db, source: number, { meterId, code, start, at }: Place): Promise<void> {
  if (start !== null) {
    await sql`insert into reading_void (meter_id, source, code, kind, from_ts, to_ts, target)
      select e.meter_id, ${source}::integer, e.code, 'interval', e.start_ts, e.end_ts, e.source
      from interval_energy e join data_source d on d.id = e.source and d.rank = ${RANK.person} and d.status = 1
      where e.meter_id = ${meterId} and e.code = ${code} and e.source <> ${source}
        and e.start_ts >= ${new Date(start)} and e.end_ts <= ${new Date(at)}`.execute(trx);
    return;
  }
  const meters = await visibleMeterSet(trx, [meterId]);
  const told = await readings(trx, meters, [{ meterId, from: at, to: at + 1 }], [code]);
  const sources = [...told.source].filter((one) => one !== 0 && one !== source);
  await sql`insert into reading_void (meter_id, source, code, kind, from_ts, to_ts, target)
    select ${meterId}::integer, ${source}::integer, ${code}::text, 'reading', ${new Date(at)}::timestamptz, ${new Date(at)}::timestamptz, d.id
    from data_source d where d.id = any(${sources}::integer[]) and d.rank = ${RANK.person} and d.status = 1`.execute(
    trx,
  );
}
