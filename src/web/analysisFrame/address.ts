import type { RawAddress } from '#web/address.ts';
import { isPeriod } from '#web/ui/period.ts';
import { type Interval, INTERVAL_CODES } from '#contract/interval.ts';
import { type Span, spanOf } from '#domain/time/span.ts';

/** What an analysis shows; kept in the address. */
export interface AnalysisAddress {
  readonly org: number | null;
  readonly meter: number | null;
  readonly type: string | null;
  readonly interval: Interval | null;
  readonly begin: string | null;
  readonly end: string | null;
  /** A range that moves along with today, in place of dates. */
  readonly span: Span | null;
  /** The value of the analysis' own choice. */
  readonly by: string | null;
  /** What its own filter holds. */
  readonly items: readonly string[];
  readonly code: string | null;
}

const idOf = (raw: unknown): number | null => {
  const id = Number(raw);
  return raw !== '' && Number.isSafeInteger(id) && id > 0 ? id : null;
};

const word = (raw: unknown, shape: RegExp): string | null => {
  const text = typeof raw === 'number' || typeof raw === 'string' ? String(raw) : '';
  return shape.test(text) ? text : null;
};

/** Any address as a valid view. */
export function readAddress(raw: RawAddress): AnalysisAddress {
  const date = (value: unknown): string | null => (isPeriod('day', value) ? value : null);
  const interval = word(raw['interval'], /^\d{3}$/);
  return {
    org: idOf(raw['org']),
    meter: idOf(raw['meter']),
    type: word(raw['type'], /^\d{1,2}$/),
    interval: INTERVAL_CODES.find((code) => code === interval) ?? null,
    begin: date(raw['begin']),
    end: date(raw['end']),
    span: spanOf(raw['span']),
    by: word(raw['by'], /^\w{1,20}$/),
    items: (word(raw['items'], /^[\w,-]{1,300}$/) ?? '').split(',').filter(Boolean),
    code: word(raw['code'], /^[A-Z]{2,3}\d?$/),
  };
}
