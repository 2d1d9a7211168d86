import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { gridOf, instantOf, Rig } from '../rig.ts';
import type { Story } from '../story.ts';

/** What people bring in: files and corrections. */
export const personStories: readonly Story[] = [
  {
    kind: 'import over a gap',
    known: 'everything: the file has the registers of the gap',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'import-1', ratio: 40 });
      const [from, to] = [rig.at(0.2, 5, 15), rig.at(0.2, 23)];
      rig.distort((reading) => (reading.ts > from && reading.ts < to ? undefined : reading));
      const rows = gridOf(from + QUARTER_MS, to - QUARTER_MS).map((at) => ({ at, value: rig.register(at) }));
      rig.acts.push({ do: 'registerFile', rows });
      rig.touch(from, to);
      return [rig];
    },
  },
  {
    kind: 'import against the device',
    known: 'everything: the file counts, what the device said is kept; corrected',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'import-2' });
      const [from, to] = [rig.at(0.6, 9), rig.at(0.6, 11)];
      rig.offset((ts) => (ts >= from && ts <= to ? 55 : 0));
      rig.acts.push({
        do: 'registerFile',
        rows: gridOf(from, to).map((at) => ({ at, value: rig.register(at) })),
      });
      rig.tell('corrected', from - QUARTER_MS, to + QUARTER_MS);
      return [rig];
    },
  },
  {
    kind: 'correction by a person',
    known: 'everything: a wrong register put right; of a gap with one register read by hand the two halves',
    make: ({ cn }) => {
      const wrong = new Rig(cn, { code: 'person-1' });
      const at = wrong.at(0.7, 15, 30);
      wrong.offset((ts) => (ts === at ? 77 : 0));
      wrong.acts.push({ do: 'insert', at, value: wrong.register(at) });
      for (const flag of ['manual', 'corrected']) wrong.tell(flag, at - QUARTER_MS, at + QUARTER_MS);
      const read = new Rig(cn, { code: 'person-2' });
      const [from, middle, to] = [read.at(0.3, 6), read.at(0.3, 11), read.at(0.3, 19, 15)];
      read.gap(from, to);
      read.replace(from, to, [read.span(from, middle), read.span(middle, to)]);
      const amount = String(read.register(middle));
      read.acts.push({ do: 'correct', kind: 'register', from: middle, to: middle, amount });
      read.tell('manual', from, to);
      return [wrong, read];
    },
  },
  {
    kind: 'quarter-hour energies by file',
    known: 'everything',
    make: ({ cn }) => {
      const from = instantOf(cn, 0.5, 0);
      const rig = withEnergyFile(new Rig(cn, { code: 'energies' }), from, from + 2 * DAY_MS - 3 * HOUR_MS);
      return [rig];
    },
  },
];

/** The device is silent for an interval, of which a file has the energy of every quarter of an hour. */
export function withEnergyFile(rig: Rig, from: number, to: number): Rig {
  rig.distort((reading) => (reading.ts > from && reading.ts < to ? undefined : reading));
  const rows = gridOf(from + QUARTER_MS, to).map((at) => ({
    at,
    value: rig.truth.energy(at - QUARTER_MS, at) / 1e6,
  }));
  rig.acts.push({ do: 'energyFile', rows });
  rig.touch(from, to);
  return rig;
}
