import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { linkageConfig } from '#resource/alarm/linkageConfig.ts';
import type { Db } from '#server/database/db.ts';
import { findRow } from '#server/resource/row.ts';
import { addRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';

const NAME_MAX = 60;

/** A name for a copy that no linkage of the enterprise bears. */
async function copyName(trx: Db, consumerId: unknown, name: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select linkage_name as name from linkage_config where consumer_id = ${consumerId}`.execute(trx);
  const taken = new Set(rows.map((one) => one.name));
  for (let n = 1; ; n++) {
    const tail = n === 1 ? ' 副本' : ` 副本${n}`;
    const next = `${name.slice(0, NAME_MAX - tail.length)}${tail}`;
    if (!taken.has(next)) return next;
  }
}

/** A copy rings nobody until a person switches it on. */
const copy = defineRoute({
  method: 'POST',
  path: '/api/alarm/linkageConfig/copy',
  summary: { zh: '告警联动：复制，副本为停用', en: 'Linkages: copy; the copy is switched off' },
  permission: funCodeOf(linkageConfig, 'add'),
  params: z.object({ linkageId: id() }),
  row: linkageConfig,
  example: { linkageId: 1 },
  handler: async (call) => {
    const row = await findRow(call.trx, linkageConfig, call.params.linkageId);
    if (!row) throw noSuchRow();
    const fields = Object.fromEntries(Object.keys(linkageConfig.fields).map((key) => [key, row[key]]));
    const linkageName = await copyName(call.trx, row['consumerId'], String(row['linkageName']));
    return addRow(call, linkageConfig, { ...fields, linkageName, enable: '0' });
  },
});

export const copyRoutes = [copy];
