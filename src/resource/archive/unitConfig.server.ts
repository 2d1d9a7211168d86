import { sql } from 'kysely';
import { ENERGY } from '#contract/energyType.ts';
import { badInput } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

export const unitConfigSlots: Slots = {
  async beforeSave({ trx }, values, before) {
    const of = (field: string): unknown =>
      values[field] ?? (field in values ? null : before?.[field]) ?? null;
    if (String(of('productBy') ?? '1') !== '2') return;
    const meter = of('ammeterId');
    if (meter === null)
      throw badInput(
        { zh: '产量来源为产量表计时请选择表计', en: 'Choose the meter that knows the output' },
        'ammeterId',
      );
    const { rows } = await sql<{ dataType: string }>`
      select data_type as "dataType" from ammeter where id = ${Number(meter)}`.execute(trx);
    if (rows[0]?.dataType !== ENERGY.output)
      throw badInput({ zh: '所选表计不计量产量', en: 'The meter does not count output' }, 'ammeterId');
  },
};
