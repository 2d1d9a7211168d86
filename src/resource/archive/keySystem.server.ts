import { sql } from 'kysely';
import { ENERGY } from '#contract/energyType.ts';
import { badInput } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

interface System {
  readonly consumerId: number;
  readonly orgId: number | null;
  readonly powerMeterId: number;
  readonly outputMeterId: number;
}

export const keySystemSlots: Slots = {
  /** Organisation and meters are of the enterprise; what it takes in is electricity. */
  async beforeSave({ trx }, values, before) {
    const row = { ...before, ...values } as unknown as System;
    const { rows } = await sql<{ id: number; dataType: string }>`
      select id, data_type as "dataType" from ammeter
      where consumer_id = ${row.consumerId} and id in (${row.powerMeterId}, ${row.outputMeterId})`.execute(
      trx,
    );
    for (const field of ['powerMeterId', 'outputMeterId'] as const)
      if (!rows.some(({ id }) => id === row[field]))
        throw badInput({ zh: '表计不属于该企业', en: 'The meter is not of this enterprise' }, field);
    if (rows.find(({ id }) => id === row.powerMeterId)?.dataType !== ENERGY.electricity)
      throw badInput({ zh: '用电表计须为电表', en: 'This must be an electricity meter' }, 'powerMeterId');
    if (row.orgId == null) return;
    const { rows: orgs } = await sql`
      select from org where id = ${row.orgId} and consumer_id = ${row.consumerId}`.execute(trx);
    if (orgs.length === 0)
      throw badInput(
        { zh: '所属组织不属于该企业', en: 'The organisation is not of this enterprise' },
        'orgId',
      );
  },
};
