import { DataCodeCell } from '#feature/archive/meteringArchive/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

/** Data codes are shown taken apart. */
export const slots: WebSlots = { cells: { dataCode: DataCodeCell } };
