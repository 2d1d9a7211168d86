import { FLAG } from '#contract/usageFlag.ts';
import { LEAST_COVERAGE, MOST_VALUE_CHARACTERS, type StatType } from '#contract/upload.ts';
import type { Text } from '#contract/text.ts';
import type { Ratio } from '#domain/decimal/decimal.ts';
import type { ListUnit } from './unit.ts';
import type { Period } from './period.ts';

/** A collection item of the archive, as far as reporting needs it. */
export interface Item {
  readonly id: number;
  readonly name: string;
  readonly dataCode: string;
  readonly statType: StatType;
  readonly scope: string;
  readonly inputType: string;
  readonly energyClassCode: string;
  readonly energyTypeCode: string;
  /** kgce for each base unit, as text. */
  readonly ownRatio: string | null;
  readonly least: string | null;
  readonly most: string | null;
}

/** A meter behind an item, with what it gives in a period. */
export interface Part {
  readonly gaugeId: number;
  readonly ammeterId: number | null;
  readonly name: string;
  readonly arithmetic: string;
  readonly share: string;
  /** In the meter's own unit, as text; null where nothing is known. */
  readonly value: string | null;
  readonly unit: string;
  readonly coverage: number;
}

/** The rules that may hold one figure back. */
type HoldRule = 'P05' | 'P07' | 'P10' | 'P12' | 'P13' | 'P15' | 'P16';

/** An item in a period, before it is decided whether it is sent. */
export interface Computed {
  readonly item: Item;
  readonly period: Period;
  /** In base units (kWh, m³, t …), before any rounding; null where it is not known. */
  readonly raw: Ratio | null;
  readonly unit: ListUnit;
  /** As it would be sent; null where there is no value or no way into the unit. */
  readonly sentText: string | null;
  /** tce for each unit, as sent; null where none is known. */
  readonly ratioText: string | null;
  /** 0 … 1; the least of its meters. */
  readonly coverage: number;
  readonly flags: number;
  readonly parts: readonly Part[];
  /** What keeps it from having a value, in words; null = it has what it needs. */
  readonly lack: Text | null;
}

const NOT_TO_BE_SENT = FLAG.suspect | FLAG.conflict | FLAG.reset;

/** Classes whose figures are energies or media: they have a coefficient to coal. */
export const hasRatio = (energyClassCode: string): boolean => ['01', '02', '03'].includes(energyClassCode);

export interface Hold {
  readonly rule: HoldRule;
  readonly why: Text;
}

const hold = (rule: HoldRule, zh: string, en: string): Hold => ({ rule, why: { zh, en } });

/** What a coverage is called: percent, cut, so that 89.99 never reads as 90. */
export const coverageText = (coverage: number): string =>
  `${(Math.floor(coverage * 10_000) / 100).toFixed(2)}%`;

/**
 * Why a figure is held, the first rule that holds it; null = it may be sent. @param now ms
 */
export function holdOf(figure: Computed, now: number): Hold | null {
  const { item, period, raw, sentText, coverage, flags, lack, ratioText, unit } = figure;
  if (period.to > now) return hold('P15', '统计期未结束', 'the period is not over');
  if (lack) return { rule: 'P05', why: lack };
  if (coverage < LEAST_COVERAGE)
    return hold(
      'P07',
      `完整率 ${coverageText(coverage)}，低于 90%`,
      `coverage ${coverageText(coverage)}, below 90 %`,
    );
  if (raw === null) return hold('P05', '没有数值', 'there is no value');
  if (flags & NOT_TO_BE_SENT)
    return hold('P16', '含可疑、冲突或归零的数据', 'suspect, conflicting or reset data among it');
  if (sentText === null)
    return hold(
      'P13',
      `不能换算为平台单位“${unit.unit}”`,
      `cannot be told in the platform’s unit “${unit.unit}”`,
    );
  if (sentText.length > MOST_VALUE_CHARACTERS)
    return hold(
      'P13',
      `数值超过 ${MOST_VALUE_CHARACTERS} 个字符`,
      `longer than ${MOST_VALUE_CHARACTERS} characters`,
    );
  const value = Number(sentText);
  if (item.least !== null && value < Number(item.least))
    return hold('P10', `低于下限 ${item.least}`, `below the lowest value ${item.least}`);
  if (item.most !== null && value > Number(item.most))
    return hold('P10', `高于上限 ${item.most}`, `above the highest value ${item.most}`);
  if (hasRatio(item.energyClassCode) && ratioText === null)
    return hold('P12', '没有折标系数', 'there is no coefficient to standard coal');
  return null;
}
