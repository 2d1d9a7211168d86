import { FLAG } from '#contract/usageFlag.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Notice, NoticeKind } from '../contract.ts';

/** What is known of one meter on a day. */
export interface MeterDay {
  readonly id: number;
  readonly name: string;
  readonly stepMs: number;
  /** Its newest value, ms. */
  readonly lastAt: number | null;
  /** Floored percent; null where no time has passed. */
  readonly coverage: number | null;
  /** Bits of FLAG; null = no bucket. */
  readonly flags: number | null;
}

/** The day, and whether it is today. */
export interface DayFacts {
  readonly to: number;
  readonly now: number;
  readonly current: boolean;
}

/** Less than this of a day's data is worth a notice. */
const LOW_PERCENT = 90;
/** A meter is silent after so many of its steps, at least this long. */
const SILENT_STEPS = 3;
const SILENT_MS = QUARTER_MS;

/** The gravest first. */
const ORDER: readonly NoticeKind[] = [
  'reset',
  'conflict',
  'suspect',
  'partsExceed',
  'countedTwice',
  'offline',
  'noData',
  'lowCoverage',
  'replaced',
  'rollover',
];

const FLAGGED = [
  'reset',
  'conflict',
  'suspect',
  'replaced',
  'rollover',
] as const satisfies readonly (NoticeKind & keyof typeof FLAG)[];

/** Whether a meter's newest value is young enough for its step. */
export function isOnline({ lastAt, stepMs }: Pick<MeterDay, 'lastAt' | 'stepMs'>, now: number): boolean {
  return lastAt !== null && now - lastAt <= Math.max(SILENT_STEPS * stepMs, SILENT_MS);
}

/** What is abnormal about meters on a day, by the data that are there and those that are not. */
export function noticesOf(meters: readonly MeterDay[], day: DayFacts): Notice[] {
  return meters.flatMap((meter): Notice[] => {
    const { id: dataAmmeterId, name, lastAt, coverage, flags } = meter;
    const notice = (kind: NoticeKind, at: number | null, value: number | null = null): Notice => ({
      kind,
      dataAmmeterId,
      name,
      at,
      value,
    });
    if (flags === null) return coverage === null ? [] : [notice('noData', lastAt)];
    const found = FLAGGED.filter((kind) => (flags & FLAG[kind]) !== 0).map((kind) => notice(kind, null));
    if (day.current && !isOnline(meter, day.now)) found.push(notice('offline', lastAt));
    else if (coverage !== null && coverage < LOW_PERCENT) found.push(notice('lowCoverage', null, coverage));
    return found;
  });
}

/** By gravity, then by name. */
export const byGravity = (a: Notice, b: Notice): number =>
  ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.name.localeCompare(b.name);
