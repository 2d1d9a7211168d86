import { AuditDialog, PlanDialog } from '#feature/archive/review/web/slots.ts';
import type { CellProps } from '#web/resource/kindWeb.ts';
import type { WebSlots } from '#web/resource/slot.ts';

const YearCell = ({ value }: CellProps) => <span>{value == null ? '--' : String(value)}</span>;

export const slots: WebSlots = {
  cells: { year: YearCell },
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
