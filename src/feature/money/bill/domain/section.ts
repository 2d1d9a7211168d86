import { byPeriod, byPeriodOrNone, PERIOD_NUMBERS } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';
import type { Ratio } from '#domain/decimal/decimal.ts';
import type {
  BillSection,
  EnergyInterval,
  FactorEnergies,
  FeePart,
  PricedEnergy,
  SpotInterval,
} from '#domain/tariff/bill.ts';
import type { FactorStandard } from '#domain/tariff/powerFactor.ts';
import { linkedShareOf, mixed } from '#domain/tariff/pricesOver.ts';
import { type SpotHour, spotTermsOf } from '#domain/tariff/spot.ts';
import { dateOfDay } from '#domain/time/date.ts';
import { basicsOf } from './basic.ts';
import {
  joined,
  keyOf,
  knownOf,
  lastingOf,
  type MeasuredMonth,
  type MeasuredRange,
  standardOf,
  sumOf,
  type TermDoubt,
} from './measured.ts';
import { gapsOf } from './span.ts';
import { type Book, micro } from './terms.ts';

/** What a month is billed by, and what of it is in doubt. */
export interface Sections {
  readonly sections: readonly BillSection[];
  /** A maximum demand that a basic charge needs was never measured. */
  readonly demandMissing: boolean;
  readonly lacking: readonly TermDoubt[];
}

/**
 * What a measured month is billed by. A line is cut only where something that it says changes: with the same terms
 * before and after an instant it is the line of the whole. One power factor is of days with one object and one standard.
 */
export function sectionsOf(measured: MeasuredMonth, book: Book): Sections {
  const { month, ranges } = measured;
  const runs = joined(ranges, ({ span }) =>
    keyOf([span.agreed.orgId, standardOf(span), span.scheme.reactive]),
  );
  const found = runs.map((run) => ({
    run,
    basic: basicsOf(measured, run, book),
    fees: feesOf(measured, run),
  }));
  const doubts = [
    ...gapDoubts(measured),
    ...found.flatMap(({ basic, fees }) => [...basic.doubts, ...fees.doubts]),
  ];
  return {
    sections: found.map(({ run, basic, fees }): BillSection => {
      const { days } = lastingOf(month, run);
      return {
        ...(days ? { days } : {}),
        intervals: intervalsOf(measured, run, book),
        basics: basic.basics,
        fees: fees.fees,
        factor: factorOf(measured, run),
        funds: pricedOf(measured, run, 'fundPrice', ({ sum }) => sum?.energy),
        reverse: pricedOf(measured, run, 'reversePrice', ({ sum }) => sum?.energies.RP),
      };
    }),
    demandMissing: found.some(({ basic }) => basic.demandMissing),
    lacking: [
      ...new Map(doubts.map((doubt) => [`${doubt.part} ${doubt.name} ${doubt.text.en}`, doubt])).values(),
    ],
  };
}

/** Days between two agreements are billed under none. */
function gapDoubts({ month }: MeasuredMonth): TermDoubt[] {
  const [span] = month.spans;
  return gapsOf(month).flatMap((gap): TermDoubt[] => {
    const date = (at: number): string => (span ? dateOfDay(span.agreed.zone.localDay(at)) : '');
    const [since, until] = [date(gap.from), date(gap.to - 1)];
    const text: Text = {
      zh: `${since} 至 ${until} 没有生效的电价协议，这些天未计费`,
      en: `No agreement holds from ${since} to ${until}: these days are not billed`,
    };
    return [
      {
        part: 'energy0',
        text,
        remedy: { zh: '补录这些天的电价协议', en: 'Enter the agreement of these days' },
      },
    ];
  });
}

/** What the lines of energy of a range say beside the energy. */
function priceKey({ prices, fixed, span }: MeasuredRange, rows: Book['rows']): string {
  const share = linkedShareOf(rows.schemes.find((row) => row.id === span.scheme.id) ?? {});
  return keyOf([
    ...PERIOD_NUMBERS.flatMap((period) => [prices[period], fixed[period]]),
    share.num,
    share.den,
  ]);
}

/** Instants at which a line of energy, funds or a fee by energy ends and another begins, or another power factor does. */
export function energyBorders(
  { ranges }: Pick<MeasuredMonth, 'ranges'>,
  { rows }: Pick<Book, 'rows'>,
): number[] {
  const keys = ranges.map((range) => {
    const fees = range.fees.filter(({ kind }) => kind === '1');
    const { span, fundPrice } = range;
    return keyOf([priceKey(range, rows), fundPrice, standardOf(span), span.scheme.reactive, ...fees.map(({ id }) => id)]); // prettier-ignore
  });
  return ranges.flatMap(({ from }, i) => (i > 0 && keys[i] !== keys[i - 1] ? [from] : []));
}

function intervalsOf(
  { month }: MeasuredMonth,
  run: readonly MeasuredRange[],
  { rows }: Book,
): EnergyInterval[] {
  return joined(run, (range) => priceKey(range, rows)).flatMap((list): EnergyInterval[] => {
    const [first] = list;
    if (!first) return [];
    const { days } = lastingOf(month, list);
    const placed = byPeriod((period) => sumOf(list, ({ sum }) => sum?.energies[`PP${period}`]));
    const all = sumOf(list, ({ sum }) => sum?.energy);
    const whole = { ...placed, 0: PERIOD_NUMBERS.reduce((left, period) => left - placed[period], all) };
    const hours = list.flatMap(({ spot }) => spot);
    const share = linkedShareOf(rows.schemes.find((row) => row.id === first.span.scheme.id) ?? {});
    const spot = hours.length > 0 ? spotOf(hours, first.fixed, share) : undefined;
    return [
      {
        ...(days ? { days } : {}),
        energies: spot ? byPeriodOrNone((period) => whole[period] - spot.energies[period]) : whole,
        ...(spot ? { spot } : {}),
        prices: first.prices,
      },
    ];
  });
}

/** Hours settled at real-time prices, beside the share that keeps its fixed price. */
const spotOf = (hours: readonly SpotHour[], fixed: EnergyInterval['prices'], share: Ratio): SpotInterval => ({
  energies: byPeriodOrNone((period) => hours.reduce((sum, hour) => sum + hour.energies[period], 0n)),
  fixed: byPeriod((period) => mixed(fixed[period], 0n, share)),
  terms: spotTermsOf(hours, share),
});

function pricedOf(
  { month }: MeasuredMonth,
  run: readonly MeasuredRange[],
  price: 'fundPrice' | 'reversePrice',
  energyOf: (range: MeasuredRange) => bigint | null | undefined,
): PricedEnergy[] {
  return joined(run, (range) => keyOf([range[price]])).map((list) => {
    const { days } = lastingOf(month, list);
    return { ...(days ? { days } : {}), energy: sumOf(list, energyOf), price: list[0]?.[price] ?? 0n };
  });
}

const KINDS = { 1: 'energy', 2: 'month', 3: 'capacity' } as const;
const MONTH = 1_000_000n;

/** The fees of days; one that is charged by capacity needs it. */
function feesOf(
  { month }: MeasuredMonth,
  run: readonly MeasuredRange[],
): { fees: FeePart[]; doubts: TermDoubt[] } {
  const doubts: TermDoubt[] = [];
  const all = new Map(run.flatMap(({ fees }) => fees).map((fee) => [fee.id, fee]));
  const fees = [...all.values()]
    .toSorted((a, b) => a.id - b.id)
    .flatMap(({ id, name, kind: code, price, inBase }) => {
      const kind = KINDS[code as unknown as keyof typeof KINDS];
      const held = joined(run, (range) =>
        !range.fees.some((fee) => fee.id === id)
          ? null
          : kind === 'capacity'
            ? keyOf([range.span.capacity])
            : '',
      );
      return held.flatMap((list): FeePart[] => {
        const { days } = lastingOf(month, list);
        const capacity = list[0]?.span.capacity ?? null;
        if (kind === 'capacity' && capacity === null) {
          doubts.push({ part: `fee${id}`, name, ...NO_CAPACITY });
          return [];
        }
        if (kind !== 'energy' && days?.days === 0) return [];
        const quantity = kind === 'energy' ? sumOf(list, ({ sum }) => sum?.energy) : kind === 'month' ? MONTH : micro(capacity); // prettier-ignore
        return [{ ...(days ? { days } : {}), id, name, kind, quantity, price: micro(price), inBase }];
      });
    });
  return { fees, doubts };
}

const NO_CAPACITY = {
  text: {
    zh: '按变压器容量计收，而协议没有填写容量：合计不含此项',
    en: 'Charged by capacity, and the agreement states none: the total is without it',
  },
  remedy: { zh: '在电价协议中填写变压器容量', en: 'Enter the capacity in the agreement' },
};

/** Energies by which the power factor of a run is found; null where active and reactive are not known together. */
function factorOf({ runs }: MeasuredMonth, run: readonly MeasuredRange[]): FactorEnergies | null {
  const [first, last] = [run[0], run.at(-1)];
  const [lagging, leading] = [knownOf(run, 'QI'), knownOf(run, 'QO')];
  if (!first || !last || standardOf(first.span) === '0' || (lagging === null && leading === null))
    return null;
  const { reactive } = first.span.scheme;
  const gaps = runs.flatMap((one) => one.gaps[reactive] ?? []);
  if (gaps.some(({ from, to }) => from < last.to && to > first.from)) return null;
  return {
    standard: Number(standardOf(first.span)) as FactorStandard,
    active: sumOf(run, ({ sum }) => sum?.energy),
    lagging,
    leading: reactive === '2' ? null : leading,
  };
}
