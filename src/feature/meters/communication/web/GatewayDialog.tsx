import { gateway } from '#resource/archive/gateway.ts';
import { slots } from '#resource/archive/gateway.web.tsx';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import type { RowAction } from '#web/resource/slot.ts';

/** What is open over a gateway page: its form, an action of its, the token of a new one. */
export type OpenGateway =
  | { readonly kind: 'form'; readonly row: ResourceRow | null }
  | { readonly kind: 'action'; readonly action: RowAction; readonly row: ResourceRow }
  | { readonly kind: 'added'; readonly row: ResourceRow };

export interface GatewayDialogProps {
  readonly open: OpenGateway;
  readonly consumerId: number;
  readonly onClose: () => void;
  readonly onAdded: (row: ResourceRow) => void;
}

/** Draws what is open. */
export function GatewayDialog({ open, consumerId, onClose, onAdded }: GatewayDialogProps) {
  if (open.kind === 'form')
    return (
      <ResourceForm
        resource={gateway}
        slots={slots}
        row={open.row}
        consumerId={consumerId}
        onClose={onClose}
        onAdded={onAdded}
      />
    );
  const Body = open.kind === 'action' ? open.action.Dialog : slots.AfterAdd;
  return Body ? <Body resource={gateway} row={open.row} onClose={onClose} /> : null;
}
