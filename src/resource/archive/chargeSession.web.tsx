import { CurveDialog } from '#feature/assets/chargePile/web/public.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  actions: [
    {
      key: 'curve',
      label: { zh: '曲线与计费', en: 'Curve and fees' },
      permission: 'view',
      Dialog: CurveDialog,
    },
  ],
};
