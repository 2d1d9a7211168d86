import type { RawAddress } from '#web/address.ts';
import { isPeriod } from '#web/ui/period.ts';
import { readLines, type LineSpec } from '../domain/lineSpec.ts';

export const MODES = ['day', 'month', 'year', 'custom'] as const;
export type Mode = (typeof MODES)[number];

/** What the charge analysis shows; kept in the address. */
export interface ChargeAddress {
  readonly mode: Mode;
  /** A day in the period that is shown; null = today. */
  readonly date: string | null;
  readonly org: number | null;
  readonly meter: number | null;
  readonly what: 'CZ' | 'PP';
  readonly lines: readonly LineSpec[];
}

const idOf = (raw: unknown): number | null => {
  const id = Number(raw);
  return raw !== '' && Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Any address as a valid view. */
export function readChargeAddress(raw: RawAddress): ChargeAddress {
  return {
    mode: MODES.find((mode) => mode === raw['mode']) ?? 'day',
    date: isPeriod('day', raw['date']) ? raw['date'] : null,
    org: idOf(raw['org']),
    meter: idOf(raw['meter']),
    what: raw['what'] === 'PP' ? 'PP' : 'CZ',
    lines: readLines(raw['lines']),
  };
}

/** What the address of trends says where every line was taken away. */
export const NO_LINES = 'none';

/** The lines of the screen of trends; null = nobody added or took away any yet. */
export const readTrendAddress = (raw: RawAddress): { readonly lines: readonly LineSpec[] | null } => ({
  lines: raw['lines'] === undefined ? null : readLines(raw['lines']),
});
