import { type AlarmFigure, figureName, figureUnit } from '#contract/alarmFigure.ts';
import { dataCode, unitOfCode } from '#contract/dataCode.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import type { Text } from '#contract/text.ts';
import type { Condition, Why } from '#domain/alarm/condition.ts';
import { versionAt } from '#domain/alarm/judge.ts';
import type { ObjectRule } from '#domain/alarm/settings.ts';
import { codeOf } from '#domain/alarm/past.ts';
import { brokenLimit } from '#domain/alarm/verdict.ts';
import type { Peak } from '#domain/alarm/machine.ts';
import { normalAt } from '#domain/alarm/signal.ts';
import type { AnyAssignment } from './judgeMeters.ts';
import type { SignalAssignment } from './signalLoad.ts';
import { stateWord } from './stateWord.ts';

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

function signalSentence(on: SignalAssignment, raisedAt: number, { value }: Peak): Text {
  const { point } = on;
  const name = objectOf(on);
  const { signal, limits } = versionAt(on.versions, raisedAt).rule;
  if (signal?.counts) {
    const limit = limits[0]?.limit ?? 0;
    return {
      zh: `信号点“${name.zh}”当日动作 ${value ?? '--'} 次，超过 ${limit} 次`,
      en: `Signal point “${name.en}” operated ${value ?? '--'} times in the day, more than ${limit}`,
    };
  }
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
  if ('point' in on) return signalSentence(on, raisedAt, peak);
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

/** What a figure is called within a sentence. */
function figureWords(of: AlarmFigure): Text {
  const { zh, en } = figureName(of);
  return { zh, en: en.charAt(0).toLowerCase() + en.slice(1) };
}

function figureSentence(
  name: Text,
  { figure, limits }: ObjectRule,
  { value }: Peak,
  energyUnit: string,
): Text {
  const of = figure?.of ?? 'dayEnergy';
  const unit = figureUnit(of, energyUnit);
  const limit = brokenLimit(value, limits);
  const above = limit === null || (value ?? 0) > limit;
  const shown = value === null ? '--' : String(Math.round(value * 100) / 100);
  const words = figureWords(of);
  return {
    zh: `表计“${name.zh}”${words.zh} ${shown} ${unit}，${above ? '高于' : '低于'}限值 ${limit} ${unit}`,
    en: `The ${words.en} of meter “${name.en}” is ${shown} ${unit}, ${above ? 'above' : 'below'} the limit of ${limit} ${unit}`,
  };
}

/** What a part of a composition was judged by, where it is a figure or positions; null of every other part. */
export function partSaid({ figure, points }: Why['parts'][number], energyUnit: string): Text | null {
  if (figure) {
    const words = figureWords(figure.of);
    const shown = shownFigure(figure.of, figure.value, energyUnit);
    return { zh: `${words.zh} ${shown}`, en: `${words.en} ${shown}` };
  }
  if (points.length === 0) return null;
  const say = (in_: 'zh' | 'en', unknown: string): string =>
    points
      .map(({ name, state }) => `${name[in_]} ${state?.[in_] ?? unknown}`)
      .join(in_ === 'zh' ? '、' : ', ');
  return { zh: say('zh', '未知'), en: say('en', 'not known') };
}

const shownFigure = (of: AlarmFigure, value: number | null, energyUnit: string): string =>
  value === null ? '--' : `${Math.round(value * 100) / 100} ${figureUnit(of, energyUnit)}`;

/** The longest expression that a letter tells in full. */
const MOST_TOLD = 120;

function computedSentence(name: Text, condition: Condition, why: Why | null, energyUnit: string): Text {
  const values = (why?.values ?? []).flatMap(({ code, value }): Text[] => {
    // Who sees this meter may not see the others: of these the rules alone are told.
    if (codeOf(code).meterId !== null) return [];
    const said = `${code} ${value} ${unitOfCode(code, energyUnit)}`.trim();
    return value === null ? [] : [{ zh: said, en: said }];
  });
  const parts = (why?.parts ?? []).flatMap((part) =>
    part.verdict === 'raise' && part.meterId === null ? (partSaid(part, energyUnit) ?? []) : [],
  );
  const all = [...values, ...parts];
  const told =
    all.length === 0
      ? null
      : {
          zh: `（${all.map(({ zh }) => zh).join('，')}）`,
          en: ` (${all.map(({ en }) => en).join(', ')})`,
        };
  if (condition.kind === 'expression') {
    const { text } = condition;
    const shown = text.length > MOST_TOLD ? `${text.slice(0, MOST_TOLD)}…` : text;
    return {
      zh: `表计“${name.zh}”满足条件 ${shown}${told?.zh ?? ''}`,
      en: `Meter “${name.en}” meets ${shown}${told?.en ?? ''}`,
    };
  }
  const met = (why?.parts ?? []).filter(({ verdict }) => verdict === 'raise');
  const rules = rulesMet(met);
  if (met.some(({ meterId }) => meterId !== null))
    return {
      zh: `“${name.zh}”处的组合条件成立：${rules.map((one) => one.zh).join('、')}${told?.zh ?? ''}`,
      en: `At “${name.en}” these hold together: ${rules.map((one) => one.en).join(', ')}${told?.en ?? ''}`,
    };
  return {
    zh: `表计“${name.zh}”同时满足：${rules.map((one) => one.zh).join('、')}${told?.zh ?? ''}`,
    en: `Meter “${name.en}” meets at once: ${rules.map((one) => one.en).join(', ')}${told?.en ?? ''}`,
  };
}

/** The rules that hold, each once, with the number of meters on which it does where these are several. */
function rulesMet(met: Why['parts']): Text[] {
  return [...new Set(met.map(({ id }) => id))].map((id) => {
    const own = met.filter((part) => part.id === id);
    const { zh, en } = own[0]?.name ?? { zh: '', en: '' };
    return own.length === 1
      ? { zh, en }
      : { zh: `${zh}（${own.length} 块表计）`, en: `${en} (${own.length} meters)` };
  });
}
