import type { Text } from '#contract/text.ts';

/** How a maximum demand is measured, in words: blocks, blocks of a summed curve, or windows that slide. */
export function methodText(slip: number | null): Text {
  if (slip === null) return { zh: '合计曲线，区间式 15 分钟', en: 'summed curve, blocks of 15 min' };
  return slip >= 15
    ? { zh: '区间式 15 分钟', en: 'blocks of 15 min' }
    : { zh: `滑差式，每 ${slip} 分钟`, en: `sliding by ${slip} min` };
}

/** A part of an interval that is measured in one way. */
interface Way {
  readonly slip: number | null;
  /** Its first and last settlement month, `2018-07`. */
  readonly months: readonly [first: string, last: string] | null;
}

/** The same of an interval of several months: by the months where they differ. */
export function methodsText(ways: readonly Way[]): Text {
  const told = ways.reduce<Way[]>((list, one) => {
    const last = list.at(-1);
    if (last?.slip !== one.slip) return [...list, one];
    const months = last.months && one.months && ([last.months[0], one.months[1]] as const);
    return [...list.slice(0, -1), { ...last, months }];
  }, []);
  const texts = told.map(({ slip, months }) => {
    const how = methodText(slip);
    if (told.length === 1 || !months) return how;
    const [first, last] = months;
    const when =
      first === last ? { zh: first, en: first } : { zh: `${first} 至 ${last}`, en: `${first} to ${last}` };
    return { zh: `${when.zh} ${how.zh}`, en: `${when.en} ${how.en}` };
  });
  return { zh: texts.map(({ zh }) => zh).join('；'), en: texts.map(({ en }) => en).join('; ') };
}

/** A maximum that nobody measured: registers prove it as the mean of an interval, told by its two ends. */
export const provenText = (from: string, to: string): Text => ({
  zh: `至少：由 ${from} 至 ${to} 的表底差证实`,
  en: `at least: proven by registers from ${from} to ${to}`,
});

/** A maximum beside which intervals were not measured. */
export const hidingText = (intervals: number): Text => ({
  zh: `至少：另有 ${intervals} 段时间没有实测需量，可能更高`,
  en: `at least: ${intervals} ${intervals === 1 ? 'interval was' : 'intervals were'} not measured and may be higher`,
});
