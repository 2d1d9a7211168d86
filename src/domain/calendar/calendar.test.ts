import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_TYPE_NAMES, type Period, PERIOD_NUMBERS } from '#contract/period.ts';
import { type PeriodRule, type PeriodRules } from '#contract/periodRule.ts';
import { runs } from '#test/runs.ts';
import { bucketBounds, bucketEnd } from '../time/bucket.ts';
import { dayOfDate } from '../time/date.ts';
import { zoneOf } from '../time/zone.ts';
import { Calendar } from './calendar.ts';
import { type SpecialDay, dayFact, overlay } from './dayFact.ts';
import { closeGaps, daysIn, differingDays } from './difference.ts';
import { GUANGDONG } from './preset.ts';
import { isDefault, ruleFaults, ruleFor } from './rule.ts';
import { QUARTERS, quartersOfDay, segmentFaults, segmentsOfDay } from './segment.ts';

const NONE: ReadonlyMap<number, SpecialDay> = new Map();

/** Any way to cut a day into periods. */
const tiling = fc
  .array(fc.constantFrom(...PERIOD_NUMBERS), { minLength: QUARTERS, maxLength: QUARTERS })
  .chain((periods) =>
    fc
      .uniqueArray(fc.integer({ min: 1, max: 95 }), { maxLength: 8 })
      .map((cuts) => periods.map((_, q) => periods[Math.max(0, ...cuts.filter((cut) => cut <= q))] ?? 3)),
  )
  .map((quarters) => segmentsOfDay(quarters));
const condition = fc.record(
  {
    months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
    dayTypes: fc.uniqueArray(fc.constantFrom(...DAY_TYPE_NAMES), { minLength: 1 }),
    dates: fc.uniqueArray(fc.constantFrom('2025-10-01', '2025-10-26', '2025-03-30', '2025-04-06'), {
      minLength: 1,
    }),
  },
  { requiredKeys: [] },
);
const rules: fc.Arbitrary<PeriodRules> = fc
  .record({
    common: tiling,
    special: fc.array(
      fc.tuple(condition, tiling).map(([when, segments]): PeriodRule => ({ ...when, segments })),
      { maxLength: 4 },
    ),
  })
  .map(({ common, special }) => ({ rules: [{ segments: common }, ...special.filter((r) => !isDefault(r))] }));

describe('segments', () => {
  it('tile the day, and come back from their quarters', () => {
    fc.assert(
      fc.property(tiling, (segments) => {
        expect(segmentFaults(segments)).toEqual([]);
        expect(segmentsOfDay(quartersOfDay(segments))).toEqual(segments);
      }),
    );
  });
  it.each([
    [[{ begin: '00:00', end: '11:00', period: 4 }, { begin: '12:00', end: '24:00', period: 2 }], 660, '11:00–12:00 has no period', '11:00–12:00 没有时段'],
    [[{ begin: '00:00', end: '15:00', period: 4 }, { begin: '14:00', end: '24:00', period: 2 }], 840, '14:00–15:00 overlaps', '14:00–15:00 时段重叠'],
    [[{ begin: '00:00', end: '08:10', period: 4 }, { begin: '08:10', end: '24:00', period: 2 }], 0, '08:10 is not on the quarter hour', '08:10 不在 15 分钟刻度上'],
    [[{ begin: '08:00', end: '08:00', period: 4 }], 480, '08:00–08:00 does not end after it begins', '08:00–08:00 的结束不晚于开始'],
  ] as const)('%j names its fault', (segments, minute, en, zh) => {
    expect(segmentFaults(segments)[0]).toEqual({ minute, text: { en, zh } });
  }); // prettier-ignore
  it('whatever is taken away or added is named', () => {
    fc.assert(
      fc.property(tiling, fc.nat(), (segments, pick) => {
        const at = pick % segments.length;
        const one = segments[at];
        if (!one) return;
        expect(segmentFaults(segments.toSpliced(at, 1))).toEqual([
          expect.objectContaining({
            text: { en: `${one.begin}–${one.end} has no period`, zh: expect.anything() },
          }),
        ]);
        expect(segmentFaults([...segments, one])[0]?.text.en).toBe(`${one.begin}–${one.end} overlaps`);
      }),
    );
  });
});

describe('rules', () => {
  const flat = [{ begin: '00:00', end: '24:00', period: 3 as const }];
  const of = (...list: Omit<PeriodRule, 'segments'>[]): PeriodRule[] =>
    list.map((when) => ({ ...when, segments: flat }));
  it('the list of dates before the holiday, the hot day, the kind of day, the month, all others', () => {
    const list = of(
      {},
      { months: [7] },
      { dayTypes: ['workday'] },
      { dayTypes: ['hot'] },
      { dayTypes: ['holiday'] },
      { dates: ['2025-07-04'] },
    );
    const special = new Map<number, SpecialDay>([
      [dayOfDate('2025-07-02'), { hot: true }],
      [dayOfDate('2025-07-03'), { kind: 'holiday', hot: true }],
      [dayOfDate('2025-07-04'), { kind: 'holiday' }],
      [dayOfDate('2025-07-05'), {}],
    ]);
    const at = (date: string): number => ruleFor(list, dayFact(dayOfDate(date), special));
    expect(
      ['2025-06-01', '2025-07-05', '2025-07-01', '2025-07-02', '2025-07-03', '2025-07-04'].map(at),
    ).toEqual([0, 1, 2, 3, 4, 5]);
  });
  it('a day of work made of a Sunday is a working day', () => {
    const day = dayOfDate('2025-09-28');
    expect(dayFact(day, NONE).kind).toBe('weekend');
    const list = overlay(new Map([[day, { kind: 'workday' as const }]]), new Map([[day, { hot: true }]]));
    expect(dayFact(day, list)).toMatchObject({ kind: 'workday', hot: true });
  });
  it('says what lacks, and which two cannot be told apart', () => {
    expect(ruleFaults({ rules: [] })).toEqual([]);
    expect(ruleFaults(GUANGDONG)).toEqual([]);
    expect(ruleFaults({ rules: of({ months: [1] }) })[0]?.text.en).toContain('no rule without conditions');
    expect(ruleFaults({ rules: of({}, { months: [1, 2] }, { months: [2, 3] }) })[0]?.text).toEqual({
      en: 'Rule 3: its conditions overlap with those of rule 2',
      zh: '规则 3：与规则 2 条件重叠，无法区分',
    });
    expect(ruleFaults({ rules: of({}, { dayTypes: ['hot'] }, { dayTypes: ['holiday'] }) })).toEqual([]);
  });
  it('two rules that tie on any day are always told', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 40_000 }), fc.boolean(), (one, day, hot) => {
        const fact = dayFact(day, new Map([[day, { hot }]]));
        const best = ruleFor(one.rules, fact);
        const reversed = one.rules.length - 1 - ruleFor(one.rules.toReversed(), fact);
        if (best !== reversed) expect(ruleFaults(one)).not.toEqual([]);
      }),
    );
  });
});

describe('a calendar', () => {
  it('gives every quarter of any day exactly one period, by the clock of the zone', () => {
    fc.assert(
      fc.property(
        rules,
        fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe'),
        fc.constantFrom('2025-03-30', '2025-10-26', '2025-04-06', '2025-10-05', '2018-11-04', '2025-07-15'),
        (list, name, date) => {
          const zone = zoneOf(name);
          const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
          const start = zone.startOfDate(year, month, day);
          const calendar = new Calendar([], [{ from: 0, rules: list }], NONE);
          const expected = list.rules[ruleFor(list.rules, dayFact(dayOfDate(date), NONE))]?.segments ?? [];
          for (const t of bucketBounds(zone, 1, start, bucketEnd(zone, 3, start)).slice(0, -1)) {
            const { hour, minute } = zone.local(t);
            const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
            const holds = expected.filter(({ begin, end }) => begin <= clock && clock < end);
            expect(holds).toHaveLength(1);
            expect(calendar.periodAt(zone, t)).toBe(holds[0]?.period);
          }
        },
      ),
    );
  });
  it('begins with its first version; a site without its own follows the enterprise; the end is no period', () => {
    const flat = (period: Period): PeriodRules => ({
      rules: [{ segments: [{ begin: '00:00', end: '24:00', period }] }],
    });
    const calendar = new Calendar(
      [
        { from: 20, rules: flat(2) },
        { from: 30, rules: { rules: [] } },
      ],
      [
        { from: 40, rules: { rules: [] } },
        { from: 10, rules: flat(1) },
      ],
      NONE,
    );
    expect([9, 10, 19, 20, 29, 30, 39, 40].map((day) => calendar.quartersOf(day)?.[0] ?? null)).toEqual([
      null,
      1,
      1,
      2,
      2,
      1,
      1,
      null,
    ]);
  });
});

describe('the difference of two calendars', () => {
  it('is exactly the days whose periods differ', () => {
    fc.assert(
      fc.property(rules, rules, fc.integer({ min: 17_000, max: 20_000 }), (a, b, from) => {
        const before = new Calendar([], [{ from: 0, rules: a }], NONE);
        const after = new Calendar(
          [],
          [
            { from: from + 50, rules: b },
            { from: 0, rules: a },
          ],
          NONE,
        );
        const runs = differingDays(before, after, from, from + 400);
        const inRuns = (day: number): boolean => runs.some((run) => run.from <= day && day < run.to);
        let count = 0;
        for (let day = from; day < from + 400; day++) {
          const differs = String(before.quartersOf(day)) !== String(after.quartersOf(day));
          expect(inRuns(day)).toBe(differs);
          if (differs) count++;
        }
        expect(daysIn(runs)).toBe(count);
        expect(runs[0]?.from ?? from + 50).toBeGreaterThanOrEqual(from + 50);
      }),
      runs(40),
    );
  });
  it('closes small gaps', () => {
    expect(
      closeGaps(
        [
          { from: 1, to: 3 },
          { from: 5, to: 6 },
          { from: 20, to: 21 },
        ],
        7,
      ),
    ).toEqual([
      { from: 1, to: 6 },
      { from: 20, to: 21 },
    ]);
  });
});
