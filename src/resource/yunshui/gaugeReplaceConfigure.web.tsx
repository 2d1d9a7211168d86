import { SerialInput } from '#feature/archive/meteringArchive/web/SerialInput.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = { inputs: { replacedSerno: SerialInput } };
