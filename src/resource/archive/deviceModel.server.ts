import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

export const deviceModelSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    if (!before || values['protocol'] === undefined || values['protocol'] === before['protocol']) return;
    const { rows } = await sql`select from register_map where device_model_id = ${before.id}
      union all select from collector_meter where device_model_id = ${before.id} limit 1`.execute(trx);
    if (rows.length > 0)
      throw conflict(
        {
          zh: '通信规约：型号已有寄存器映射或采集表计，不能更改',
          en: 'Protocol: the model has a register map or collected meters, it cannot be changed',
        },
        'protocol',
      );
  },
};
