import { describe, expect, it } from 'vitest';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { boundsOf } from './figures.ts';
import { type Figure, type Assessed, judge } from './judge.ts';
import { knownIn } from './known.ts';
import type { Rig } from './rig.ts';
import { seasonsOf, tellAll } from './story.ts';

const seasons = seasonsOf();
const reported = tellAll(seasons);
const rigs = reported.flatMap((one) => one.rigs);
const byCode = new Map(rigs.map((rig) => [rig.code, rig]));
const metered = rigs.filter((rig) => rig.parts.length === 0);
const rigOf = (code: string): Rig => byCode.get(code) as Rig;

describe('the kinds of fault', () => {
  it('are more than twenty, at more than forty meters with names of their own', () => {
    expect(reported.length).toBeGreaterThan(20);
    expect(rigs.length).toBeGreaterThanOrEqual(40);
    expect(byCode.size).toBe(rigs.length);
  });

  it('leave the truth as it is: what can be known and what cannot are the whole of it', () => {
    for (const rig of metered) {
      const begin = rig.spans[0]?.from ?? 0;
      let at = begin;
      let sum = 0;
      const honest = rig.spans.filter((span) => span.lie !== true);
      for (const span of rig.spans) {
        expect(span.from).toBe(at);
        at = span.to;
      }
      for (const { from, to, energy } of honest) {
        const truth = rig.truth.energy(from, to);
        if (energy !== null) expect(energy).toBe(truth);
        sum += truth;
      }
      if (honest.length === rig.spans.length) expect(sum).toBe(rig.truth.energy(begin, at));
    }
  });

  it('are the same each time, in a week as in a month', () => {
    expect(JSON.stringify(tellAll(seasons))).toBe(JSON.stringify(reported));
    for (const rig of tellAll(seasonsOf(20, 26)).flatMap((one) => one.rigs))
      for (const { ts } of rig.sent) expect(ts).toBeLessThanOrEqual(rig.season.to + 120_000);
  });

  it('send what they say: nothing in a gap, a fall at a reset, stamps that drift', () => {
    const gap = rigOf('gap-1');
    const { from, to } = gap.spans.find((span) => span.to - span.from > QUARTER_MS) ?? { from: 0, to: 0 };
    expect(gap.sent.some(({ ts }) => ts > from && ts < to)).toBe(false);
    const falls = (code: string): number =>
      rigOf(code).sent.filter(({ values }, i, all) => (values['PP'] ?? 0) < (all[i - 1]?.values['PP'] ?? 0))
        .length;
    expect(['well-1', 'reset-1', 'rollover-1', 'replaced-1', 'spike', 'reverse-2'].map(falls)).toEqual([
      0, 1, 1, 1, 1, 3,
    ]);
    expect(rigOf('drift-2').sent.filter(({ ts }) => ts % QUARTER_MS === 420_000)).toHaveLength(144);
  });
});

describe('days and hours of the sites', () => {
  it('follow their clocks', () => {
    const lengths = boundsOf(seasons.de, 301).map((end, i, all) => (end - (all[i - 1] ?? end)) / 3_600_000);
    expect(lengths.slice(1).filter((hours) => hours !== 24)).toEqual([25]);
    expect(boundsOf(seasons.de, 201)).toHaveLength(31 * 24 + 2);
    expect(boundsOf(seasons.cn, 501)).toEqual([seasons.cn.from, seasons.cn.to]);
    expect(boundsOf(seasons.de, 501)).toEqual([seasons.de.from, seasons.de.to]);
  });
});

describe('the judge', () => {
  const days = (rig: Rig, change: (figure: Figure) => Figure = (figure) => figure): Assessed[] =>
    judge(rig, byCode, perfect(rig).map(change));
  const wrong = (list: readonly Assessed[]): number =>
    list.filter(({ verdict }) => verdict === 'wrong').length;

  it('finds nothing wrong with what can be known', () => {
    for (const rig of metered) expect(wrong(days(rig)), rig.code).toBe(0);
  });
  it('finds every figure that is off by a millionth, and every 0 where nothing is known', () => {
    for (const rig of metered) {
      const list = days(rig, (figure) => ({ ...figure, energy: (figure.energy ?? 0) + 1 }));
      expect(
        list.filter(({ verdict }) => verdict === 'exact' || verdict === 'missing'),
        rig.code,
      ).toEqual([]);
    }
    expect(wrong(days(rigOf('ended'), (figure) => ({ ...figure, energy: figure.energy ?? 0 })))).toBe(3);
  });
  it('finds every flag that is not told', () => {
    for (const rig of metered) {
      const bare = days(rig, (figure) => ({ ...figure, flags: new Set() }));
      const flagged = days(rig).filter(({ figure }) => figure.flags.size > 0);
      expect(wrong(bare), rig.code).toBe(flagged.length);
    }
  });
  it('finds a maximum demand out of a guess', () => {
    const list = days(rigOf('gap-1'), (figure) => ({ ...figure, demand: (figure.demand ?? 0) + 1 }));
    expect(wrong(list)).toBe(list.length);
  });
  it('finds an interval whose energy is not the whole', () => {
    const rig = rigOf('drift-2');
    const inside = (figure: Figure): boolean => figure.flags.has('interpolated');
    const list = days(rig, (figure) =>
      inside(figure) ? { ...figure, energy: (figure.energy ?? 0) - 1 } : figure,
    );
    expect(wrong(list)).toBe(list.filter(({ figure }) => inside(figure)).length);
  });
});

/** The days as a platform tells them that knows all that can be known. */
function perfect(rig: Rig): Figure[] {
  const bounds = boundsOf(rig.season, 301);
  return bounds.slice(1).map((to, i): Figure => {
    const from = bounds[i] ?? to;
    const known = knownIn(rig.spans, from, to);
    const flags = new Set(
      rig.tells.filter((tell) => tell.from < to && tell.to > from).map((one) => one.flag),
    );
    if (known.cut.length > 0) flags.add('interpolated');
    let energy = known.energy;
    for (const span of known.cut) {
      const line = (t: number): number =>
        Math.floor(((span.energy ?? 0) * (t - span.from)) / (span.to - span.from));
      energy = (energy ?? 0) + line(Math.min(to, span.to)) - line(Math.max(from, span.from));
    }
    const quarters = rig.spans.filter((s) => s.from >= from && s.to <= to && s.to - s.from === QUARTER_MS);
    const demand = Math.max(...quarters.map((span) => (span.energy ?? -1) * 4));
    const coveredSeconds = known.partial ? 0 : (to - from) / 1000;
    return { from, to, energy, demand: demand < 0 ? null : demand, coveredSeconds, flags };
  });
}
