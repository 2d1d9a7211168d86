import { DATA_CODES } from '#contract/dataCode.ts';
import type { FieldOptions } from '#contract/field.ts';
import { EVENT_LEVELS } from '#contract/linkage.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';

/** What an alarm is about. */
const ALARM_TYPES = {
  1: { zh: '电气', en: 'Electrical' },
  2: { zh: '用能', en: 'Energy' },
  3: { zh: '通信', en: 'Communication' },
  4: { zh: '电能质量', en: 'Power quality' },
  5: { zh: '其他', en: 'Other' },
} as const;

/** The side of a limit on which a value raises an alarm. */
const SIDES = {
  above: { zh: '高于限值', en: 'Above the limit' },
  below: { zh: '低于限值', en: 'Below the limit' },
} as const;

/** The settings of a rule that a parameter may set: its limit and dead band in the unit of the value, delays in seconds. */
const PARAM_CODES = {
  limit: { zh: '限值', en: 'Limit' },
  deadBand: { zh: '回差', en: 'Dead band' },
  onDelay: { zh: '触发延时（秒）', en: 'On delay (s)' },
  offDelay: { zh: '恢复延时（秒）', en: 'Off delay (s)' },
} as const;

export const alarmType = () => choice('告警类型', 'Type', ALARM_TYPES, { initial: '5' });
export const alarmLevel = () => choice('告警级别', 'Level', EVENT_LEVELS, { initial: '3' });
export const side = (zh: string, en: string, rest: FieldOptions = {}) => choice(zh, en, SIDES, rest);
export const limitValue = (zh: string, en: string) => decimal(zh, en, { decimals: 4 });
export const deadBand = () =>
  decimal('回差', 'Dead band', {
    from: 0,
    decimals: 4,
    initial: 0,
    help: {
      zh: '值回到限值以内超过回差才算恢复',
      en: 'A value has recovered when it is back by more than this',
    },
  });
export const paramCode = () => choice('参数', 'Parameter', PARAM_CODES);

const CODES = Object.fromEntries(
  DATA_CODES.map(({ code, label }) => [code, { zh: `${code} ${label.zh}`, en: `${code} ${label.en}` }]),
);
export const triggerField = () => choice('判断的数据代码', 'Data code', CODES);
