import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import { refuseAllButOperators, refuseLockOut, refuseMoreFunctions } from '#feature/session/server/guard.ts';
import { forgetCallers } from '#feature/session/server/session.ts';
import type { Slots } from '#server/resource/slot.ts';

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

export const orgRoleSlots: Slots = {
  beforeSave: async (call, values, before) => {
    refuseAllButOperators(call);
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
