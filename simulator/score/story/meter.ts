import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { BEGINNING, Rig, type Span } from '../rig.ts';
import type { Story } from '../story.ts';
import { leave } from './glitch.ts';
import { withEnergyFile } from './person.ts';
import { Truth, equivalentOf } from '../truth.ts';

/** What the meter itself says, rightly or wrongly. */
export const meterStories: readonly Story[] = [
  {
    kind: 'stuck value',
    known:
      'the register that the meter shows: 0 while it stands (nobody can tell it from a machine that is off), then a jump beyond the rated power, suspect and not summed',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'stuck-1', ratedPower: 40 });
      const { from, to } = stick(rig);
      const zeros = rig.spans
        .filter((span) => span.from >= from && span.to < to)
        .map((span): Span => ({ ...span, energy: 0, lie: true }));
      rig.replace(from, to, [...zeros, { from: to - QUARTER_MS, to, energy: null }]);
      rig.touch(from, to);
      rig.tell('suspect', to - QUARTER_MS, to);
      return [rig];
    },
  },
  {
    kind: 'stuck value, interpolated by a person',
    known: 'the energy of the interval, as the register before and after are right',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'stuck-2', ratedPower: 40 });
      const { from, to } = stick(rig);
      rig.pool(from, to);
      rig.touch(from, to);
      rig.acts.push({ do: 'correct', kind: 'interpolate', from, to });
      return [rig];
    },
  },
  {
    kind: 'spike',
    known: 'the energy between the good neighbours, not its shape: suspect',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'spike', ratedPower: 40 });
      const at = rig.at(0.75, 13, 45);
      leave(rig, at, 1, (shown) => shown + 5_000_000);
      return [rig];
    },
  },
  {
    kind: 'interval meter',
    known: 'every step that came; of a lost one nothing',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'steps', worth: [{ from: -Infinity, per: equivalentOf(2) }] });
      rig.ledger.push({ from: BEGINNING, ct: '2', kind: 'interval' });
      const lost = rig.at(0.2, 17, 15);
      rig.distort(({ ts }) => {
        if (ts === cn.from || ts === lost) return undefined;
        return { ts, values: { PP: (rig.truth.counted(ts) - rig.truth.counted(ts - QUARTER_MS)) / 100 } };
      });
      rig.replace(lost - QUARTER_MS, lost, [{ from: lost - QUARTER_MS, to: lost, energy: null }]);
      rig.touchAll();
      return [rig];
    },
  },
  {
    kind: 'reverse flow',
    known: 'forward and reverse energy, each by its register',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'reverse-1', ratedPower: 40 });
      const back = new Truth('reverse-1 back', cn.from, cn.to, 90, [
        { from: -Infinity, per: equivalentOf(1) },
      ]);
      rig.reverse = rig.spans.map(({ from, to }) => ({ from, to, energy: back.energy(from, to) }));
      rig.distort(({ ts, values }) => ({ ts, values: { ...values, RP: (5000 + back.counted(ts)) / 100 } }));
      rig.touchAll();
      return [rig];
    },
  },
  {
    kind: 'register that runs back',
    known: 'all but the quarters of an hour in which it fell, flagged',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'reverse-2' });
      const first = rig.at(0.85, 12);
      // Far more than the register could jitter by, each time.
      const falls = [first, first + QUARTER_MS, first + 2 * QUARTER_MS];
      rig.offset((ts) => -10_000 * falls.filter((at) => ts >= at).length);
      for (const at of falls) rig.hole(at - QUARTER_MS, at, 'reset');
      return [rig];
    },
  },
  {
    kind: 'summer time ends (Berlin)',
    known:
      'everything; a day of 25 hours, also where a file by the local clock fills it; of a gap over the change the whole',
    make: ({ de }) => {
      const change = Date.UTC(2025, 9, 26, 1);
      const whole = new Rig(de, { code: 'berlin-1' });
      whole.touch(change - HOUR_MS, change + HOUR_MS);
      const gap = new Rig(de, { code: 'berlin-2' });
      gap.gap(change - 3 * QUARTER_MS, change + 5 * QUARTER_MS);
      const from = change - 30 * QUARTER_MS;
      const file = withEnergyFile(new Rig(de, { code: 'berlin-3' }), from, change + 20 * QUARTER_MS);
      return [whole, gap, file];
    },
  },
  {
    kind: 'missing child of a virtual meter',
    known: 'the sum of what is there, told as partial',
    make: ({ cn }) => {
      const sum = (code: string, parts: Rig['parts']): Rig => {
        const rig = new Rig(cn, { code });
        rig.sent = [];
        rig.parts = parts;
        return rig;
      };
      const child = new Rig(cn, { code: 'child' });
      const [from, to] = [child.at(0.5, 4), child.at(0.8, 4)];
      // Two intervals of one meter whose number was lost in between: nothing is known there.
      child.distort((reading) => (reading.ts > from && reading.ts < to ? undefined : reading));
      child.offset((ts) => (ts >= to ? -1_300_000 : 0));
      child.hole(from, to, 'reset');
      const partial = sum('sum', [
        { code: 'sum-of-all', sign: 1 },
        { code: 'child', sign: 1 },
      ]);
      partial.touch(from, to);
      const all = sum('sum-of-all', [
        { code: 'well-2', sign: 1 },
        { code: 'well-1', sign: -1 },
      ]);
      return [child, all, partial];
    },
  },
];

/** The counter stands for 30 hours, then shows the truth again. */
function stick(rig: Rig): { from: number; to: number } {
  const [from, to] = [rig.at(0.15, 8), rig.at(0.15, 38)];
  const stands = rig.register(from);
  rig.distort(({ ts, values }) => ({ ts, values: ts > from && ts < to ? { PP: stands } : values }));
  return { from, to };
}
