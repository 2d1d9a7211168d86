import type { Text } from '#contract/text.ts';

/** The norms of a unit consumption; null = not set. The smaller, the better. */
export interface Norms {
  readonly advanced: number | null;
  readonly access: number | null;
  readonly limit: number | null;
}

/** How a unit consumption stands to its norms; null where nothing is known or there is no norm. */
export function judge(value: number | null, { advanced, access, limit }: Norms): Text | null {
  if (value === null) return null;
  if (advanced !== null && value <= advanced) return { zh: '达到先进值', en: 'Advanced' };
  if (access !== null && value <= access) return { zh: '达到准入值', en: 'Fit for entry' };
  if (limit !== null) {
    return value <= limit
      ? { zh: '达到限定值', en: 'Within the limit' }
      : { zh: '超过限定值', en: 'Over the limit' };
  }
  return advanced === null && access === null ? null : { zh: '未达标', en: 'Not reached' };
}
