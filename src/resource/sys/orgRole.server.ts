import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { homeAt, plainPath } from '#contract/home.ts';
import {
  forgetCallers,
  refuseAllButOperators,
  refuseLockOut,
  refuseMoreFunctions,
} from '#feature/house/session/server/slots.ts';
import type { Db } from '#server/database/db.ts';
import type { Slots } from '#server/resource/slot.ts';

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

/** A home is one that the product ships, or a page of the menu. @throws Fault 400 */
async function refuseUnknownHome(trx: Db, url: unknown): Promise<void> {
  if (typeof url !== 'string' || url === '' || homeAt(url)) return;
  const { rows } = await sql<{
    url: string;
  }>`select url from fun where fun_type = 'screen' and url is not null`.execute(trx);
  if (!rows.some((row) => plainPath(row.url) === plainPath(url)))
    throw badInput(
      { zh: `首页：没有地址为 ${url} 的页面`, en: `Home: there is no page at ${url}` },
      'homeUrl',
    );
}

export const orgRoleSlots: Slots = {
  beforeSave: async (call, values, before) => {
    refuseAllButOperators(call);
    await refuseUnknownHome(call.trx, values['homeUrl']);
    if ('orgFunList' in values)
      await refuseMoreFunctions(call, idsOf(before?.['orgFunList']), idsOf(values['orgFunList']));
  },
  afterSave: async (call, _row, before) => {
    if (before) await refuseLockOut(call);
    forgetCallers();
  },
  beforeDelete: async (call, row) => {
    refuseAllButOperators(call);
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from org_employee
      where ${row.id}::integer = any (role_id_list)`.execute(call.trx);
    const held = rows[0]?.n ?? 0;
    if (held > 0)
      throw conflict({ zh: `仍有 ${held} 个账号持有此角色`, en: `${held} accounts still hold this role` });
  },
};
