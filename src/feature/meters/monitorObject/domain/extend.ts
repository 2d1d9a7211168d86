import type { ExtendKind } from '#contract/monitorType.ts';
import type { Text } from '#contract/text.ts';
import { plainDate } from '#field/date/contract.ts';
import { plainNumber } from '#field/decimal/contract.ts';

/** A further field of an object type. */
export interface ExtendField {
  readonly name: string;
  readonly kind: ExtendKind;
  readonly options: readonly string[];
  readonly required: boolean;
}

/** The options of a choice, as they are kept: a comma list. */
export const optionsOf = (list: string | null): string[] =>
  (list ?? '')
    .split(/[,，、;；]/)
    .map((one) => one.trim())
    .filter(Boolean);

const MAX = 255;
const FLAGS: Readonly<Record<string, string>> = {
  true: '1',
  '1': '1',
  是: '1',
  false: '0',
  '0': '0',
  否: '0',
};

const EXPECTED: Readonly<Record<ExtendKind, Text>> = {
  text: { zh: `最多输入${MAX}个字符`, en: `at most ${MAX} characters` },
  number: { zh: '应为数字', en: 'must be a number' },
  date: { zh: '应为日期（如 2026-01-31）', en: 'must be a date such as 2026-01-31' },
  choice: { zh: '应为所列选项之一', en: 'must be one of the options' },
  flag: { zh: '应为是或否', en: 'must be yes or no' },
};

function kept(field: ExtendField, raw: string): string | undefined {
  switch (field.kind) {
    case 'text':
      return raw.length <= MAX ? raw : undefined;
    case 'number': {
      const n = plainNumber(raw);
      return Number.isFinite(n) ? String(n) : undefined;
    }
    case 'date':
      return plainDate(raw);
    case 'choice':
      return field.options.includes(raw) ? raw : undefined;
    case 'flag':
      return FLAGS[raw.toLowerCase()];
  }
}

/** What is kept of a value given for a further field; null = none; or why it is refused. */
export function readExtend(field: ExtendField, given: unknown): { value: string | null } | { problem: Text } {
  if (given !== null && typeof given === 'object') return { problem: EXPECTED[field.kind] };
  const raw = given === null || given === undefined ? '' : String(given).trim();
  if (raw === '') return field.required ? { problem: { zh: '必填', en: 'is required' } } : { value: null };
  const value = kept(field, raw);
  return value === undefined ? { problem: EXPECTED[field.kind] } : { value };
}
