import { sql } from 'kysely';
import { DATA_CODES } from '#contract/dataCode.ts';
import type { Db } from '../database/db.ts';

/** Shows the standard data codes as data items; what people changed stays. */
export async function syncDataItems(db: Db): Promise<void> {
  for (const item of DATA_CODES) {
    await sql`insert into data_item (data_item_name, data_item_name_en, data_code, item_category, unit, decimals)
      values (${item.label.zh}, ${item.label.en}, ${item.code}, ${item.kind}, ${item.unit || null}, ${item.decimals})
      on conflict (data_code) do nothing`.execute(db);
  }
}
