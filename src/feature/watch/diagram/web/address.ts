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

export type Change = (
  part: Partial<Record<keyof DiagramAddress, unknown>>,
  options?: { push?: boolean },
) => void;
