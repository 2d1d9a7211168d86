import { badInput } from '#contract/error.ts';
import { followPrice } from '#feature/price/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const priceSchemeSlots: Slots = {
  async beforeSave(_call, values, before) {
    // What is emptied is empty, whatever stood there before.
    const row = { ...before, ...values };
    const of = (field: string): unknown => row[field] ?? null;
    const kind = String(of('basicCharge') ?? '0');
    if (kind === '1' && of('capacityPrice') === null)
      throw badInput(
        { zh: '按容量计收时请填写容量电价', en: 'A basic charge by capacity needs the capacity price' },
        'capacityPrice',
      );
    if ((kind === '2' || kind === '3') && of('demandPrice') === null)
      throw badInput(
        { zh: '按需量计收时请填写需量电价', en: 'A basic charge by demand needs the demand price' },
        'demandPrice',
      );
  },
  afterSave: (call, row, before) =>
    before ? followPrice(call, 'priceScheme', before, row) : Promise.resolve(),
};
