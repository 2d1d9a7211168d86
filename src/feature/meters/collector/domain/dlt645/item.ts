import type { BcdForm } from './bcd.ts';
import type { Version } from './frame.ts';

/** A data identifier that can be read, and the data code that it is. */
export interface StandardItem extends BcdForm {
  /** Hexadecimal, the highest byte first. */
  readonly identifier: string;
  readonly code: string;
}

const ENERGY = { bytes: 4, decimals: 2 } as const;
const SIGNED_ENERGY = { ...ENERGY, signed: true } as const;
const DEMAND = { bytes: 3, decimals: 4 } as const;

const phases = (identifiers: readonly string[], codes: readonly string[], form: BcdForm): StandardItem[] =>
  identifiers.map((identifier, i) => ({ identifier, code: codes[i] ?? '', ...form }));

const POWERS = { bytes: 3, decimals: 4, signed: true } as const;

/** Items by version (DL/T 645-2007 annex A; 1997 by the same quantities). The registers are those of the meter itself. */
export const STANDARD_ITEMS: Readonly<Record<Version, readonly StandardItem[]>> = {
  2007: [
    ...phases(
      ['00010000', '00010100', '00010200', '00010300', '00010400', '00010500', '00020000'],
      ['PP', 'PP1', 'PP2', 'PP3', 'PP4', 'PP5', 'RP'],
      ENERGY,
    ),
    ...phases(['00030000', '00040000'], ['QI', 'QO'], SIGNED_ENERGY),
    // The demand is followed by the minute at which it occurred, which is not kept.
    { identifier: '01010000', code: 'MD', ...DEMAND },
    ...phases(['02010100', '02010200', '02010300'], ['UA', 'UB', 'UC'], { bytes: 2, decimals: 1 }),
    ...phases(['02020100', '02020200', '02020300'], ['IA', 'IB', 'IC'], {
      bytes: 3,
      decimals: 3,
      signed: true,
    }),
    ...phases(['02030000', '02030100', '02030200', '02030300'], ['PZ', 'PA', 'PB', 'PC'], POWERS),
    { identifier: '02040000', code: 'QZ', ...POWERS },
    { identifier: '02050000', code: 'SZ', ...POWERS },
    { identifier: '02060000', code: 'FZ', bytes: 2, decimals: 3, signed: true },
    { identifier: '02800002', code: 'FR', bytes: 2, decimals: 2 },
  ],
  1997: [
    ...phases(
      ['9010', '9011', '9012', '9013', '9014', '9015', '9020', '9110', '9120'],
      ['PP', 'PP1', 'PP2', 'PP3', 'PP4', 'PP5', 'RP', 'QI', 'QO'],
      ENERGY,
    ),
    { identifier: 'A010', code: 'MD', ...DEMAND },
    ...phases(['B611', 'B612', 'B613'], ['UA', 'UB', 'UC'], { bytes: 2, decimals: 0 }),
    ...phases(['B621', 'B622', 'B623'], ['IA', 'IB', 'IC'], { bytes: 2, decimals: 2 }),
    ...phases(['B630', 'B631', 'B632', 'B633'], ['PZ', 'PA', 'PB', 'PC'], { bytes: 3, decimals: 4 }),
    { identifier: 'B640', code: 'QZ', bytes: 2, decimals: 2 },
    { identifier: 'B650', code: 'FZ', bytes: 2, decimals: 3 },
  ],
};

/** The form of an identifier, also of quadrant registers that no data code names; undefined = not known. */
export function formOf(version: Version, identifier: string): BcdForm | undefined {
  const known = STANDARD_ITEMS[version].find((item) => item.identifier === identifier);
  if (known) return known;
  if (version === '2007') {
    // Combined active and reactive registers, of tariffs and of ends of months too.
    if (/^00(00|03|04)[0-9A-F]{4}$/.test(identifier)) return SIGNED_ENERGY;
    if (/^00(0[1-9]|0A)[0-9A-F]{4}$/.test(identifier)) return ENERGY;
    if (/^01(0[1-9]|0A)[0-9A-F]{4}$/.test(identifier)) return DEMAND;
  } else {
    if (/^9[0-9A-F]{3}$/.test(identifier)) return ENERGY;
    if (/^A[0-9A-F]{3}$/.test(identifier)) return DEMAND;
  }
  return undefined;
}
