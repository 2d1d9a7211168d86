import { CapitalCell } from '#feature/meteringArchive/web/CapitalCell.tsx';
import { PictureCell, PictureInput } from '#feature/meteringArchive/web/PictureInput.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  cells: { license: PictureCell, registerPrincipal: CapitalCell },
  inputs: { license: PictureInput },
};
