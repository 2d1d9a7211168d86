import { LifeLink } from '#feature/ledger/web/LifeLink.tsx';
import { RecalculationDialog } from '#feature/recalculation/web/RecalculationDialog.tsx';
import { SumDialog } from '#feature/virtualMeter/web/SumDialog.tsx';
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
      key: 'sum',
      label: { zh: '总加组成', en: 'Parts of the sum' },
      permission: 'edit',
      Dialog: SumDialog,
    },
    {
      key: 'recalculation',
      label: { zh: '重新计算', en: 'Recalculate' },
      permission: 'edit',
      Dialog: RecalculationDialog,
    },
  ],
};
