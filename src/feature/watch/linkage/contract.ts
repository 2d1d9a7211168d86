import type { Text } from '#contract/text.ts';

/** A way out by which messages of alarms do not arrive. */
export interface Undelivered {
  readonly channel: 'mail' | 'sms';
  /** Messages that are tried again, and that were given up within a day. */
  readonly waiting: number;
  readonly failed: number;
  /** When the first of them was filed, ms. */
  readonly since: number;
  /** What the other side said last. */
  readonly error: Text;
}
