import fc from 'fast-check';

/** What can go wrong with a meter or on the way from it. */
export const FAULTS = [
  'gap', 'late', 'twice', 'drift', 'reset', 'rollover', 'replaced', 'ratio',
  'zero', 'tenfold', 'digit', 'upAndBack', 'downAndBack', 'negative', 'jitter', 'corrected', 'offCourse',
] as const; // prettier-ignore
export type FaultKind = (typeof FAULTS)[number];

/** Where a fault lies in its part of the time, in thousandths, and how many readings it takes. */
export interface FaultDraw {
  readonly kind: FaultKind;
  readonly at: number;
  readonly length: number;
}

export interface MeterDraw {
  /** Minutes between readings. */
  readonly step: 5 | 15 | 60;
  readonly ct: number;
  /** Hundredths that flow in five minutes, at most. */
  readonly most: number;
  readonly seed: number;
  readonly rated: boolean;
  readonly reactive: boolean;
  readonly slip: 1 | 5 | 15;
  /** Number of the meter above: below it in the order of meters, else none. */
  readonly above: number;
  readonly site: 0 | 1;
  /** The gateway has another name for it, which is mapped once its first readings are there. */
  readonly alias: boolean;
  readonly faults: readonly FaultDraw[];
}

/** A sum of meters or of sums before it: numbers in the order of all, with their signs. */
export interface SumDraw {
  readonly parts: readonly { readonly of: number; readonly sign: 1 | -1 }[];
}

export interface TariffDraw {
  /** Thousandths of a yuan, by tariff period. */
  readonly prices: Prices;
  /** Prices from a day of the time on, or none. */
  readonly change: {
    readonly day: number;
    readonly prices: Prices;
  } | null;
  readonly basicCharge: 0 | 1 | 2 | 3;
  readonly factorStandard: 0 | 80 | 85 | 90;
  readonly fund: number;
  /** Whole kW and kVA. */
  readonly declared: number;
  readonly capacity: number;
  readonly fee: { readonly kind: 1 | 2 | 3; readonly price: number; readonly inBase: boolean } | null;
}

/** Sharp, peak, flat, valley, deep valley. */
export type Period = 1 | 2 | 3 | 4 | 5;
/** Of a kilowatt-hour, by tariff period. */
export type Prices = readonly [number, number, number, number, number];

export interface PlantDraw {
  readonly zone: string;
  /** Begin: a date of the zone and an hour of its clock. */
  readonly begin: string;
  readonly hour: number;
  /** Quarters of an hour. */
  readonly length: number;
  readonly meters: readonly MeterDraw[];
  readonly sums: readonly SumDraw[];
  /** Meters that were entered and never heard, in every list. */
  readonly silent: number;
  /** Meters and sums of the enterprise's own list (else its top meters), and of a unit. */
  readonly list: readonly { readonly of: number; readonly sign: 1 | -1 }[] | null;
  readonly unit: readonly { readonly of: number; readonly sign: 1 | -1 }[];
  /** Tariff period of each hour of a working day, and of a weekend. */
  readonly workday: readonly Period[];
  readonly weekend: readonly Period[] | null;
  readonly settlement: { readonly day: number; readonly hour: number };
  readonly tariff: TariffDraw;
}

/** Zones with dates near which their clocks change, months end, or nothing happens. */
const PLACES: readonly (readonly [zone: string, dates: readonly string[]])[] = [
  ['Asia/Shanghai', ['2025-01-30', '2025-04-29', '2025-07-14', '2025-12-30']],
  ['Europe/Berlin', ['2025-03-29', '2025-10-25', '2025-06-29']],
  ['America/New_York', ['2025-03-08', '2025-11-01']],
  ['Australia/Lord_Howe', ['2025-04-05', '2025-10-04']],
  ['Asia/Kathmandu', ['2025-05-30', '2025-08-11']],
];

const place = fc
  .constantFrom(...PLACES)
  .chain(([zone, dates]) => fc.record({ zone: fc.constant(zone), begin: fc.constantFrom(...dates) }));

const sign = fc.constantFrom<1 | -1>(1, 1, 1, -1);
const fault = fc.record({
  kind: fc.constantFrom(...FAULTS),
  at: fc.nat(999),
  length: fc.integer({ min: 1, max: 14 }),
});

const meterOf = (steps: readonly (5 | 15 | 60)[]): fc.Arbitrary<MeterDraw> =>
  fc.record({
    step: fc.constantFrom(...steps),
    ct: fc.constantFrom(1, 1, 30, 120),
    most: fc.integer({ min: 4, max: 400 }),
    seed: fc.nat(1_000_000),
    rated: fc.boolean(),
    reactive: fc.boolean(),
    slip: fc.constantFrom<1 | 5 | 15>(1, 5, 15),
    above: fc.nat(5),
    site: fc.constantFrom<0 | 1>(0, 0, 1),
    alias: fc.constantFrom(false, false, false, true),
    faults: fc.array(fault, { maxLength: 3 }),
  });

/** Short with fine readings, or long with readings of every hour. */
const shape = fc.oneof(
  { weight: 4, arbitrary: fc.record({ length: fc.integer({ min: 100, max: 150 }), steps: fc.constant([15, 15, 5] as const) }) }, // prettier-ignore
  { weight: 2, arbitrary: fc.record({ length: fc.integer({ min: 160, max: 220 }), steps: fc.constant([15, 60] as const) }) }, // prettier-ignore
  { weight: 1, arbitrary: fc.record({ length: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 960, max: 20 * 96 }) }, { weight: 1, arbitrary: fc.constant(60 * 96) }), steps: fc.constant([60] as const) }) }, // prettier-ignore
);

/** Different ones of a number of objects, the first with plus. */
const some = (count: number, most = count): fc.Arbitrary<{ of: number; sign: 1 | -1 }[]> =>
  fc
    .uniqueArray(fc.record({ of: fc.nat(count - 1), sign }), {
      minLength: 1,
      maxLength: Math.max(1, most),
      selector: ({ of }) => of,
    })
    .map(([first, ...rest]) => (first ? [{ ...first, sign: 1 as const }, ...rest] : rest));

const price = fc.integer({ min: 1, max: 1999 });
const prices = fc.tuple(price, price, price, price, price);
/** Never the prices before it. */
const dearer = fc.record({ day: fc.integer({ min: 0, max: 3 }), prices: fc.tuple(fc.integer({ min: 2000, max: 3000 }), price, price, price, price) }); // prettier-ignore
const period = fc.constantFrom<Period>(1, 2, 3, 4, 5);
const hours = fc.array(period, { minLength: 24, maxLength: 24 });

const tariff: fc.Arbitrary<TariffDraw> = fc
  .record({
    prices,
    change: fc.option(dearer),
    basicCharge: fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 2, 3, 3),
    factorStandard: fc.constantFrom<0 | 80 | 85 | 90>(0, 80, 85, 90),
    fund: fc.constantFrom(0, 27),
    declared: fc.integer({ min: 1, max: 2000 }),
    capacity: fc.integer({ min: 1, max: 5000 }),
    fee: fc.option(
      fc.record({ kind: fc.constantFrom<1 | 2 | 3>(1, 2, 3), price: fc.integer({ min: -500, max: 9000 }), inBase: fc.boolean() }), // prettier-ignore
    ),
  })
  // At least two fifths of the capacity must be declared.
  .map((one) => ({ ...one, declared: one.declared + Math.ceil(one.capacity * 0.4) }));

/** Random plants: a few meters, sums of them, an organisation, a calendar, a tariff, and what goes wrong. */
export const plantDraw: fc.Arbitrary<PlantDraw> = fc
  .record({
    place,
    shape,
    hour: fc.constantFrom(0, 0, 5, 22),
    meters: fc.integer({ min: 1, max: 3 }),
    sums: fc.nat(2),
  }) // prettier-ignore
  .chain(({ place: { zone, begin }, shape: { length, steps }, hour, meters, sums }) =>
    fc.record({
      zone: fc.constant(zone),
      begin: fc.constant(begin),
      hour: fc.constant(hour),
      length: fc.constant(length),
      meters: fc.array(meterOf(steps), { minLength: meters, maxLength: meters }),
      sums: fc.tuple(...Array.from({ length: sums }, (_, i) => fc.record({ parts: some(meters + i, 3) }))),
      silent: fc.constantFrom(0, 0, 0, 1, 2),
      list: fc.option(some(meters + sums, 4)),
      unit: some(meters + sums, 3),
      workday: hours,
      weekend: fc.option(hours),
      settlement: fc.record({
        day: fc.constantFrom(1, 1, ...Array.from({ length: 3 }, (_, i) => Math.min(28, Number(begin.slice(8)) + i))), // prettier-ignore
        hour: fc.constantFrom(0, 0, 8),
      }),
      tariff,
    }),
  );
