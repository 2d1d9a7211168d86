import { AuditDialog } from '#feature/review/web/AuditDialog.tsx';
import { PlanDialog } from '#feature/review/web/PlanDialog.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  actions: [
    {
      key: 'open',
      label: { zh: '条款与进度', en: 'Check list and steps' },
      permission: 'view',
      Dialog: PlanDialog,
    },
    {
      key: 'audit',
      label: { zh: '审查报告内容', en: 'Content of the report' },
      permission: 'view',
      Dialog: AuditDialog,
    },
  ],
};
