import { sizeText } from '#feature/news/web/sizeText.ts';
import type { CheckFileType } from '#contract/resource/yunshui/checkplanCheckfile.ts';
import type { CellProps } from '#web/resource/kindWeb.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import type { FormProps, WebSlots } from '#web/resource/slot.ts';
import { typeWord } from '../domain/typeWord.ts';
import { saveCheckFile } from './file.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import { UploadDialog } from './UploadDialog.tsx';

const SizeCell = ({ value }: CellProps) => <span>{value == null ? '--' : sizeText(Number(value))}</span>;

const TypeCell = ({ value }: CellProps) => (
  <span title={String(value ?? '')}>{value == null ? '--' : typeWord(String(value))}</span>
);

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
    cells: { size: SizeCell, mimeType: TypeCell },
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
