import { CompositionInput, ExpressionInput } from '#feature/watch/compose/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

/** The fields that a way to raise asks for, beyond those of every rule. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  above: ['triggerFieldName', 'limitValue', 'deadBand', 'recoverInterval'],
  below: ['triggerFieldName', 'limitValue', 'deadBand', 'recoverInterval'],
  limitSet: ['triggerFieldName', 'recoverInterval'],
  silent: ['recoverInterval'],
  expression: ['expression', 'recoverInterval'],
  compose: ['composition', 'recoverInterval'],
  figure: ['figure', 'figureSide', 'minCoverage', 'limitValue', 'deadBand'],
};
const OF_SOME = new Set(Object.values(ASKED).flat());

export const slots: WebSlots = {
  shown: (name, values) =>
    name !== 'algoUrl' &&
    (!OF_SOME.has(name) || ASKED[String(values['triggerMethod'])]?.includes(name) === true),
  // What judges follows from what raises.
  follow: (values, changed) =>
    changed === 'triggerMethod'
      ? {
          ...values,
          algoUrl: values['triggerMethod'] === 'silent' ? 'builtin:silence' : 'builtin:limit',
        }
      : values,
  narrow: (field, name, values) =>
    name === 'triggerInterval' && values['triggerMethod'] === 'figure'
      ? {
          ...field,
          label: { zh: '时段结束后等待', en: 'Wait after the bucket' },
          help: {
            zh: '时段结束后等这么久再判断，留给迟到的数据',
            en: 'How long a bucket that is over is left to become whole before it is judged',
          },
        }
      : field,
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
