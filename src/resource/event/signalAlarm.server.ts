import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import type { Text } from '#contract/text.ts';
import { isOfPoints } from '#domain/alarm/settings.ts';
import { readStates } from '#domain/signal/word.ts';
import type { Slots } from '#server/resource/slot.ts';
import { keepSignalVersion } from './alarm.server.ts';
import { signalAlarm } from './signalAlarm.ts';

interface Pair {
  readonly method: string;
  readonly state: number | null;
  readonly normal: number | null;
  readonly states: string;
}

const { alarmId, signalPointId } = signalAlarm.fields;
const refuse = (field: 'alarmId' | 'signalPointId', problem: Text): never => {
  throw badInput(aboutField((field === 'alarmId' ? alarmId : signalPointId).label, problem), field);
};

/** A rule is put to a point whose states it can tell apart. */
export const signalAlarmSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row = { ...before, ...values };
    const { rows } = await sql<Pair>`
      select a.trigger_method as method, a.signal_state as state, p.normal_state as normal, p.states_zh as states
      from alarm a, signal_point p
      where a.id = ${Number(row['alarmId'])} and p.id = ${Number(row['signalPointId'])}`.execute(trx);
    const [pair] = rows;
    if (!pair) return;
    if (!isOfPoints(pair.method))
      refuse('alarmId', {
        zh: '该规则不判断信号点，请选择触发方式为“信号状态”或“每日动作次数”的规则',
        en: 'the rule judges no signal points; choose one that is raised by the state of a signal point or its operations a day',
      });
    if (pair.method === 'operations') return;
    if (pair.state === null && pair.normal === null)
      refuse('signalPointId', {
        zh: '该点没有正常状态，规则也没有指定告警状态，永远不会告警；请填写其中之一',
        en: 'the point has no normal state and the rule names none: it would never be raised; fill in one of them',
      });
    if (pair.state !== null && readStates(pair.states)?.has(pair.state) === false)
      refuse('signalPointId', {
        zh: `该点没有规则指定的状态 ${pair.state}`,
        en: `the point has no state ${pair.state}, which the rule asks for`,
      });
  },
  afterSave: ({ trx }, row) => keepSignalVersion(trx, Number(row['alarmId'])),
  beforeDelete: ({ trx }, row) => keepSignalVersion(trx, Number(row['alarmId']), row.id),
};
