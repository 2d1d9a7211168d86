import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { readJson } from '#contract/json.ts';
import {
  alarmPreferenceFault,
  LONGEST_PREFERENCE,
  PREFERENCES,
  type Preferences,
} from '#contract/preference.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';

/** What the account keeps. */
export async function preferencesOf(system: Db, employeeId: number): Promise<Preferences> {
  const { rows } = await sql<{ name: string; value: object }>`
    select name, value from account_preference where employee_id = ${employeeId}`.execute(system);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** @throws Fault 400 where it is no JSON object or list, or nests too deep */
function objectOf(text: string): object {
  const value = readJson(text);
  if (typeof value === 'object' && value !== null) return value;
  throw badInput(
    { zh: '值须为 JSON 对象或数组', en: 'The value must be an object or a list in JSON' },
    'value',
  );
}

const save = defineRoute({
  method: 'POST',
  path: '/api/sys/preference/save',
  summary: { zh: '保存本人的界面偏好', en: 'Keep a preference of the own account' },
  permission: null,
  why: 'own',
  unrecorded: true,
  params: z.object({ name: z.enum(PREFERENCES), value: z.string().max(LONGEST_PREFERENCE) }),
  example: { name: 'starred', value: '["/Monitor/Overview"]' },
  handler: async ({ caller, params, services }) => {
    const chosen = objectOf(params.value);
    const fault = params.name === 'alarm' ? alarmPreferenceFault(chosen) : null;
    if (fault) throw badInput(fault.text, fault.field);
    const value = JSON.stringify(chosen);
    await sql`insert into account_preference (employee_id, name, value)
      values (${caller.employeeId}, ${params.name}, ${value}::jsonb)
      on conflict (employee_id, name) do update set value = excluded.value`.execute(services.system);
    return null;
  },
});

export const preferenceRoutes = [save];
