import { SerialInput } from '#feature/archive/meteringArchive/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = { inputs: { replacedSerno: SerialInput } };
