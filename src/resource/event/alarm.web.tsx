import { CompositionInput, ExpressionInput } from '#feature/watch/compose/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  inputs: { expression: ExpressionInput, composition: CompositionInput },
  actions: [
    {
      key: 'replay',
      label: { zh: '回放', en: 'Replay' },
      permission: 'view',
      run: async (row) => {
        location.hash = `#/SDNAlertConfig/Replay?alarm=${row.id}`;
      },
    },
  ],
};
