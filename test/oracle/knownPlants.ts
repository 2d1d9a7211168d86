import type { MeterDraw, PlantDraw } from './draw.ts';

const meter = (part: Partial<MeterDraw>): MeterDraw => ({
  step: 15,
  ct: 1,
  most: 4,
  seed: 0,
  rated: false,
  reactive: false,
  slip: 1,
  above: 0,
  site: 0,
  alias: false,
  faults: [],
  ...part,
});

const plant = (part: Pick<PlantDraw, 'length' | 'meters' | 'sums' | 'unit'>): PlantDraw => ({
  zone: 'Asia/Kathmandu',
  begin: '2025-08-11',
  hour: 22,
  silent: 0,
  list: null,
  workday: Array.from({ length: 24 }, () => 1 as const),
  weekend: null,
  settlement: { day: 1, hour: 0 },
  tariff: {
    prices: [1, 1, 1, 1, 1],
    change: null,
    basicCharge: 0,
    factorStandard: 0,
    fund: 0,
    declared: 2,
    capacity: 1,
    fee: null,
  },
  ...part,
});

/** Plants about which an answer was wrong once; they are tried before the drawn ones. */
export const KNOWN_PLANTS: readonly PlantDraw[] = [
  // What is taken off is below zero itself: its maximum says nothing of how high the rest can be.
  plant({
    length: 149,
    meters: [meter({}), meter({ most: 242, seed: 13 })],
    sums: [
      {
        parts: [
          { of: 0, sign: 1 },
          { of: 1, sign: -1 },
        ],
      },
      { parts: [{ of: 0, sign: 1 }] },
    ],
    unit: [
      { of: 0, sign: 1 },
      { of: 2, sign: -1 },
    ],
  }),
  // More is taken off than flows: the demand that hourly registers prove is below zero.
  plant({
    length: 982,
    meters: [meter({ step: 60, ct: 120 }), meter({ step: 60 })],
    sums: [],
    unit: [
      { of: 1, sign: 1 },
      { of: 0, sign: -1 },
    ],
  }),
];
