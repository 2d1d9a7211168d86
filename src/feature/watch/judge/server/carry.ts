import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';

/**
 * What a person did with an alarm holds for a piece that late data cut off it, from when the piece was raised. Nobody is asked
 * to deal with it a second time; raised again it waits for somebody, as the alarm would.
 * @param pieces the record that somebody dealt with (undefined = none) and the record of the piece
 */
export async function carryTreatment(
  trx: Db,
  pieces: readonly (readonly [whole: number | undefined, piece: number])[],
): Promise<void> {
  const pairs = pieces.flatMap(([whole, piece]) => (whole === undefined ? [] : [{ whole, piece }]));
  if (pairs.length === 0) return;
  const of = sql`unnest(${numbers(pairs.map(({ whole }) => whole))}::integer[],
    ${numbers(pairs.map(({ piece }) => piece))}::integer[]) p (whole, piece)`;
  // After the raise, so that what is raised after the piece is an alarm of its own.
  const since = sql`n.raised_at + interval '1 millisecond'`;
  await sql`
    update alarm_record n set process = o.process, confirm_info = o.confirm_info, proc_info = o.proc_info,
      confirmed_at = case when o.confirmed_at is not null then greatest(o.confirmed_at, ${since}) end,
      confirmed_by_id = o.confirmed_by_id, confirmed_by = o.confirmed_by
    from ${of} join alarm_record o on o.id = p.whole where n.id = p.piece`.execute(trx);
  await sql`
    insert into alarm_act (record_id, consumer_id, at, kind, by_id, by_name, from_process, to_process, info, info_en)
    select n.id, a.consumer_id, greatest(a.at, ${since}), a.kind, a.by_id, a.by_name, a.from_process, a.to_process, a.info, a.info_en
    from ${of} join alarm_record n on n.id = p.piece
      join alarm_act a on a.record_id = p.whole and a.to_process is not null
    order by a.id`.execute(trx);
}
