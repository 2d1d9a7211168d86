import { sql } from 'kysely';
import * as z from 'zod';
import type { Resource } from '#contract/define.ts';
import { badInput, conflict } from '#contract/error.ts';
import { jsonOf } from '#contract/param.ts';
import { zonesOf } from '../database/enterpriseZone.ts';
import { wordsOf } from './row.ts';
import type { JsonRow, SlotCall } from './slot.ts';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const EXPECTED = jsonOf(z.record(z.string(), z.unknown())).optional();

/**
 * Refuses a change of fields that another person changed since the caller saw them, and says who and to what.
 * @param raw what the caller saw, by field, as an object or its JSON; undefined = nothing is expected
 * @throws Fault 409 naming the field
 */
export async function checkExpected(
  { trx, language }: SlotCall,
  resource: Resource,
  row: JsonRow,
  raw: unknown,
): Promise<void> {
  const { success, data: expected = {} } = EXPECTED.safeParse(raw);
  if (!success)
    throw badInput({ zh: 'expected：应为 JSON 对象', en: 'expected: must be a JSON object' }, 'expected');
  const key = Object.keys(expected).find(
    (name) => Object.hasOwn(resource.fields, name) && !same(expected[name], row[name]),
  );
  const field = key === undefined ? undefined : resource.fields[key];
  if (key === undefined || !field) return;
  const { rows } = await sql<{ userName: string | null }>`
    select user_name as "userName" from oper_log where resource = ${resource.name} and row_id = ${row.id}
      and action = 'edit' and before -> ${key} is distinct from after -> ${key}
    order by id desc limit 1`.execute(trx);
  const who = rows[0]?.userName;
  const owner = resource.scope === null ? null : row[resource.scope];
  const zone = (await zonesOf(trx, [owner]))(owner);
  const now = row[key] == null ? '--' : await wordsOf(trx, field, row[key], language, zone);
  throw conflict(
    {
      zh: `${field.label.zh}：${who ?? '他人'}已改为“${now}”，请刷新后再修改`,
      en: `${field.label.en}: ${who ?? 'somebody'} changed it to “${now}” meanwhile; reload before you change it`,
    },
    key,
  );
}
