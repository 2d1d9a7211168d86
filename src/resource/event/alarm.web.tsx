import { ALARM_FIGURES, type AlarmFigure, needsCoverage } from '#contract/alarmFigure.ts';
import { CompositionInput, ExpressionInput } from '#feature/watch/compose/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

const isFigure = (value: unknown): value is AlarmFigure => String(value) in ALARM_FIGURES;

/** The fields that a way to raise asks for, beyond those of every rule. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  above: ['triggerFieldName', 'limitValue', 'deadBand', 'recoverInterval'],
  below: ['triggerFieldName', 'limitValue', 'deadBand', 'recoverInterval'],
  limitSet: ['triggerFieldName', 'recoverInterval'],
  silent: ['recoverInterval'],
  expression: ['expression', 'recoverInterval'],
  compose: ['composition', 'recoverInterval'],
  figure: ['figure', 'figureSide', 'minCoverage', 'limitValue', 'deadBand'],
  signal: ['signalState', 'recoverInterval'],
  operations: ['limitValue'],
};
const OF_SOME = new Set(Object.values(ASKED).flat());

/** Fields that some ways to raise cannot do without. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  triggerFieldName: ['above', 'below', 'limitSet'],
  limitValue: ['above', 'below', 'figure', 'operations'],
  expression: ['expression'],
  composition: ['compose'],
  figure: ['figure'],
  figureSide: ['figure'],
  minCoverage: ['figure'],
};
/** The on delay of a rule on figures. */
const WAIT = {
  label: { zh: '时段结束后等待', en: 'Wait after its end' },
  help: {
    zh: '时段结束后等这么久再判断，留给迟到的数据',
    en: 'How long an hour or day that is over is left to become whole before it is evaluated',
  },
};

/** The limit of a rule that counts operations. */
const MOST_A_DAY = {
  label: { zh: '每日最多动作次数', en: 'Most operations a day' },
  help: {
    zh: '当日（站点时间）动作超过该次数时告警，日终解除',
    en: 'Raised by the first operation beyond it in a day of the site; over with the day',
  },
};

export const slots: WebSlots = {
  shown: (name, values) =>
    name !== 'algoUrl' &&
    // A count only grows until its day is over.
    !(name === 'triggerInterval' && values['triggerMethod'] === 'operations') &&
    // A share is itself how much is known.
    !(name === 'minCoverage' && isFigure(values['figure']) && !needsCoverage(values['figure'])) &&
    (!OF_SOME.has(name) || ASKED[String(values['triggerMethod'])]?.includes(name) === true),
  // What judges follows from what raises.
  follow: (values, changed) =>
    changed === 'triggerMethod'
      ? {
          ...values,
          algoUrl: values['triggerMethod'] === 'silent' ? 'builtin:silence' : 'builtin:limit',
        }
      : values,
  narrow: (field, name, values) => {
    const method = String(values['triggerMethod']);
    if (method === 'figure' && name === 'triggerInterval') return { ...field, ...WAIT };
    if (method === 'operations' && name === 'limitValue') return { ...field, ...MOST_A_DAY, required: true };
    return NEEDED[name]?.includes(method) ? { ...field, required: true } : field;
  },
  inputs: { expression: ExpressionInput, composition: CompositionInput },
  actions: [
    {
      key: 'replay',
      label: { zh: '回放', en: 'Replay' },
      permission: 'view',
      run: async (row) => {
        location.hash = `#/SDNAlertConfig/Replay?alarm=${row.id}`;
      },
    },
  ],
};
