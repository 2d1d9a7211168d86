import { codeIndex } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import type { Slots } from '#server/resource/slot.ts';
import { eventConfig } from './eventConfig.ts';

/** What is the code of a value is stored as one: it would never be an event. */
export const eventConfigSlots: Slots = {
  beforeSave: async (_call, values) => {
    const identifier = values['eventIdentifier'];
    if (typeof identifier === 'string' && codeIndex(identifier) >= 0)
      throw badInput(
        aboutField(eventConfig.fields.eventIdentifier.label, {
          zh: `“${identifier}”是数据代码，设备发来时按数据存储，不能作为事件标识`,
          en: `“${identifier}” is a data code: what a device sends under it is stored as a value and is no event`,
        }),
        'eventIdentifier',
      );
  },
};
