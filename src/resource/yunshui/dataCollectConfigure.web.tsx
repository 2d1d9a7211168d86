import { DataCodeCell } from '#feature/archive/meteringArchive/web/DataCodeCell.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

/** Data codes are shown taken apart. */
export const slots: WebSlots = { cells: { dataCode: DataCodeCell } };
