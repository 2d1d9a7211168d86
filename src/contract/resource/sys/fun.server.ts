import { sql } from 'kysely';
import type { Slots } from '#server/resource/slot.ts';

export const funSlots: Slots = {
  beforeDelete: async ({ trx }, row) => {
    await sql`update org_role set org_fun_list = array_remove(org_fun_list, ${row.id}::integer)
      where ${row.id}::integer = any (org_fun_list)`.execute(trx);
  },
};
