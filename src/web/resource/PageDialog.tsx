import type { Resource } from '#contract/define.ts';
import type { FormValues } from './form.ts';
import { ImportDialog } from './ImportDialog.tsx';
import type { ResourceRow } from './kindWeb.ts';
import { ResourceForm } from './ResourceForm.tsx';
import type { RowAction, WebSlots } from './slot.ts';

/** The dialog that a list page has open. */
export type OpenDialog =
  | { readonly kind: 'form'; readonly row: ResourceRow | null }
  | { readonly kind: 'import' }
  | { readonly kind: 'action'; readonly action: RowAction; readonly row: ResourceRow }
  | { readonly kind: 'added'; readonly row: ResourceRow };

export interface PageDialogProps {
  readonly open: OpenDialog;
  readonly resource: Resource;
  readonly slots: WebSlots;
  readonly consumerId: number | null;
  /** What every row of the page has in common. */
  readonly known: FormValues;
  readonly onClose: () => void;
  readonly onAdded: (row: ResourceRow) => void;
  readonly onFollow: (row: ResourceRow) => void;
}

/** Draws the dialog that is open. */
export function PageDialog({
  open,
  resource,
  slots,
  consumerId,
  known,
  onClose,
  onAdded,
  onFollow,
}: PageDialogProps) {
  switch (open.kind) {
    case 'form':
      return slots.Form ? (
        <slots.Form resource={resource} row={open.row} consumerId={consumerId} onClose={onClose} />
      ) : (
        <ResourceForm
          resource={resource}
          slots={slots}
          row={open.row}
          consumerId={consumerId}
          known={known}
          onClose={onClose}
          onAdded={onAdded}
          onFollow={onFollow}
        />
      );
    case 'import':
      return <ImportDialog resource={resource} consumerId={consumerId} onClose={onClose} />;
    case 'action':
      return (
        open.action.Dialog && <open.action.Dialog resource={resource} row={open.row} onClose={onClose} />
      );
    case 'added':
      return slots.AfterAdd && <slots.AfterAdd resource={resource} row={open.row} onClose={onClose} />;
  }
}
