import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { ContactState } from '../contract.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export const CONTACT_STATUS = {
  online: 'normal',
  offline: 'offline',
  silent: 'warning',
  never: 'noData',
} as const;

/** How a gateway or meter stands, by shape and word. */
export function ContactMark({ contact }: { readonly contact: ContactState }) {
  const t = useCommunicationTexts();
  return <StatusDot status={CONTACT_STATUS[contact]} text={t(contact)} />;
}
