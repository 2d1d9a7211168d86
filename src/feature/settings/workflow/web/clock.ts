import { MISSING } from '#domain/figure/number.ts';
import { REQUEST_ZONE } from '../contract.ts';

const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: REQUEST_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** An instant on the clock of the requests; `--` where there is none. */
export const clockText = (at: string | null): string => (at === null ? MISSING : format.format(new Date(at)));
