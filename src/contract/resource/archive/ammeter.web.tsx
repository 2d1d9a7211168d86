import { RecalculationDialog } from '#feature/recalculation/web/RecalculationDialog.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  actions: [
    {
      key: 'recalculation',
      label: { zh: '重新计算', en: 'Recalculate' },
      permission: 'edit',
      Dialog: RecalculationDialog,
    },
  ],
};
