import type { Language } from '#contract/text.ts';

/** A unit as it is written in a language: money by its word, chemical formulas with their index. */
export function unitIn(language: Language, unit: string): string {
  const written = unit.replace(/CO2\b/, 'CO₂').replace('m3', 'm³');
  return language === 'zh'
    ? written
        .replace(/CNY|yuan/, '元')
        .replace('month', '月')
        .replace(/10⁴ ?元/, '万元')
    : written.replace(/yuan|万元|元/, (money) => (money === '万元' ? '10⁴ CNY' : 'CNY'));
}
