import { TakeOver } from '#feature/archive/meteringArchive/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

/** The list may be made from the archive's own rows. */
export const slots: WebSlots = { toolbar: TakeOver };
