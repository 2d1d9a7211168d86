import { dataCode, unitOfCode } from '#contract/dataCode.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import type { Text } from '#contract/text.ts';
import { versionAt } from '#domain/alarm/judge.ts';
import { brokenLimit } from '#domain/alarm/settings.ts';
import type { Peak } from '#domain/alarm/machine.ts';
import type { Assignment } from './load.ts';

/** What a record is called: the rule and the meter. */
export const recordName = ({ alarmName, alarmNameEn, ammeterName, ammeterNameEn }: Assignment): Text => ({
  zh: `${alarmName} · ${ammeterName}`.slice(0, 120),
  en: `${alarmNameEn ?? alarmName} · ${ammeterNameEn ?? ammeterName}`.slice(0, 120),
});

/** The sentence of an alarm that was raised. */
export function sentenceOf(on: Assignment, raisedAt: number, peak: Peak): Text {
  const { rule } = versionAt(on.versions, raisedAt);
  const name = { zh: on.ammeterName, en: on.ammeterNameEn ?? on.ammeterName };
  if (rule.method === 'silent')
    return { zh: `表计“${name.zh}”没有数据`, en: `Meter “${name.en}” sends nothing` };
  const code = dataCode(rule.code ?? '');
  const unit = rule.code === null ? '' : unitOfCode(rule.code, energyTypeOf(on.dataType).unit);
  const limit = brokenLimit(peak.value, rule.limits);
  const above = limit === null || (peak.value ?? 0) > limit;
  return {
    zh: `表计“${name.zh}”${code?.label.zh ?? rule.code} ${peak.value} ${unit}，${above ? '高于' : '低于'}限值 ${limit} ${unit}`,
    en: `${code?.label.en ?? rule.code} of meter “${name.en}” is ${peak.value} ${unit}, ${above ? 'above' : 'below'} the limit of ${limit} ${unit}`,
  };
}
