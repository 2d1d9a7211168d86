import { sql } from 'kysely';
import type { Void } from '#domain/fold/void.ts';
import { groupedBy } from '#domain/group.ts';
import type { Db } from '#server/database/db.ts';
import type { Queryable } from './queryable.ts';

interface VoidRow extends Omit<Void, 'from' | 'to'> {
  readonly from: Date;
  readonly to: Date;
}

/** What persons say does not count of a meter, as far as their corrections stand. */
export async function loadVoids(client: Queryable, meterId: number): Promise<Void[]> {
  const { rows } = await client.query<VoidRow>({
    name: 'meter_voids',
    text: `select v.code, v.kind, v.from_ts as from, v.to_ts as to, v.source, v.target
           from reading_void v join data_source d on d.id = v.source and d.status = 1
           where v.meter_id = $1 order by v.id`,
    values: [meterId],
  });
  return rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to.getTime() }));
}

/** The same of several meters; those of whom nothing was taken out are left out. */
export async function voidsOf(db: Db, meterIds: readonly number[]): Promise<ReadonlyMap<number, Void[]>> {
  const { rows } = await sql<VoidRow & { readonly meterId: number }>`
    select v.meter_id as "meterId", v.code, v.kind, v.from_ts as from, v.to_ts as to, v.source, v.target
    from reading_void v join data_source d on d.id = v.source and d.status = 1
    where v.meter_id = any (${meterIds}::integer[]) order by v.id`.execute(db);
  const voids = rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to.getTime() }));
  return groupedBy(voids, (one) => one.meterId);
}
