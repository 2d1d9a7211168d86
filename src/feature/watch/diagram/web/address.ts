import { HEAT_FIGURES, type HeatFigure } from '#domain/scene/space/heat.ts';
import type { RawAddress } from '#web/address.ts';
import { whole } from '#web/resource/listAddress.ts';

/** What the screens of pictures keep in the address. */
export interface DiagramAddress {
  readonly diagram: number | null;
  /** ms: the instant that is looked at; null = live. */
  readonly at: number | null;
}

export const readDiagram = (raw: RawAddress): DiagramAddress => {
  const at = whole(raw['at']);
  return { diagram: whole(raw['diagram']), at: at !== null && at > 0 ? at : null };
};

/** Which heat colours a picture in space has. */
export const readHeat = (raw: RawAddress): { readonly heat: HeatFigure | null } => ({
  heat: HEAT_FIGURES.find((one) => one === raw['heat']) ?? null,
});
