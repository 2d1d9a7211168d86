import { DAY_SECONDS, MINUTE_MS } from '#domain/time/duration.ts';
import { type Language, textIn } from '#contract/text.ts';
import { CLOCK_OFF_MS, type ContactState, SILENT_INTERVALS } from '../contract.ts';

/** What is known of when something was heard. Instants in ms. */
export interface Contact {
  readonly lastAt: number | null;
  readonly intervalSeconds: number;
  /** Whether its connection is closed; null = it keeps none. */
  readonly closed: boolean | null;
}

/** The instant from which on something counts as silent unless it speaks again; null where it never spoke. */
const silentAt = ({ lastAt, intervalSeconds }: Pick<Contact, 'lastAt' | 'intervalSeconds'>) =>
  lastAt === null ? null : lastAt + SILENT_INTERVALS * intervalSeconds * 1000;

/** How it stands at an instant. */
export function contactOf(contact: Contact, now: number): ContactState {
  const due = silentAt(contact);
  if (due === null) return 'never';
  if (now > due) return 'silent';
  return contact.closed === true ? 'offline' : 'online';
}

/**
 * Whether a gateway's stamps are off: ahead by more than five minutes, which no true stamp is, or behind by more than
 * that and an interval, as what is sent at the end of an interval may be stamped with its start.
 */
export const isClockOff = (driftMs: number | null, intervalSeconds: number): boolean =>
  driftMs !== null && (driftMs > CLOCK_OFF_MS || driftMs < -CLOCK_OFF_MS - intervalSeconds * 1000);

/** An interval in words: `15 min`, `1 h`, `30 s`. */
export function intervalText(seconds: number, language: Language): string {
  const [n, zh, en]: [number, string, string] =
    seconds % DAY_SECONDS === 0
      ? [seconds / DAY_SECONDS, '天', 'd']
      : seconds % 3600 === 0
        ? [seconds / 3600, '小时', 'h']
        : seconds % 60 === 0
          ? [seconds / 60, '分钟', 'min']
          : [seconds, '秒', 's'];
  return `${n} ${textIn({ zh, en }, language)}`;
}

/** How far a clock is off in words, to the minute: `45 min`, `1 h`, `8 h 5 min`. */
export function offText(ms: number, language: Language): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  const [h, m] = [Math.floor(minutes / 60), minutes % 60];
  const [hour, minute] = [
    textIn({ zh: '小时', en: 'h' }, language),
    textIn({ zh: '分钟', en: 'min' }, language),
  ];
  return [h > 0 ? `${h} ${hour}` : '', m > 0 || h === 0 ? `${m} ${minute}` : ''].filter(Boolean).join(' ');
}
