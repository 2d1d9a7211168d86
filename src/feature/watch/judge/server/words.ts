import { dataCode, unitOfCode } from '#contract/dataCode.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import type { Text } from '#contract/text.ts';
import type { Condition, Why } from '#domain/alarm/condition.ts';
import { type FigureOf, isPercent } from '#domain/alarm/figure.ts';
import { versionAt } from '#domain/alarm/judge.ts';
import type { ObjectRule } from '#domain/alarm/settings.ts';
import { brokenLimit } from '#domain/alarm/verdict.ts';
import type { Peak } from '#domain/alarm/machine.ts';
import { normalAt } from '#domain/alarm/signal.ts';
import { readStates } from '#domain/signal/word.ts';
import type { AnyAssignment } from './judgeMeters.ts';
import type { JudgedPoint, SignalAssignment } from './signalLoad.ts';

/** What a rule is put to. */
const objectOf = (on: AnyAssignment): Text =>
  'point' in on
    ? { zh: on.point.name, en: on.point.nameEn ?? on.point.name }
    : { zh: on.ammeterName, en: on.ammeterNameEn ?? on.ammeterName };

/** What a record is called: the rule and its object. */
export function recordName(on: AnyAssignment): Text {
  const object = objectOf(on);
  return {
    zh: `${on.alarmName} · ${object.zh}`.slice(0, 120),
    en: `${on.alarmNameEn ?? on.alarmName} · ${object.en}`.slice(0, 120),
  };
}

/** The words of a state of a point; its number where it has none. */
const stateWord = ({ statesZh, statesEn }: JudgedPoint, state: number): Text => ({
  zh: readStates(statesZh)?.get(state) ?? String(state),
  en: readStates(statesEn)?.get(state) ?? String(state),
});

function signalSentence(on: SignalAssignment, raisedAt: number): Text {
  const { point } = on;
  const name = objectOf(on);
  const state = versionAt(on.versions, raisedAt).rule.signal?.state ?? null;
  if (state !== null) {
    const word = stateWord(point, state);
    return { zh: `信号点“${name.zh}”处于“${word.zh}”`, en: `Signal point “${name.en}” is ${word.en}` };
  }
  const normal = stateWord(point, normalAt(on.versions, point.id, raisedAt) ?? 0);
  return {
    zh: `信号点“${name.zh}”离开正常状态“${normal.zh}”`,
    en: `Signal point “${name.en}” is not in its normal state, ${normal.en}`,
  };
}

/** The sentence of an alarm that was raised. @param why what a condition over several values was judged by */
export function sentenceOf(on: AnyAssignment, raisedAt: number, peak: Peak, why: Why | null): Text {
  if ('point' in on) return signalSentence(on, raisedAt);
  const { rule } = versionAt(on.versions, raisedAt);
  const name = objectOf(on);
  if (rule.computed) return computedSentence(name, rule.computed, why, energyTypeOf(on.dataType).unit);
  if (rule.method === 'silent')
    return { zh: `表计“${name.zh}”没有数据`, en: `Meter “${name.en}” sends nothing` };
  if (rule.figure) return figureSentence(name, rule, peak, energyTypeOf(on.dataType).unit);
  const code = dataCode(rule.code ?? '');
  const unit = rule.code === null ? '' : unitOfCode(rule.code, energyTypeOf(on.dataType).unit);
  const limit = brokenLimit(peak.value, rule.limits);
  const above = limit === null || (peak.value ?? 0) > limit;
  return {
    zh: `表计“${name.zh}”${code?.label.zh ?? rule.code} ${peak.value} ${unit}，${above ? '高于' : '低于'}限值 ${limit} ${unit}`,
    en: `${code?.label.en ?? rule.code} of meter “${name.en}” is ${peak.value} ${unit}, ${above ? 'above' : 'below'} the limit of ${limit} ${unit}`,
  };
}

const FIGURE_WORDS: Readonly<Record<FigureOf, Text>> = {
  hourEnergy: { zh: '小时用量', en: 'use of an hour' },
  dayEnergy: { zh: '日用量', en: 'use of a day' },
  hourCoverage: { zh: '小时数据覆盖率', en: 'coverage of an hour' },
  dayCoverage: { zh: '日数据覆盖率', en: 'coverage of a day' },
  hourPeer: { zh: '小时与同类相比', en: 'hour beside its like' },
  dayPeer: { zh: '日与同类相比', en: 'day beside its like' },
};

function figureSentence(
  name: Text,
  { figure, limits }: ObjectRule,
  { value }: Peak,
  energyUnit: string,
): Text {
  const of = figure?.of ?? 'dayEnergy';
  const unit = isPercent(of) ? '%' : energyUnit;
  const limit = brokenLimit(value, limits);
  const above = limit === null || (value ?? 0) > limit;
  const shown = value === null ? '--' : String(Math.round(value * 100) / 100);
  const words = FIGURE_WORDS[of];
  return {
    zh: `表计“${name.zh}”${words.zh} ${shown} ${unit}，${above ? '高于' : '低于'}限值 ${limit} ${unit}`,
    en: `The ${words.en} of meter “${name.en}” is ${shown} ${unit}, ${above ? 'above' : 'below'} the limit of ${limit} ${unit}`,
  };
}

/** The longest expression that a letter tells in full. */
const MOST_TOLD = 120;

function computedSentence(name: Text, condition: Condition, why: Why | null, energyUnit: string): Text {
  const values = (why?.values ?? []).flatMap(({ code, value }) =>
    value === null ? [] : [`${code} ${value} ${unitOfCode(code, energyUnit)}`.trim()],
  );
  const told = values.length === 0 ? null : { zh: `（${values.join('，')}）`, en: ` (${values.join(', ')})` };
  if (condition.kind === 'expression') {
    const { text } = condition;
    const shown = text.length > MOST_TOLD ? `${text.slice(0, MOST_TOLD)}…` : text;
    return {
      zh: `表计“${name.zh}”满足条件 ${shown}${told?.zh ?? ''}`,
      en: `Meter “${name.en}” meets ${shown}${told?.en ?? ''}`,
    };
  }
  const met = (why?.parts ?? []).filter(({ verdict }) => verdict === 'raise');
  return {
    zh: `表计“${name.zh}”同时满足：${met.map((one) => one.name.zh).join('、')}${told?.zh ?? ''}`,
    en: `Meter “${name.en}” meets at once: ${met.map((one) => one.name.en).join(', ')}${told?.en ?? ''}`,
  };
}
