import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** The gravest alarm that is active of a meter: of a data code, or of the meter as a whole. */
export interface ActiveLevel {
  readonly ammeterId: number;
  /** Null = it is about no single code. */
  readonly code: string | null;
  /** 1 urgent … 4 notice. */
  readonly level: string;
}

/** The gravest active alarm of each of some meters and codes; the executor shows what the caller may see. */
export async function levelsOf(trx: Db, ammeterIds: readonly number[]): Promise<ActiveLevel[]> {
  const { rows } = await sql<ActiveLevel>`
    select r.ammeter_id as "ammeterId", a.trigger_field_name as code, min(r.alarm_level) as level
    from alarm_record r left join alarm a on a.id = r.alarm_id
    where r.alarm_status = '1' and r.revision is distinct from 'withdrawn' and r.ammeter_id = any (${ammeterIds}::integer[])
    group by 1, 2`.execute(trx);
  return rows;
}

/** The gravest alarm of a value: those of its code, and those of its meter as a whole. */
export function levelOfValue(levels: readonly ActiveLevel[], ammeterId: number, code: string): string | null {
  return (
    levels
      .filter((one) => one.ammeterId === ammeterId && (one.code === null || one.code === code))
      .map((one) => one.level)
      .toSorted()[0] ?? null
  );
}
