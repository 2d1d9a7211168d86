import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

/** Rules judge readings; a virtual meter has none of its own. */
export const objectAlarmSlots: Slots = {
  beforeSave: async ({ trx }, values) => {
    const ammeterId = values['ammeterId'];
    if (typeof ammeterId !== 'number') return;
    const { rows } = await sql`select from ammeter_sum where ammeter_id = ${ammeterId} limit 1`.execute(trx);
    if (rows.length > 0)
      throw badInput(
        {
          zh: '表计：虚拟表没有自己的读数，告警规则不能判断',
          en: 'Meter: a virtual meter has no readings of its own that a rule could judge',
        },
        'ammeterId',
      );
  },
};
