import type { Attention, AttentionKind } from '../contract.ts';

/** What a line says of itself unless it says otherwise. */
export const PLAIN: Omit<Attention, 'kind' | 'name'> = {
  dataAmmeterId: null,
  account: null,
  month: null,
  at: null,
  value: null,
  energy: null,
  limit: null,
  detail: null,
  amount: null,
  of: null,
  why: 'none',
};

/** The gravest first, where money does not tell. */
const ORDER: readonly AttentionKind[] = [
  'alarm',
  'demand',
  'invoice',
  'powerFactor',
  'billNone',
  'reset',
  'conflict',
  'suspect',
  'partsExceed',
  'countedTwice',
  'offline',
  'noData',
  'unpriced',
  'billDoubt',
  'lowCoverage',
  'replaced',
  'rollover',
];

/** Alarms that wait for somebody first, then by money, by gravity and by name; what has no amount comes after what has. */
export const byMoney = (a: Attention, b: Attention): number =>
  Number(b.kind === 'alarm') - Number(a.kind === 'alarm') ||
  Math.abs(b.amount ?? 0) - Math.abs(a.amount ?? 0) ||
  ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
  a.name.localeCompare(b.name);
