import { AttachDialog, AuditDialog, Reports } from '#feature/archive/review/web/slots.ts';
import { saveFile } from '#web/api.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  toolbar: Reports,
  actions: [
    {
      key: 'audit',
      label: { zh: '审查报告内容', en: 'Content of the report' },
      permission: 'view',
      Dialog: AuditDialog,
    },
    {
      key: 'attach',
      label: { zh: '上传报告', en: 'Upload the report' },
      permission: 'edit',
      Dialog: AttachDialog,
    },
    {
      key: 'download',
      label: { zh: '下载报告', en: 'Download the report' },
      permission: 'view',
      run: (row) => saveFile('yunshui/reviewData/download', { id: row.id }),
    },
  ],
};
