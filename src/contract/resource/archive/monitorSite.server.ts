import { badInput } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

/** Whether the runtime knows the time zone. */
function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const monitorSiteSlots: Slots = {
  beforeSave: async (_call, values) => {
    const zone = values['timeZone'];
    if (typeof zone === 'string' && !isTimeZone(zone))
      throw badInput(
        { zh: `时区：没有名为 ${zone} 的时区`, en: `Time zone: there is none named ${zone}` },
        'timeZone',
      );
  },
};
