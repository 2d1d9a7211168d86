import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENERGY_CODES, type EnergyCode } from '#contract/dataCode.ts';
import { billOf } from '#domain/tariff/bill.ts';
import { dateOfDay, dayOfDate } from '#domain/time/date.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { MeasuredRange, SpanTerms } from './measured.ts';
import { sectionsOf } from './section.ts';
import { accountMonths, type Dated, daysOfRange, monthNamed, type Span } from './span.ts';
import { type Book, type SchemeTerms, termedRanges } from './terms.ts';

const SCHEME: SchemeTerms = {
  id: 1,
  schemeName: 's',
  basicCharge: '1',
  factorStandard: '90',
  reactive: '1',
  fundPrice: '0.027',
  capacityPrice: '23.4567',
  demandPrice: '36.1234',
  versions: [],
};
const BOOK: Book = {
  schemes: new Map([[1, SCHEME]]),
  rows: {
    schemes: [{ id: 1, schemeName: 's', schemeType: '1', price1: '1.2', price2: '0.9', price3: '0.61', price4: '0.29', price5: null, reversePrice: '0.4' }], // prettier-ignore
    versions: [],
    markets: [],
    curves: [],
    agreements: [],
  },
  fees: [
    {
      id: 7,
      name: 'service',
      kind: '3',
      price: '1.7',
      inBase: true,
      planId: null,
      from: '2000-01-01',
      to: null,
    },
    {
      id: 8,
      name: 'month',
      kind: '2',
      price: '99.99',
      inBase: false,
      planId: null,
      from: '2000-01-01',
      to: null,
    },
  ],
  stops: [],
};

type Agreed = Dated & SpanTerms['agreed'];

/** What each hour used, in millionths, from a seed; of all hours the same whoever asks. */
const hourly = (seed: number, at: number): bigint => BigInt(((at / HOUR + seed) * 48_271) % 9_999_991);

/** The bill of a month of agreements, of energies by the hour. */
function billed(
  agreements: readonly Agreed[],
  month: string,
  seed: number,
  basicCharge: string,
  capacities: readonly string[],
) {
  const named = monthNamed(agreements, month);
  if (!named) throw new Error('no month');
  const spans = named.spans.map((span) => ({
    ...span,
    scheme: SCHEME,
    basicCharge,
    capacity: capacities[agreements.indexOf(span.agreed)] ?? '400',
    contractDemand: '160',
  }));
  const ranges = spans.flatMap((span) =>
    termedRanges(BOOK, span.agreed.zone, SCHEME, span).map((range): MeasuredRange => {
      let [energy, valley, lagging, back] = [0n, 0n, 0n, 0n];
      for (let at = range.from; at < range.to; at += HOUR) {
        energy += hourly(seed, at);
        lagging += hourly(seed, at) / 3n;
        back += hourly(seed, at) / 9n;
        if (span.agreed.zone.local(at).hour < 8) valley += hourly(seed, at);
      }
      const none = Object.fromEntries(ENERGY_CODES.map((code) => [code, null])) as Record<EnergyCode, null>;
      return { ...range, span, spot: [], sum: { energy, energies: { ...none, PP4: valley, QI: lagging, RP: back } } }; // prettier-ignore
    }),
  );
  const maximum = { demand: 187_654_321n };
  const runs = [{ from: named.from, to: named.to, demand: { reported: { maximum } }, gaps: {} }];
  const { sections } = sectionsOf({ month: { ...named, spans }, ranges, runs }, BOOK);
  return { named, lines: billOf(sections).lines };
}

const agreed = (begin: string, end: string | null, rule: Dated['rule'], zone: string): Agreed => ({
  begin,
  end,
  rule,
  zone: zoneOf(zone),
  orgId: 1,
  measureAccount: 'A',
  factorStandard: null,
  demandDiscount: false,
});

const drawn = fc.record({
  zone: fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/New_York'),
  day: fc.integer({ min: 1, max: 28 }),
  hour: fc.integer({ min: 0, max: 23 }),
  month: fc.integer({ min: 0, max: 35 }),
  offset: fc.integer({ min: -40, max: 40 }),
  seed: fc.nat(1_000_000),
  basicCharge: fc.constantFrom('0', '1', '2', '3'),
});
const nameOf = (month: number): string =>
  `${2023 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

test('the same terms on both sides of any instant of a month are the bill of the whole, line by line', () => {
  fc.assert(
    fc.property(drawn, ({ zone, day, hour, month, offset, seed, basicCharge }) => {
      const name = nameOf(month);
      const cut = dayOfDate(`${name}-15`) + offset;
      const rule = { day, hour };
      const whole = billed([agreed('2020-01-01', null, rule, zone)], name, seed, basicCharge, ['400']);
      const halves = billed(
        [agreed('2020-01-01', dateOfDay(cut - 1), rule, zone), agreed(dateOfDay(cut), null, rule, zone)],
        name,
        seed,
        basicCharge,
        ['400', '400'],
      );
      expect(halves.lines).toEqual(whole.lines);
    }),
  );
});

test('other terms from an instant on: the days of the parts are those of the month, its energies those of the whole', () => {
  fc.assert(
    fc.property(drawn, ({ zone, day, hour, month, offset, seed }) => {
      const name = nameOf(month);
      const cut = dayOfDate(`${name}-15`) + offset;
      const rule = { day, hour };
      const one = agreed('2020-01-01', null, rule, zone);
      const two = [
        agreed('2020-01-01', dateOfDay(cut - 1), rule, zone),
        agreed(dateOfDay(cut), null, rule, zone),
      ];
      const whole = billed([one], name, seed, '1', ['400']);
      const halves = billed(two, name, seed, '1', ['400', '630']);
      const { spans } = halves.named;
      const parts = spans.map((span) => daysOfRange(one.zone, span, span.monthDays));
      expect(parts.reduce((days, part) => days + part.days, 0)).toBe(parts[0]?.of);
      expect(spans[0]?.from).toBe(whole.named.from);
      expect(spans.at(-1)?.to).toBe(whole.named.to);
      expect(spans.slice(1).every((span, i) => span.from === spans[i]?.to)).toBe(true);
      const energyOf = ({ lines }: typeof whole): bigint =>
        lines.reduce(
          (sum, { part, quantity }) => (part.startsWith('energy') ? sum + (quantity ?? 0n) : sum),
          0n,
        );
      expect(energyOf(halves)).toBe(energyOf(whole));
      // Between the charge of either alone, to a fen a line.
      const basicOf = ({ lines }: typeof whole): bigint =>
        lines.reduce((sum, { part, amount }) => (part === 'capacity' ? sum + amount : sum), 0n);
      const dearer = billed([one], name, seed, '1', ['630']);
      expect(basicOf(halves) >= basicOf(whole) - 1n && basicOf(halves) <= basicOf(dearer) + 1n).toBe(true);
    }),
  );
});

test('months of agreements that follow each other have every instant once', () => {
  const rules = fc.record({ day: fc.integer({ min: 1, max: 28 }), hour: fc.integer({ min: 0, max: 23 }) });
  fc.assert(
    fc.property(fc.array(fc.record({ days: fc.integer({ min: 1, max: 90 }), rule: rules }), { minLength: 1, maxLength: 4 }), (list) => {
      let at = dayOfDate('2024-01-10');
      const agreements = list.map(({ days, rule }) => {
        const own = agreed(dateOfDay(at), dateOfDay(at + days - 1), rule, 'Asia/Shanghai');
        at += days;
        return own;
      });
      const spans = accountMonths(agreements, { from: 0, to: 1e13 })
        .flatMap((month): readonly Span[] => month.spans)
        .toSorted((a, b) => a.from - b.from);
      const zone = zoneOf('Asia/Shanghai');
      expect(spans[0]?.from).toBe(zone.startOfDay(dayOfDate('2024-01-10')));
      expect(spans.at(-1)?.to).toBe(zone.startOfDay(at));
      for (const [i, span] of spans.entries()) if (i > 0) expect(span.from).toBe(spans[i - 1]?.to);
    }), // prettier-ignore
  );
});
