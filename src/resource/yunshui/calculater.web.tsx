import { PictureCell, PictureInput } from '#feature/archive/meteringArchive/web/PictureInput.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  cells: { certificate: PictureCell },
  inputs: { certificate: PictureInput },
};
