import type * as z from 'zod';
import type { binding, map, source } from './bindingSchema.ts';

/** What a range of values makes of an element; each is told by shape as well as by colour. */
export const LOOKS = [
  'normal',
  'open',
  'closed',
  'running',
  'stopped',
  'warning',
  'alarm',
  'offline',
  'unknown',
] as const;
export type Look = (typeof LOOKS)[number];

/** Figures that are computed of a meter: its power as a share of the rated one (%), energy of the day and the month, highest demand of the month. */
export const FIGURES = ['loadShare', 'today', 'month', 'monthPeak'] as const;
export type SceneFigure = (typeof FIGURES)[number];

export type Source = z.output<typeof source>;
export type BindingMap = z.output<typeof map>;
export type Binding = z.output<typeof binding>;
export const MAP_KINDS = ['range', 'format', 'visible', 'rotate', 'flow'] as const;

/** The name of a source among the values of a scene. */
export function sourceKey(one: Source): string {
  switch (one.kind) {
    case 'item':
      return `item:${one.ammeterId}:${one.dataCode}`;
    case 'signal':
      return `signal:${one.signalPointId}`;
    case 'figure':
      return `figure:${one.ammeterId}:${one.figure}`;
    case 'alarm':
      return `alarm:${one.ammeterId}`;
  }
}

/** The name of a curve of so many hours among those of a scene. @param key as `sourceKey` names its source */
export const curveKey = (key: string, hours: number): string => `${key} ${hours}h`;
