import type { RuleVersion } from './judge.ts';
import type { Reading } from './past.ts';
import { SIGNAL_CODE, SIGNAL_LIMIT } from './signal.ts';

/** What a device said of an event at an instant (ms): that it stands, or that it is over. */
export interface EventSample {
  readonly ts: number;
  readonly stands: boolean;
}

/** An event of a device as a rule: what was said holds until something else is said. */
export const eventVersions = (level: string): RuleVersion[] => [
  {
    versionId: 0,
    validFrom: 0,
    rule: {
      method: 'signal',
      code: SIGNAL_CODE,
      limits: [SIGNAL_LIMIT],
      computed: null,
      level,
      times: { onDelayMs: 0, offDelayMs: 0, holdMs: Number.MAX_SAFE_INTEGER, side: null },
    },
  },
];

export const eventReadings = (samples: readonly EventSample[]): Reading[] =>
  samples.map(({ ts, stands }) => ({ at: ts, values: { [SIGNAL_CODE]: Number(stands) } }));
