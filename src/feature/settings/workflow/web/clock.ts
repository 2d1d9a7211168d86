import { MISSING } from '#domain/figure/number.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { timeAt } from '#domain/time/text.ts';

/** An instant on the clock of the requests, which belong to no site; `--` where there is none. */
export const clockText = (at: string | null): string => (at === null ? MISSING : timeAt(HOME_ZONE, at));
