import type { Filter } from '#contract/envelope.ts';
import { plainNumber } from '#field/decimal/contract.ts';

/** What stands for a missing value in cells also finds it. */
const EMPTY = '--';

/** `钢` finds what contains it, `=钢` what is equal, `--` what is missing. */
export function textFilters(field: string, typed: string): Filter[] {
  const text = typed.trim();
  if (text === '') return [];
  if (text === EMPTY) return [{ field, op: 'empty' }];
  if (text.startsWith('=')) return text === '=' ? [] : [{ field, op: 'eq', value: text.slice(1).trim() }];
  return [{ field, op: 'contains', value: text }];
}

const COMPARISONS = {
  '>=': 'ge',
  '≥': 'ge',
  '<=': 'le',
  '≤': 'le',
  '>': 'gt',
  '<': 'lt',
  '=': 'eq',
} as const;

/** `10`, `>10`, `<=5`, `10..20`, `--`; undefined where it cannot be read. */
export function numberFilters(field: string, typed: string): Filter[] | undefined {
  const text = typed.normalize('NFKC').replaceAll(/\s/g, '');
  if (text === '') return [];
  if (text === EMPTY) return [{ field, op: 'empty' }];
  const range = /^([^.]*(?:\.\d+)?)(?:\.\.|~)(.*)$/.exec(text);
  if (range) {
    const [from, to] = [range[1], range[2]].map((side) => (side ? plainNumber(side) : null));
    if (Number.isNaN(from) || Number.isNaN(to)) return undefined;
    return [
      ...(from == null ? [] : [{ field, op: 'ge' as const, value: from }]),
      ...(to == null ? [] : [{ field, op: 'le' as const, value: to }]),
    ];
  }
  const sign = Object.keys(COMPARISONS).find((one) => text.startsWith(one)) as
    keyof typeof COMPARISONS | undefined;
  const value = plainNumber(sign ? text.slice(sign.length) : text);
  if (Number.isNaN(value)) return undefined;
  return [{ field, op: sign ? COMPARISONS[sign] : 'eq', value }];
}

const SIGNS: Partial<Record<Filter['op'], string>> = { gt: '>', ge: '>=', lt: '<', le: '<=' };

/** The text that the filters of a text or number column were typed as. */
export function filterText(filters: readonly Filter[]): string {
  const [first, second] = filters;
  if (!first) return '';
  if (second) return `${String(first.value)}..${String(second.value)}`;
  if (first.op === 'empty') return EMPTY;
  const value = String(first.value ?? '');
  if (first.op === 'eq' && typeof first.value === 'string') return `=${value}`;
  return `${SIGNS[first.op] ?? ''}${value}`;
}
