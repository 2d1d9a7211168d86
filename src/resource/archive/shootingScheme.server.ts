import { badInput } from '#contract/error.ts';
import { plainTimes, shootingTimes, timesFault } from '#contract/shootingTime.ts';
import type { Slots } from '#server/resource/slot.ts';

export const shootingSchemeSlots: Slots = {
  beforeSave: async (_call, values, before) => {
    if (values['segments'] !== undefined && values['segments'] !== null) {
      const times = plainTimes(shootingTimes.parse(values['segments']));
      const fault = timesFault(times);
      if (fault) throw badInput({ zh: `拍摄时段：${fault.zh}`, en: `Times: ${fault.en}` }, 'segments');
      values['segments'] = times;
    }
    const now = { ...before, ...values };
    const [from, to] = [now['validFrom'], now['validTo']];
    if (typeof from === 'string' && typeof to === 'string' && to < from)
      throw badInput({ zh: '结束日期：早于开始日期', en: 'To: lies before the first day' }, 'validTo');
  },
};
