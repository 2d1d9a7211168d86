import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { Rig, type Season } from '../rig.ts';
import type { Story } from '../story.ts';

const NEVER_HEARD = 7;

/** Who a reading is of, and how often one comes. */
export const nameStories: readonly Story[] = [
  {
    kind: 'unknown names, mapped later',
    known: 'everything: values of unknown names wait, and count once the name is mapped',
    make: ({ cn }) =>
      [1, 2].map((n) => {
        const rig = new Rig(cn, { code: `alias-${n}`, ratio: n === 1 ? 1 : 40 });
        rig.alias = `line ${n}`;
        rig.touchAll();
        return rig;
      }),
  },
  {
    kind: 'seven meters never heard',
    known: 'of the one that speaks everything; of the others nothing, and they blank nothing',
    make: ({ cn }) => [
      new Rig(cn, { code: 'speaks' }),
      ...Array.from({ length: NEVER_HEARD }, (_, i) => {
        const rig = new Rig(cn, { code: `silent-${i + 1}` });
        rig.sent = [];
        rig.spans = [];
        rig.touchAll();
        return rig;
      }),
    ],
  },
  {
    kind: 'reactive register silent for days',
    known: 'active energy; no power factor, as active and reactive energy are known over different spans',
    make: ({ cn }) =>
      [1, 2].map((n) => {
        const rig = new Rig(cn, { code: `reactive-${n}`, ratio: 40 });
        const silent = { from: rig.at(0.3, 0), to: rig.at(0.9, 0) };
        rig.lag(38, n === 1 ? silent : undefined);
        if (n === 1)
          rig.permits.push({ flag: 'interpolated', from: silent.from - QUARTER_MS, to: silent.to });
        if (n === 1) rig.touch(silent.from - QUARTER_MS, silent.to);
        return rig;
      }),
  },
  {
    kind: 'a virtual sum beside its parts',
    known: 'everything: each flow counts once',
    make: ({ cn }) => {
      const sum = new Rig(cn, { code: 'beside-sum' });
      sum.sent = [];
      sum.parts = [1, 2].map((n) => ({ code: `part-${n}`, sign: 1 as const }));
      return [new Rig(cn, { code: 'part-1' }), new Rig(cn, { code: 'part-2', ratio: 40 }), sum];
    },
  },
  {
    kind: 'hours beside quarters',
    known:
      'of hours the energy of each hour; the highest quarter of an hour at least as high as the highest hour',
    make: ({ cn }) => [hourly(cn, 'hours'), new Rig(cn, { code: 'quarters' })],
  },
  {
    kind: 'hours with a few quarters',
    known:
      'of hours the energy of each hour; the highest quarter of an hour at least as high as the highest hour',
    make: ({ cn }) => {
      const fine = new Rig(cn, { code: 'few' });
      const [from, to] = [fine.at(0.3, 2), fine.at(0.3, 4)];
      return [hourly(cn, 'few-quarters', (ts) => ts >= from && ts <= to)];
    },
  },
];

/** Readings of every hour, and of every quarter of an hour where `fine` says so. */
function hourly(season: Season, code: string, fine: (ts: number) => boolean = () => false): Rig {
  const rig = new Rig(season, { code });
  rig.distort((reading) => (reading.ts % HOUR_MS === 0 || fine(reading.ts) ? reading : undefined));
  const stamps = rig.sent.map(({ ts }) => ts);
  rig.spans = stamps.slice(1).map((to, i) => rig.span(stamps[i] ?? to, to));
  rig.touchAll();
  return rig;
}
