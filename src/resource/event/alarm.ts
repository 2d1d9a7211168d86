import { ALARM_FIGURES } from '#contract/alarmFigure.ts';
import { compositionTree } from '#contract/composition.ts';
import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { structure } from '#field/structure/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { alarmLevel, alarmType, deadBand, limitValue, side, triggerField } from './alarmWords.ts';

const METHODS = {
  above: { zh: '高于限值', en: 'Above the limit' },
  below: { zh: '低于限值', en: 'Below the limit' },
  limitSet: { zh: '超出数据项限值', en: 'Beyond the limits of the data item' },
  silent: { zh: '静默', en: 'Silent' },
  expression: { zh: '条件表达式', en: 'Expression' },
  compose: { zh: '组合', en: 'Composition' },
  figure: { zh: '小时或日的指标', en: 'Figure of an hour or a day' },
  signal: { zh: '信号状态', en: 'State of a signal point' },
  operations: { zh: '信号点每日动作次数', en: 'Operations a day of a signal point' },
} as const;

/** What judges: built in, never an address (specification 2 section 3, `algoUrl`). */
const ALGORITHMS = {
  'builtin:limit': { zh: '实时值', en: 'Live values' },
  'builtin:silence': { zh: '静默', en: 'Silence' },
} as const;

/**
 * A rule of alarms; `objectAlarm` says which meters it judges, `signalAlarm` which signal points, `alarmTrigger` further
 * limits of the same value.
 */
export const alarm = defineResource({
  name: 'alarm',
  area: 'event',
  label: { zh: '告警规则', en: 'Alarm rules' },
  idName: 'alarmlId',
  title: 'alarmName',
  screen: '/SDNAlertConfig/SDNAlertConfig',
  unique: [['consumerId', 'alarmName']],
  fields: {
    alarmName: text('告警名称', 'Alarm', { max: 60 }),
    alarmNameEn: secondName(),
    consumerId: consumerId(),
    alarmType: alarmType(),
    alarmLevel: alarmLevel(),
    triggerMethod: choice('触发方式', 'Raised when', METHODS, { initial: 'above' }),
    triggerFieldName: optional(triggerField()),
    figure: optional(
      choice('判断的指标', 'Figure', ALARM_FIGURES, {
        hidden: true,
        help: {
          zh: '时段结束并计算后判断；数据修正后重新判断',
          en: 'Evaluated when the hour or day is over, and again when its data are corrected',
        },
      }),
    ),
    figureSide: optional(side('高于或低于', 'Side of the limit', { hidden: true, initial: 'above' })),
    minCoverage: optional(
      integer('最低覆盖率', 'Least coverage', {
        from: 1,
        to: 100,
        unit: '%',
        initial: 95,
        hidden: true,
        help: {
          zh: '覆盖率不足的时段视为未知，不告警也不解除',
          en: 'An hour or day of which less is known neither raises nor clears',
        },
      }),
    ),
    signalState: optional(
      integer('告警状态', 'Alarm state', {
        from: 0,
        to: 255,
        plain: true,
        hidden: true,
        help: {
          zh: '信号点处于该状态时告警；不填：处于正常状态以外的任何状态',
          en: 'Raised while the point is in this state; empty: in any but its normal one',
        },
      }),
    ),
    limitValue: optional(limitValue('限值', 'Limit')),
    expression: optional(
      text('条件表达式', 'Expression', {
        max: 500,
        hidden: true,
        help: {
          zh: '成立时告警，例如 PZ > avg(PZ, 15m) * 1.3 and FZ < 0.9',
          en: 'Raised while it is true, as PZ > avg(PZ, 15m) * 1.3 and FZ < 0.9',
        },
      }),
    ),
    deadBand: optional(deadBand()),
    composition: optional(
      structure('组合', 'Composition', compositionTree, {
        hidden: true,
        help: {
          zh: '由其他规则的条件组成，在“告警组合”中编辑',
          en: 'Made of the conditions of other rules; edited under “Alarm composition”',
        },
      }),
    ),
    triggerInterval: integer('触发延时', 'On delay', {
      from: 0,
      to: 86_400,
      unit: 's',
      initial: 60,
      help: { zh: '条件须持续这么久才告警', en: 'How long the condition must hold' },
    }),
    recoverInterval: integer('恢复延时', 'Off delay', {
      from: 0,
      to: 86_400,
      unit: 's',
      initial: 60,
      help: { zh: '须恢复这么久才解除', en: 'How long the value must be back' },
    }),
    algoUrl: choice('算法', 'Algorithm', ALGORITHMS, { initial: 'builtin:limit', hidden: true }),
    enable: flag('启用', 'In use', { initial: true }),
    remark: remark({ alias: 'rem' }),
  },
});
