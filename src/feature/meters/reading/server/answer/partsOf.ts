import { sql } from 'kysely';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import type { Db } from '#server/database/db.ts';

/** The meters that virtual ones are made of, through adders between, by the id of the virtual one; others are absent. */
export async function partsOf(db: Db, meterIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ root: number; ids: number[] }>`
    with recursive part (root, id) as (
      select s.ammeter_id, s.child_id from ammeter_sum s join ammeter v on v.id = s.ammeter_id and v.device_type = ${sql.lit(DEVICE_TYPE.totalAdder)}
      where s.ammeter_id = any(${meterIds}::integer[])
      union
      select p.root, s.child_id from part p join ammeter_sum s on s.ammeter_id = p.id
        join ammeter v on v.id = s.ammeter_id and v.device_type = ${sql.lit(DEVICE_TYPE.totalAdder)})
    select p.root, array_agg(p.id order by p.id) as ids from part p
    where not exists (select from ammeter v where v.id = p.id and v.device_type = ${sql.lit(DEVICE_TYPE.totalAdder)}) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ root, ids }) => [root, ids]));
}
