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

const TARIFF: PlantDraw['tariff'] = {
  prices: [1, 1, 1, 1, 1],
  change: null,
  basicCharge: 0,
  factorStandard: 0,
  fund: 0,
  declared: 2,
  capacity: 1,
  fee: null,
};

const plant = (
  part: Pick<PlantDraw, 'length' | 'meters' | 'sums' | 'unit'> & Partial<PlantDraw>,
): PlantDraw => ({
  zone: 'Asia/Kathmandu',
  begin: '2025-08-11',
  hour: 22,
  silent: 0,
  list: null,
  workday: Array.from({ length: 24 }, () => 1 as const),
  weekend: null,
  settlement: { day: 1, hour: 0 },
  tariff: TARIFF,
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
  // A sum lacks one of its meters for a quarter: its active and reactive energies are those of the others.
  plant({
    zone: 'Europe/Berlin',
    begin: '2025-10-25',
    hour: 0,
    length: 120,
    meters: [
      meter({ reactive: true, faults: [{ kind: 'reset', at: 0, length: 1 }] }),
      meter({}),
      meter({ reactive: true }),
    ],
    sums: [
      {
        parts: [
          { of: 0, sign: 1 },
          { of: 2, sign: 1 },
        ],
      },
    ],
    list: [{ of: 3, sign: 1 }],
    unit: [{ of: 0, sign: 1 }],
    tariff: { ...TARIFF, factorStandard: 85 },
  }),
  // A register falls within its noise twice, six hours apart: one noisy interval, without a demand of its quarters.
  plant({
    zone: 'Europe/Berlin',
    begin: '2025-03-29',
    hour: 0,
    length: 100,
    meters: [
      meter({
        faults: [
          { kind: 'jitter', at: 728, length: 1 },
          { kind: 'jitter', at: 0, length: 1 },
        ],
      }),
      meter({}),
    ],
    sums: [],
    unit: [{ of: 0, sign: 1 }],
  }),
  // A window that slid over a part of the quarter of a reset is no demand of that quarter: a higher one may hide in it.
  plant({
    begin: '2025-05-30',
    hour: 0,
    length: 105,
    meters: [meter({ step: 5, most: 100, seed: 9792, faults: [{ kind: 'reset', at: 365, length: 1 }] })],
    sums: [],
    unit: [{ of: 0, sign: 1 }],
  }),
  // In blocks, as two others never spoke; a quarter that holds a conflict proves nothing.
  plant({
    zone: 'America/New_York',
    begin: '2025-11-01',
    length: 114,
    meters: [
      meter({}),
      meter({
        step: 5,
        most: 155,
        seed: 91723,
        faults: [
          { kind: 'gap', at: 0, length: 1 },
          { kind: 'offCourse', at: 411, length: 1 },
          { kind: 'gap', at: 0, length: 1 },
        ],
      }),
      meter({}),
    ],
    sums: [{ parts: [{ of: 0, sign: 1 }] }],
    silent: 2,
    unit: [{ of: 1, sign: 1 }],
  }),
];
