import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { noise } from '../../plant/noise.ts';
import { Rig } from '../rig.ts';
import type { Story } from '../story.ts';

/** What happens on the way from the meter to the platform. */
export const deliveryStories: readonly Story[] = [
  {
    kind: 'gap of hours',
    known: 'the energy of the gap, not its shape: interpolated, never a maximum demand',
    make: ({ cn }) =>
      [0, 1].map((i) => {
        const rig = new Rig(cn, { code: `gap-${i + 1}`, ratio: 1 + i * 39 });
        rig.gap(rig.at(0.4, 6, 30), rig.at(0.4, i === 0 ? 11 : 30, 15));
        return rig;
      }),
  },
  {
    kind: 'gap at the end',
    known: 'what came; the rest is missing, never 0',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'ended' });
      const end = rig.at(0.9, 9, 30);
      rig.distort((reading) => (reading.ts > end ? undefined : reading));
      rig.spans = rig.spans.filter((span) => span.to <= end);
      rig.touch(end, cn.to);
      return [rig];
    },
  },
  {
    kind: 'dead gateway',
    known: 'of each of its meters the energy, not the shape',
    make: ({ cn }) =>
      [1, 2, 3].map((i) => {
        const rig = new Rig(cn, { code: `dead-${i}`, gateway: 'B' });
        rig.gap(rig.at(0.55, 20, 45), rig.at(0.55, 31));
        return rig;
      }),
  },
  {
    kind: 'duplicates',
    known: 'everything: twice is once',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'twice' });
      rig.later = rig.sent.filter((_, i) => noise(7, i) < 0.1);
      rig.sent = rig.sent.flatMap((reading, i) => (noise(8, i) < 0.3 ? [reading, reading] : [reading]));
      rig.touchAll();
      return [rig];
    },
  },
  {
    kind: 'late by days',
    known: 'everything, once it is there',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'late' });
      const [from, to] = [rig.at(0.3, 3), rig.at(0.3, 3) + 2 * DAY_MS];
      const isLate = ({ ts }: { ts: number }): boolean => ts >= from && ts < to;
      rig.later = rig.sent.filter(isLate);
      rig.distort((reading) => (isLate(reading) ? undefined : reading));
      rig.touch(from, to);
      return [rig];
    },
  },
  {
    kind: 'out of order, then recalculated',
    known: 'everything; made again from the readings it is the same',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'backwards' });
      rig.newestFirst = true;
      rig.acts.push({ do: 'recalculate' });
      rig.touchAll();
      return [rig];
    },
  },
  {
    kind: 'clock drift up to two minutes',
    known: 'everything: the reading stands for the quarter of an hour that it is near',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'drift-1' });
      const length = cn.to - cn.from;
      // The registers are those of the true instant; only the stamps are off.
      rig.distort(({ ts, values }) => {
        const seconds = Math.round(110 * (((ts - cn.from) / length) * 2 - 1));
        return { ts: ts + seconds * 1000, values };
      });
      rig.touchAll();
      return [rig];
    },
  },
  {
    kind: 'clock drift beyond',
    known: 'the energy from the last right stamp to the next, not its shape: interpolated',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'drift-2' });
      const [from, to] = [rig.at(0.45, 5), rig.at(0.45, 41)];
      rig.distort(({ ts, values }) => ({ ts: ts >= from && ts < to ? ts + 7 * MINUTE_MS : ts, values }));
      rig.pool(from - QUARTER_MS, to);
      rig.touch(from - QUARTER_MS, to);
      return [rig];
    },
  },
  {
    kind: 'readings beside the grid',
    known: 'the energy between two readings, not how it divides at the hour: interpolated, without demand',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'beside' });
      const stamps = rig.sent.slice(1).map(({ ts }) => ts - 5 * MINUTE_MS);
      rig.sent = stamps.map((ts) => ({ ts, values: { PP: rig.register(ts) } }));
      rig.spans = stamps.slice(1).map((to) => rig.span(to - QUARTER_MS, to));
      rig.touchAll();
      return [rig];
    },
  },
  {
    kind: 'resend that corrects',
    known: 'everything: what came later replaces, both are kept, the figures say that they are corrected',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'corrected' });
      const from = rig.at(0.65, 12);
      const inside = ({ ts }: { ts: number }): boolean => ts >= from && ts <= from + HOUR_MS;
      rig.later = rig.sent.filter(inside);
      rig.offset((ts) => (inside({ ts }) ? 50 : 0));
      rig.tell('corrected', from - QUARTER_MS, from + HOUR_MS + QUARTER_MS);
      return [rig];
    },
  },
  {
    kind: 'resend off the course',
    known: 'everything: what came first stays, as what came later leaves the course; conflict is told',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'conflict' });
      const from = rig.at(0.65, 12);
      rig.later = rig.sent
        .filter(({ ts }) => ts >= from && ts <= from + HOUR_MS)
        .map(({ ts, values }) => ({ ts, values: { PP: (values['PP'] ?? 0) * 10 } }));
      rig.tell('conflict', from - QUARTER_MS, from + HOUR_MS + QUARTER_MS);
      return [rig];
    },
  },
];
