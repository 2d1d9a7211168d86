import type { WebSlots } from '#web/resource/slot.ts';
import { OutlineCell, OutlineInput } from './OutlineInput.tsx';

/** The objects of a template are an outline. */
export const slots: WebSlots = { inputs: { objects: OutlineInput }, cells: { objects: OutlineCell } };
