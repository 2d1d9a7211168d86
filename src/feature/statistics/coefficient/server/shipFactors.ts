import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { SHIPPED_FACTORS } from './shipped.ts';

// A list that a later version ships gets a seal of its own: nothing comes back that a person deleted.
const SEAL = 'shippedFactors1';

/** Adds the factors that the product brings along, once; what people change or delete later stays so. */
export async function shipFactors(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`insert into setting (name, value) values (${SEAL}, 'true')
      on conflict (name) do nothing returning name`.execute(trx);
    if (rows.length === 0) return;
    const of = (key: keyof (typeof SHIPPED_FACTORS)[number]): string[] =>
      SHIPPED_FACTORS.map((one) => one[key]);
    await sql`insert into energy_factor (data_type, factor_type, area_code, valid_from, factor, source)
      select * from unnest(${of('dataType')}::text[], ${of('type')}::text[], ${of('area')}::text[],
        ${of('from')}::date[], ${of('factor')}::numeric[], ${of('source')}::text[])
      on conflict do nothing`.execute(trx);
  });
}
