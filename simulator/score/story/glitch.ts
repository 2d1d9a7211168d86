import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { noise } from '../../plant/noise.ts';
import { Rig, type Season } from '../rig.ts';
import type { Story } from '../story.ts';

/** The highest power of a meter of these stories, kW; every second meter has none entered. */
const RATED = 40;

/** What a gateway sends that was never a reading, or is one with a wrong digit. */
export const glitchStories: readonly Story[] = [
  {
    kind: 'a zero in a growing register',
    known: 'the energy between the good neighbours, not its shape: suspect, with or without rated power',
    make: ({ cn }) => pair(cn, 'zero', (rig) => leave(rig, rig.at(0.35, 10, 15), 1, () => 0)),
  },
  {
    kind: 'ten times too high for a while',
    known: 'the energy between the good neighbours, not its shape: suspect',
    make: ({ cn }) => pair(cn, 'tenfold', (rig) => leave(rig, rig.at(0.55, 7), 5, (shown) => shown * 10)),
  },
  {
    kind: 'a digit lost',
    known: 'the energy between the good neighbours, not its shape: suspect',
    make: ({ cn }) =>
      pair(cn, 'digit', (rig) => leave(rig, rig.at(0.25, 16, 45), 3, (shown) => Math.floor(shown / 10))),
  },
  {
    kind: 'up and back, down and back',
    known: 'the energy between the good neighbours, not its shape: suspect',
    make: ({ cn }) => [
      ...pair(cn, 'up', (rig) => leave(rig, rig.at(0.45, 20, 30), 4, (shown) => shown + 50_000)),
      ...pair(cn, 'down', (rig) => leave(rig, rig.at(0.65, 2, 15), 4, (shown) => shown - 50_000)),
    ],
  },
  {
    kind: 'registers below zero',
    known: 'kept apart, never counted: the energy between the good neighbours, not its shape',
    make: ({ cn }) =>
      pair(cn, 'negative', (rig) => {
        const from = rig.at(0.5, 13);
        rig.pool(from - QUARTER_MS, from + 2 * QUARTER_MS);
        rig.touch(from - QUARTER_MS, from + 2 * QUARTER_MS);
        rig.distort(({ ts, values }) =>
          ts === from || ts === from + QUARTER_MS
            ? { ts, values: { PP: -(values['PP'] ?? 0) } }
            : { ts, values },
        );
      }),
  },
  {
    kind: 'jitter of one digit',
    known: 'the energy over the fall within the noise, which is no reset',
    make: ({ cn }) =>
      pair(cn, 'jitter', (rig) => {
        const at = rig.at(0.4, 11, 30);
        const before = Math.round(rig.register(at - QUARTER_MS) * 100);
        rig.distort(({ ts, values }) =>
          ts === at ? { ts, values: { PP: (before - 1) / 100 } } : { ts, values },
        );
        rig.pool(at - QUARTER_MS, at + QUARTER_MS);
        rig.tell('noise', at - QUARTER_MS, at + QUARTER_MS);
      }),
  },
  {
    kind: 'jitter of a unit on a small meter',
    known: 'end less start over any interval, to the unit that the register jitters by: flagged, no resets',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'jitter-unit', mean: 10 });
      const [from, to] = [rig.at(0.2, 0), rig.at(0.5, 0)];
      rig.offset((ts) => (ts > from && ts < to ? (Math.floor(noise(31, ts / QUARTER_MS) * 3) - 1) * 100 : 0));
      // The last reading may be a unit ahead of those after it.
      rig.slack = { from, to: to + DAY_MS, by: 3_000_000 };
      // Its falls begin some readings after the first.
      rig.tell('noise', from + 6 * HOUR_MS, to - 6 * HOUR_MS);
      rig.touch(from, to + DAY_MS);
      return [rig];
    },
  },
];

/** The same at a meter with rated power and at one without. */
function pair(season: Season, code: string, spoil: (rig: Rig) => void): Rig[] {
  return [1, 2].map((n) => {
    const rig = new Rig(season, { code: `${code}-${n}`, ...(n === 1 ? { ratedPower: RATED } : {}) });
    spoil(rig);
    return rig;
  });
}

/** Some readings from an instant on show something else, in hundredths of what they should, and the register goes on where it was. */
export function leave(rig: Rig, from: number, readings: number, wrongOf: (shown: number) => number): void {
  const last = from + (readings - 1) * QUARTER_MS;
  rig.distort(({ ts, values }) => {
    if (ts < from || ts > last) return { ts, values };
    const shown = Math.round((values['PP'] ?? 0) * 100);
    return { ts, values: { ...values, PP: wrongOf(shown) / 100 } };
  });
  rig.pool(from - QUARTER_MS, last + QUARTER_MS);
  rig.tell('suspect', from - QUARTER_MS, last + QUARTER_MS);
}
