import { INTERVAL } from '#contract/interval.ts';
import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import type { RawAddress } from '#web/address.ts';

/** Which imports and entries are listed, as the address tells it. */
export interface Filter {
  kind: 'import' | 'person' | undefined;
  dataType: string | undefined;
  interval: string | undefined;
  start: string | undefined;
  end: string | undefined;
  page: number;
  size: number;
}

/** Spans to look for, by the codes of the specification. */
export const INTERVALS = [INTERVAL.quarter, INTERVAL.hour, INTERVAL.day, INTERVAL.month] as const;
export const INTERVAL_NAMES = {
  [INTERVAL.quarter]: 'quarterHour',
  [INTERVAL.hour]: 'hour',
  [INTERVAL.day]: 'day',
  [INTERVAL.month]: 'month',
} as const;

const date = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) ? raw : undefined;

export function readFilter(raw: RawAddress): Filter {
  const [kind, size] = [raw['kind'], Number(raw['size'])];
  return {
    kind: kind === 'import' || kind === 'person' ? kind : undefined,
    dataType: raw['dataType'] === undefined ? undefined : String(raw['dataType']),
    interval: INTERVALS.find((code) => code === String(raw['interval'])),
    start: date(raw['start']),
    end: date(raw['end']),
    page: Math.max(1, Math.floor(Number(raw['page']) || 1)),
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}
