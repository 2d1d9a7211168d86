import type { Text } from '#contract/text.ts';

/** How a maximum demand is measured, in words: blocks, blocks of a summed curve, or windows that slide. */
export function methodText(slip: number | null): Text {
  if (slip === null) return { zh: '合计曲线，区间式 15 分钟', en: 'summed curve, blocks of 15 min' };
  return slip >= 15
    ? { zh: '区间式 15 分钟', en: 'blocks of 15 min' }
    : { zh: `滑差式，每 ${slip} 分钟`, en: `sliding by ${slip} min` };
}

/** A maximum that nobody measured: registers prove it as the mean of an interval, told by its two ends. */
export const provenText = (from: string, to: string): Text => ({
  zh: `至少：由 ${from} 至 ${to} 的表底差证实`,
  en: `at least: proven by registers from ${from} to ${to}`,
});

/** A maximum beside which intervals were not measured. */
export const hidingText = (stretches: number): Text => ({
  zh: `至少：另有 ${stretches} 段时间没有实测需量，可能更高`,
  en: `at least: ${stretches} ${stretches === 1 ? 'interval was' : 'intervals were'} not measured and may be higher`,
});
