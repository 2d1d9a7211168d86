import { CapitalCell, PictureCell, PictureInput } from '#feature/archive/meteringArchive/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  cells: { license: PictureCell, registerPrincipal: CapitalCell },
  inputs: { license: PictureInput },
};
