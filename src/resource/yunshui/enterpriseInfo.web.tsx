import { CapitalCell } from '#feature/archive/meteringArchive/web/CapitalCell.tsx';
import { PictureCell, PictureInput } from '#feature/archive/meteringArchive/web/PictureInput.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  cells: { license: PictureCell, registerPrincipal: CapitalCell },
  inputs: { license: PictureInput },
};
