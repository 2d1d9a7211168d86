import { LifeLink } from '#feature/ledger/web/LifeLink.tsx';
import { RecalculationDialog } from '#feature/recalculation/web/RecalculationDialog.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  actions: [
    {
      key: 'life',
      label: { zh: '表计履历', en: 'Meter life' },
      permission: 'view',
      Dialog: LifeLink,
    },
    {
      key: 'recalculation',
      label: { zh: '重新计算', en: 'Recalculate' },
      permission: 'edit',
      Dialog: RecalculationDialog,
    },
  ],
};
