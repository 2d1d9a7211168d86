import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { noise } from '../../plant/noise.ts';
import { BEGINNING, gridOf, instantOf, Rig, type Season } from '../rig.ts';
import type { Story } from '../story.ts';
import { equivalentOf } from '../truth.ts';

/** Faults seldom come alone. */
export const severalStories: readonly Story[] = [
  {
    kind: 'several at one meter',
    known:
      'of each what can be known of it alone: gap, conflict, replacement, reset, late, twice, import, correction',
    make: ({ cn }) => [1, 2, 3].map((i) => several(cn, `several-${i}`)),
  },
];

/** One after the other; what comes late comes over all of them. */
function several(season: Season, code: string): Rig {
  // Each meter has them at other hours.
  const at = (share: number, hour: number): number =>
    instantOf(season, share, hour + Math.floor(noise(code.length + code.charCodeAt(8), hour) * 4), 15);
  const change = at(0.6, 9) + 300_000;
  const equivalent = [
    { from: -Infinity, per: equivalentOf(40) },
    { from: change, per: equivalentOf(25, 1.04) },
  ];
  const rig = new Rig(season, { code, worth: equivalent });
  const shown = (ts: number): number => rig.sent.find((one) => one.ts === ts)?.values['PP'] ?? 0;
  const [conflictAt, gapFrom, resetAt, importFrom, wrongAt] = [at(0.15, 7), at(0.3, 3), at(0.3, 15), at(0.45, 6), at(0.75, 8)]; // prettier-ignore
  const gapTo = gapFrom + 5 * HOUR_MS;
  const importTo = importFrom + 3 * HOUR_MS;

  rig.begin(resetAt - 400_000, 0);
  rig.hole(resetAt - QUARTER_MS, resetAt, 'reset');
  rig.ledger.push({ from: BEGINNING, ct: '40', serial: 'S1' });
  const endBefore = String(rig.begin(change, 10_000));
  const device = { serial: 'S2', startRegister: '100', endBefore };
  rig.ledger.push({ from: change, ct: '25', correctionFactor: '1.04', ...device });
  rig.tell('replaced', change - 300_000, change + 600_000);
  rig.gap(gapFrom, gapTo);
  rig.acts.push({
    do: 'registerFile',
    rows: gridOf(importFrom, importTo).map((ts) => ({ at: ts, value: shown(ts) })),
  });
  rig.touch(importFrom, importTo);
  rig.distort((one) => (one.ts >= importFrom && one.ts <= importTo ? undefined : one));
  rig.acts.push({ do: 'insert', at: wrongAt, value: shown(wrongAt) });
  rig.offset((ts) => (ts === wrongAt ? 44 : 0));
  for (const flag of ['manual', 'corrected']) rig.tell(flag, wrongAt - QUARTER_MS, wrongAt + QUARTER_MS);

  const conflicting = { ts: conflictAt, values: { PP: shown(conflictAt) * 10 } };
  rig.tell('conflict', conflictAt - QUARTER_MS, conflictAt + QUARTER_MS);
  const lateFrom = rig.season.from + Math.floor(((rig.season.to - rig.season.from) / DAY_MS) * 0.5) * DAY_MS;
  const late = rig.sent.filter(({ ts }) => ts >= lateFrom);
  rig.later = [...late, ...late.filter((_, i) => i % 7 === 0), conflicting];
  rig.distort((one) => (one.ts >= lateFrom ? undefined : one));
  rig.touch(lateFrom, season.to);
  return rig;
}
