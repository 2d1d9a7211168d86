import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

/** Rules judge readings; a virtual meter has none of its own. */
export const objectAlarmSlots: Slots = {
  beforeSave: async ({ trx }, values) => {
    const { rows: of } = await sql`
      select from alarm where id = ${Number(values['alarmId'] ?? 0)} and trigger_method in ('signal', 'operations')`.execute(
      trx,
    );
    if (of.length > 0)
      throw badInput(
        {
          zh: '告警规则：该规则判断信号点，请在“信号告警”中分配',
          en: 'Alarm rule: it judges signal points; put it to them under “Alarms of signal points”',
        },
        'alarmId',
      );
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
