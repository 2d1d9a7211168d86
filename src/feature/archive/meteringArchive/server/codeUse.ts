import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { snake } from '#contract/define.ts';
import { conflict } from '#contract/error.ts';
import { resourceOf } from '#resource/index.ts';
import type { JsonRow, SlotCall, Slots } from '#server/resource/slot.ts';

/** Rows that hold the code of a row: their resource and which of them. */
interface User {
  readonly resource: string;
  readonly where: (row: JsonRow) => RawBuilder<unknown>;
}

const item = (where: User['where']): User => ({ resource: 'dataCollectConfigure', where });

/** Who holds the codes of a resource's rows. */
const USERS: Readonly<Record<string, readonly User[]>> = {
  processConfigure: [
    { resource: 'unitConfigure', where: (row) => sql`process_code = ${row['processCode']}` },
    item((row) => sql`process_code = ${row['processCode']}`),
  ],
  unitConfigure: [
    {
      resource: 'deviceConfigure',
      where: (row) => sql`process_unit_code = ${`${String(row['processCode'])}${String(row['unitCode'])}`}`,
    },
    item((row) => sql`process_code = ${row['processCode']} and process_unit_code = ${row['unitCode']}`),
  ],
  deviceConfigure: [
    item(
      (row) => sql`equipment_code || equipment_unit_code = ${row['deviceNo']}
        and process_code || process_unit_code = ${row['processUnitCode']}`,
    ),
  ],
  dataCollectConfigure: [
    {
      resource: 'gaugeConfigure',
      // The same item at another frequency still stands for the code.
      where: (row) => sql`data_code = ${row['dataCode']} and not exists (select from data_collect_configure o
        where o.consumer_id = ${row['consumerId']} and o.data_code = ${row['dataCode']} and o.id <> ${row.id})`,
    },
  ],
  materielProduct: [
    item((row) => sql`energy_class_code = '04' and ${row['produceNo']}::text = any (energy_type_code)`),
    {
      resource: 'gaugeConfigure',
      where: (row) => sql`params_type in ('04', '21') and params = ${row['produceNo']}`,
    },
  ],
};

/** Refuses what would leave rows with a code that is no more. @throws Fault 409 naming them */
export async function refuseUsed({ trx }: SlotCall, resource: string, row: JsonRow): Promise<void> {
  for (const user of USERS[resource] ?? []) {
    const target = resourceOf(user.resource);
    const { rows } = await sql<{ title: string; n: number }>`
      select ${sql.ref(snake(target.title))} as title, count(*) over ()::integer as n
      from ${sql.table(snake(target.name))}
      where consumer_id = ${row['consumerId']} and ${user.where(row)} order by id limit 1`.execute(trx);
    const first = rows[0];
    if (!first) continue;
    const { zh, en } = target.label;
    throw conflict({
      zh: `正在被使用：${zh}“${first.title}”${first.n > 1 ? `等 ${first.n} 项` : ''}`,
      en: `It is in use: ${en} “${first.title}”${first.n > 1 ? ` and ${first.n - 1} more` : ''}`,
    });
  }
}

/** Keeps the codes of a resource's rows while others hold them. */
export const keptCodes = (resource: string, codes: readonly string[]): Slots => ({
  beforeSave: async (call, values, before) => {
    const changed = codes.some((name) => name in values && values[name] !== before?.[name]);
    if (before && changed) await refuseUsed(call, resource, before);
  },
  beforeDelete: (call, row) => refuseUsed(call, resource, row),
});
