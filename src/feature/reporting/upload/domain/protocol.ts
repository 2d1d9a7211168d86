import type { StatType } from '#contract/upload.ts';

/** What a figure says on the wire; all texts as they are sent. */
export interface SentFigure {
  /** Sixteen digits. */
  readonly dataCode: string;
  readonly dataValue: string;
  readonly convertRation: string;
  readonly scope: string;
  readonly inputType: string;
  readonly statType: StatType;
  /** `YYYY-MM-DD HH:mm:ss`, the beginning of the period. */
  readonly statDate: string;
  readonly uploadDate: string;
}

/** What a platform said to something that was sent. */
export type Outcome =
  /** It has it. */
  | 'accepted'
  /** It had it already: with this value, or it does not say with which. */
  | 'duplicate'
  /** It does not take it as it is: sent again it would be refused again. */
  | 'refused'
  /** The access key is no longer good. */
  | 'keyExpired'
  /** Not now: too many requests, maintenance. */
  | 'later'
  /** What came cannot be read, or nothing came: nobody knows whether it has it. */
  | 'unknown'
  /** It never left: no connection, or the address is refused. */
  | 'notSent';

export interface Reply {
  readonly outcome: Outcome;
  /** As the platform wrote it. */
  readonly code: string | null;
  readonly message: string | null;
  readonly platformTime: string | null;
  readonly receiptNo: string | null;
  /** The value that it has already. */
  readonly platformValue: string | null;
}

export const reply = (outcome: Outcome, rest: Partial<Reply> = {}): Reply => ({
  code: null,
  message: null,
  platformTime: null,
  receiptNo: null,
  platformValue: null,
  ...rest,
  outcome,
});

/** Where a figure goes after an attempt. */
export type Next =
  | { readonly state: 'acknowledged' | 'refused' }
  /** Sent again after so many seconds; null: with the next slot. */
  | { readonly state: 'waiting' | 'unknown'; readonly afterS: number | null };

/** Waits before the second, third … attempt, s; after the last the next slot takes it. */
const WAITS_S = [30, 120, 600, 3600] as const;

/**
 * What follows from a reply. @param attempts how many there were, this one among them
 * @param again the same bytes may have reached the platform before
 */
export function nextOf(
  { outcome, platformValue }: Reply,
  { attempts, again, sent }: { readonly attempts: number; readonly again: boolean; readonly sent: string },
): Next {
  const afterS = WAITS_S[attempts - 1] ?? null;
  switch (outcome) {
    case 'accepted':
      return { state: 'acknowledged' };
    case 'duplicate':
      // Who does not say which value it has may have had it from an attempt of ours that nobody answered.
      if (platformValue === null ? again : sameNumber(platformValue, sent)) return { state: 'acknowledged' };
      return { state: 'refused' };
    case 'refused':
      return { state: 'refused' };
    case 'notSent':
    case 'later':
    case 'keyExpired':
      return { state: again ? 'unknown' : 'waiting', afterS };
    case 'unknown':
      return { state: 'unknown', afterS };
  }
}

/** Whether two decimals are the same number: 0.3520 and 0.352. */
export function sameNumber(a: string, b: string): boolean {
  const plain = (text: string): string | null => {
    const match = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text.trim());
    if (!match || !/\d/.test(text)) return null;
    const whole = match[2] || '0';
    const digits = match[3] ? `${whole}.${match[3]}` : whole;
    return match[1] === '-' && digits !== '0' ? `-${digits}` : digits;
  };
  const [x, y] = [plain(a), plain(b)];
  return x !== null && x === y;
}
