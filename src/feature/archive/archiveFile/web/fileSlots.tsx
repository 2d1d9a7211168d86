import type { CheckFileType } from '#resource/yunshui/checkplanCheckfile.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import type { FormProps, WebSlots } from '#web/resource/slot.ts';
import { fileCells } from './fileCells.tsx';
import { saveCheckFile } from './file.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import { UploadDialog } from './UploadDialog.tsx';

/** How files of the archive are listed; with a type, those of one tab alone. */
export function fileSlots(type?: CheckFileType): WebSlots {
  function FileForm(props: FormProps) {
    return props.row ? (
      <ResourceForm {...props} slots={{}} />
    ) : (
      <UploadDialog orgId={props.consumerId} {...(type ? { type } : {})} onClose={props.onClose} />
    );
  }
  return {
    Form: FileForm,
    cells: fileCells,
    actions: [
      { key: 'preview', label: { zh: '预览', en: 'Preview' }, permission: 'view', Dialog: PreviewDialog },
      {
        key: 'download',
        label: { zh: '下载', en: 'Download' },
        permission: 'view',
        run: (row) => saveCheckFile(row.id),
      },
    ],
  };
}
