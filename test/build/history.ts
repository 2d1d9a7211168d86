import fc from 'fast-check';
import { HOME_ZONE } from '#domain/time/homeZone.ts';

export type Fault = 'zero' | 'ten' | 'less' | 'much' | null;

export interface Change {
  readonly minute: number;
  readonly factor: string;
  readonly same: boolean;
  readonly end: number | null;
  readonly start: number | null;
  readonly kind: string;
}

/** A history of a meter: what came, from whom, in which order, and what its ledger says. */
export const history = fc.record({
  zone: fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'Australia/Lord_Howe'),
  start: fc.constantFrom(Date.UTC(2025, 2, 29), Date.UTC(2025, 9, 4), Date.UTC(2025, 11, 31)),
  readings: fc.array(
    fc.record({
      minute: fc.integer({ min: 0, max: 4000 }),
      jitter: fc.integer({ min: -50_000, max: 50_000 }),
      step: fc.integer({ min: 0, max: 999 }),
      kind: fc.constantFrom('PP', 'PP', 'PP', 'RP', 'PZ'),
      by: fc.constantFrom(0, 0, 0, 0, 1, 2),
      fault: fc.constantFrom<Fault>(...Array.from({ length: 9 }, () => null), 'zero', 'ten', 'less', 'much'),
    }),
    { minLength: 1, maxLength: 50 },
  ),
  // How far apart the readings lie: falls are judged by some days around them.
  spread: fc.constantFrom(1, 1, 5),
  // From here on the register begins again.
  reset: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: null }),
  intervals: fc.array(
    fc.record({
      quarter: fc.integer({ min: 0, max: 250 }),
      length: fc.constantFrom(1, 1, 1, 4, 96),
      value: fc.integer({ min: 0, max: 9999 }),
      by: fc.constantFrom(0, 1, 2),
    }),
    { maxLength: 12 },
  ),
  ledger: fc.array(
    fc.record({
      minute: fc.integer({ min: 100, max: 3900 }),
      factor: fc.constantFrom('1', '40', '0.333', '12000'),
      same: fc.boolean(),
      end: fc.option(fc.integer({ min: 0, max: 12_000 }), { nil: null }),
      start: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
      kind: fc.constantFrom('register', 'register', 'interval'),
    }),
    { maxLength: 2 },
  ),
  order: fc.array(fc.nat(1000), { minLength: 80, maxLength: 80 }),
  batches: fc.integer({ min: 1, max: 9 }),
  undo: fc.boolean(),
});
// A device whose registers are both on record lies between two deliveries that know nothing of each other.
const BETWEEN_RECORDS: History = {
  zone: HOME_ZONE,
  start: Date.UTC(2025, 2, 29),
  readings: [{ minute: 124, jitter: 1, step: 0, kind: 'PP', by: 0, fault: null }],
  spread: 1,
  reset: null,
  intervals: [{ quarter: 0, length: 1, value: 0, by: 0 }],
  ledger: [
    { minute: 100, factor: '1', same: false, end: null, start: 0, kind: 'register' },
    { minute: 120, factor: '1', same: false, end: 0, start: null, kind: 'register' },
  ],
  order: [5, ...Array.from({ length: 79 }, () => 0)],
  batches: 3,
  undo: false,
};
// What an import says of the past reaches over a change of factor to the record of the device's end.
const OVER_A_JOINT: History = {
  zone: HOME_ZONE,
  start: Date.UTC(2025, 2, 29),
  readings: [
    { minute: 0, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    { minute: 0, jitter: 0, step: 1, kind: 'PP', by: 1, fault: null },
    { minute: 96, jitter: 0, step: 0, kind: 'PZ', by: 0, fault: null },
  ],
  spread: 1,
  reset: null,
  intervals: [],
  ledger: [
    { minute: 100, factor: '1', same: true, end: null, start: null, kind: 'register' },
    { minute: 106, factor: '1', same: false, end: 0, start: null, kind: 'register' },
  ],
  order: [0, 696, ...Array.from({ length: 78 }, () => 0)],
  batches: 2,
  undo: false,
};

// A register falls and is silent from then on, while others of its meter are heard for more than four days.
const SILENT_AFTER_A_FALL: History = {
  zone: HOME_ZONE,
  start: Date.UTC(2025, 2, 29),
  readings: [
    { minute: 0, jitter: 0, step: 0, kind: 'RP', by: 0, fault: null },
    { minute: 1178, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    { minute: 0, jitter: 1, step: 0, kind: 'RP', by: 0, fault: 'zero' },
    { minute: 264, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    { minute: 0, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
  ],
  spread: 5,
  reset: null,
  intervals: [],
  ledger: [],
  order: Array.from({ length: 80 }, () => 0),
  batches: 3,
  undo: false,
};

// A device between two others whose registers are both on record, just before the first reading of all.
const BEFORE_THE_FIRST: History = {
  zone: HOME_ZONE,
  start: Date.UTC(2025, 2, 29),
  readings: [
    { minute: 22, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    { minute: 1175, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
  ],
  spread: 5,
  reset: null,
  intervals: [],
  ledger: [
    { minute: 100, factor: '1', same: false, end: null, start: 0, kind: 'register' },
    { minute: 105, factor: '1', same: false, end: 0, start: null, kind: 'register' },
  ],
  order: Array.from({ length: 80 }, () => 0),
  batches: 1,
  undo: false,
};

// A reading that is undone had another for a glitch, which stands more than four days from it.
const FAR_FROM_A_GLITCH: History = {
  zone: HOME_ZONE,
  start: Date.UTC(2025, 2, 29),
  readings: [
    { minute: 1156, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    { minute: 1153, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    { minute: 0, jitter: 0, step: 0, kind: 'PP', by: 1, fault: null },
  ],
  spread: 5,
  reset: 1154,
  intervals: [],
  ledger: [],
  order: Array.from({ length: 80 }, () => 0),
  batches: 1,
  undo: true,
};

// A device goes on under another factor to its recorded end, and what was read then is undone.
const BEYOND_A_JOINT: History = {
  zone: HOME_ZONE,
  start: Date.UTC(2025, 2, 29),
  readings: [
    { minute: 100, jitter: 1, step: 0, kind: 'PP', by: 1, fault: null },
    { minute: 0, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
  ],
  spread: 1,
  reset: null,
  intervals: [],
  ledger: [
    { minute: 100, factor: '1', same: true, end: null, start: null, kind: 'register' },
    { minute: 101, factor: '1', same: false, end: 0, start: null, kind: 'register' },
  ],
  order: Array.from({ length: 80 }, () => 0),
  batches: 1,
  undo: true,
};

// A register falls and is silent from then on, in a gap of days of another that is filled from its other end.
const SILENT_IN_A_GAP: History = {
  zone: HOME_ZONE,
  start: Date.UTC(2025, 2, 29),
  readings: [
    { minute: 1153, jitter: 0, step: 0, kind: 'RP', by: 0, fault: 'ten' },
    { minute: 1154, jitter: 0, step: 0, kind: 'RP', by: 0, fault: null },
    { minute: 1173, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    { minute: 2339, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    { minute: 0, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
  ],
  spread: 5,
  reset: null,
  intervals: [],
  ledger: [],
  order: Array.from({ length: 80 }, () => 0),
  batches: 1,
  undo: false,
};

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Histories on which faults were found: they are tried first. */
export const KNOWN_HISTORIES: readonly History[] = [
  BETWEEN_RECORDS,
  OVER_A_JOINT,
  SILENT_AFTER_A_FALL,
  BEFORE_THE_FIRST,
  FAR_FROM_A_GLITCH,
  BEYOND_A_JOINT,
  SILENT_IN_A_GAP,
];
