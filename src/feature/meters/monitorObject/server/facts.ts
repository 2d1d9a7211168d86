import { sql } from 'kysely';
import type { Resource } from '#contract/define.ts';
import { noSuchRow } from '#contract/error.ts';
import type { Language } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { findRow, withTitles } from '#server/resource/row.ts';
import type { JsonRow } from '#server/resource/slot.ts';

/** A row with the words of what it points to, in a language. @throws Fault 404. */
export async function titled(
  trx: Db,
  resource: Resource,
  rowId: number,
  language: Language,
): Promise<JsonRow> {
  const row = await findRow(trx, resource, rowId);
  if (!row) throw noSuchRow();
  return (await withTitles(trx, resource, [row], language))[0] as JsonRow;
}

/** How many meters, objects, devices and monitored values a site holds. */
interface SiteCounts {
  readonly ammeterCount: number;
  readonly objectCount: number;
  readonly deviceCount: number;
  readonly itemCount: number;
}

/** How much a site holds. */
export async function countsOfSite(trx: Db, siteId: number): Promise<SiteCounts> {
  const { rows } = await sql<SiteCounts>`select
    (select count(*)::integer from ammeter where site_id = ${siteId}) as "ammeterCount",
    (select count(*)::integer from monitor_object where site_id = ${siteId}) as "objectCount",
    (select count(*)::integer from device where site_id = ${siteId}) as "deviceCount",
    (select count(*)::integer from monitor_item where site_id = ${siteId}) as "itemCount"`.execute(trx);
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}
