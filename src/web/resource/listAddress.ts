import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import type { RawAddress } from '../address.ts';
import { isPeriod } from '../ui/period.ts';

/** A whole number above 0 out of an address, else null. */
export const whole = (raw: unknown): number | null => {
  const value = Number(raw);
  return raw !== '' && raw !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
};

/** A text out of an address; numbers came as text too. */
const words = (raw: unknown): string =>
  typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : '';

/** A day out of an address, `2026-11-19`. */
export const day = (raw: unknown): string | null => (isPeriod('day', raw) ? raw : null);

/** What every list keeps in the address: its words and its page. */
export interface ListAddress {
  readonly q: string;
  readonly page: number;
  readonly size: number;
}

export const readList = (raw: RawAddress): ListAddress => {
  const size = whole(raw['size']);
  return {
    q: words(raw['q']),
    page: whole(raw['page']) ?? 1,
    size: size !== null && (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
};
