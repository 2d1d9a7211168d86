import type { WebSlots } from '#web/resource/slot.ts';
import { OutlineCell, OutlineInput } from './OutlineInput.tsx';
import { FromSiteButton } from './SaveTemplateDialog.tsx';

/** The objects of a template are an outline; one may be made of a site. */
export const slots: WebSlots = {
  inputs: { objects: OutlineInput },
  cells: { objects: OutlineCell },
  toolbar: FromSiteButton,
};
