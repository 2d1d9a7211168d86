import type { RawAddress } from '#web/address.ts';
import { readList, whole } from '#web/resource/listAddress.ts';

/** How many pictures stand side by side. */
export const GRIDS = ['1', '4', '9'] as const;
export type Grid = (typeof GRIDS)[number];

/** What the screen keeps in the address. */
export interface CameraAddress {
  readonly q: string;
  readonly grid: Grid;
  /** Which page of pictures. */
  readonly page: number;
  readonly alarmed: boolean;
  /** The camera in hand; null = the first in sight. */
  readonly camera: number | null;
  /** Page of the recordings. */
  readonly clips: number;
  readonly clipSize: number;
  /** Recordings of the camera in hand alone. */
  readonly only: boolean;
}

export const readCamera = (raw: RawAddress): CameraAddress => ({
  q: readList(raw).q,
  grid: GRIDS.find((one) => one === String(raw['grid'])) ?? '4',
  page: whole(raw['page']) ?? 1,
  alarmed: String(raw['alarmed']) === '1',
  camera: whole(raw['camera']),
  clips: whole(raw['clips']) ?? 1,
  clipSize: readList({ size: raw['clipSize'] }).size,
  only: String(raw['only']) === '1',
});

export type Change = (part: Partial<Record<keyof CameraAddress, unknown>>) => void;
