import { type DataKind, dataCode, unitOfCode } from '#contract/dataCode.ts';
import type { Text } from '#contract/text.ts';
import { formatNumber } from '#domain/figure/number.ts';

/** One value of a reading as it is shown. */
export interface ShownValue {
  readonly code: string;
  /** What the code is called. */
  readonly label: Text;
  readonly kind: DataKind;
  readonly number: string;
  readonly unit: string;
}

/** The codes that each column means without naming them: the total register, and power or flow. */
export const PLAIN: Readonly<Record<'register' | 'gauge', readonly string[]>> = {
  register: ['PP'],
  gauge: ['PZ', 'FL'],
};

/** The values of a reading with their units, in the order of the codes. */
export function shownValues(values: Readonly<Record<string, number>>, energyUnit: string): ShownValue[] {
  return Object.entries(values).map(([code, value]) => {
    const entry = dataCode(code);
    return {
      code,
      label: entry?.label ?? { zh: code, en: code },
      kind: entry?.kind ?? 'gauge',
      number: formatNumber(value, entry?.decimals ?? 2),
      unit: unitOfCode(code, energyUnit),
    };
  });
}

/** The value that a column shows: the usual one of its kind, else the first of it. */
export function leadingValue(
  values: readonly ShownValue[],
  column: 'register' | 'gauge',
): ShownValue | undefined {
  const usual = PLAIN[column].map((code) => values.find((one) => one.code === code)).find(Boolean);
  return usual ?? values.find((one) => one.kind === column);
}
