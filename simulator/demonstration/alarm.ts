import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Client } from './client.ts';
import type { Desk } from './desk.ts';

/** A rule of a plant on some of its meters, each with a limit of its own (kW). */
interface DemoRule {
  readonly name: string;
  readonly nameEn: string;
  readonly level: '1' | '2' | '3' | '4';
  /** By the code of the meter; null = it is judged by the rule alone. */
  readonly limits: Readonly<Record<string, number | null>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A demand that lasts: two intervals of a quarter of an hour. */
const power = (limitValue: number) => ({
  alarmType: '1',
  triggerMethod: 'above',
  triggerFieldName: 'PZ',
  limitValue,
  deadBand: 200,
  triggerInterval: 900,
  recoverInterval: 900,
});
const silence = {
  alarmType: '3',
  triggerMethod: 'silent',
  algoUrl: 'builtin:silence',
  triggerInterval: 60,
  recoverInterval: 0,
};

const RULES: Readonly<Record<string, readonly DemoRule[]>> = {
  steel: [
    { name: '电炉功率越上限', nameEn: 'Furnace power high', level: '2', limits: { 'E-104': 24_600, 'E-107': 17_000 }, values: power(24_600) },
    { name: '主变负荷偏高', nameEn: 'Main transformer loaded', level: '1', limits: { 'E-102': null }, values: power(61_000) },
    { name: '进线无数据', nameEn: 'Infeed silent', level: '1', limits: { 'E-101': null, 'E-102': null }, values: silence },
  ],
  campus: [
    { name: '办公楼功率偏高', nameEn: 'Office power high', level: '3', limits: { 'E-02': null }, values: { ...power(270), deadBand: 10 } },
    { name: '进线无数据', nameEn: 'Infeed silent', level: '1', limits: { 'E-01': null }, values: silence },
  ],
}; // prettier-ignore

/** A rule of a plant on some of its signal points, by their codes. */
interface DemoSignalRule {
  readonly name: string;
  readonly nameEn: string;
  readonly level: '1' | '2' | '3' | '4';
  readonly points: readonly string[];
  /** How long the position may last, s. */
  readonly delay: number;
}

const SIGNAL_RULES: Readonly<Record<string, readonly DemoSignalRule[]>> = {
  steel: [
    { name: '断路器跳闸', nameEn: 'Breaker opened', level: '1', points: ['Q-101'], delay: 0 },
    { name: '门未关', nameEn: 'Door left open', level: '4', points: ['D-01'], delay: 300 },
  ],
}; // prettier-ignore

async function enterSignalRules(desk: Desk, plant: string, consumerId: number): Promise<void> {
  for (const { name, nameEn, level, points, delay } of SIGNAL_RULES[plant] ?? []) {
    const alarmId = await desk.ensure(
      'event/alarm',
      { consumerId, alarmName: name },
      {
        alarmNameEn: nameEn,
        alarmLevel: level,
        alarmType: '1',
        triggerMethod: 'signal',
        triggerInterval: delay,
        recoverInterval: 0,
        enable: true,
      },
    );
    for (const pointCode of points) {
      const point = await desk.find('archive/signalPoint', { consumerId, pointCode });
      if (point)
        await desk.ensure(
          'event/signalAlarm',
          { alarmId, signalPointId: point.id },
          { consumerId, enable: true },
        );
    }
  }
}

/** Enters the alarm rules of a plant, the meters that they judge, and that an urgent one opens a work order. */
export async function enterAlarms(
  desk: Desk,
  plant: string,
  consumerId: number,
  meterIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { name, nameEn, level, limits, values } of RULES[plant] ?? []) {
    const alarmId = await desk.ensure(
      'event/alarm',
      { consumerId, alarmName: name },
      { alarmNameEn: nameEn, alarmLevel: level, enable: true, ...values },
    );
    for (const [code, limit] of Object.entries(limits)) {
      const ammeterId = meterIds.get(code);
      const objectAlarmId = await desk.ensure(
        'event/objectAlarm',
        { alarmId, ammeterId },
        { consumerId, enable: true },
      );
      if (limit !== null)
        await desk.ensure(
          'event/objectAlarmParam',
          { objectAlarmId, paramName: '限值' },
          { paramNameEn: 'Limit', consumerId, paramCode: 'limit', paramValue: limit, ix: 1 },
        );
    }
  }
  await enterSignalRules(desk, plant, consumerId);
  if (plant === 'steel') await enterComposition(desk, consumerId, meterIds);
  await desk.ensure(
    'alarm/linkageConfig',
    { consumerId, linkageName: '紧急告警建工单' },
    {
      linkageNameEn: 'Work order for urgent alarms',
      eventType: '0',
      levels: ['1'],
      linkageType: '5',
      delay: 0,
      enable: '1',
    },
  );
  if (plant === 'steel') await enterGroups(desk, consumerId);
}

/** Both furnaces at full load at once, judged at the transformer that feeds them. */
async function enterComposition(
  desk: Desk,
  consumerId: number,
  meterIds: ReadonlyMap<string, number>,
): Promise<void> {
  const rule = await desk.known('event/alarm', { consumerId, alarmName: '电炉功率越上限' });
  const alarmId = await desk.ensure(
    'event/alarm',
    { consumerId, alarmName: '两台电炉同时满负荷' },
    {
      alarmNameEn: 'Both furnaces at full load',
      alarmLevel: '3',
      triggerMethod: 'compose',
      composition: {
        kind: 'and',
        parts: ['E-104', 'E-107'].map((code) => ({ rule, meter: meterIds.get(code) })),
      },
      triggerInterval: 0,
      recoverInterval: 900,
      enable: true,
    },
  );
  await desk.ensure(
    'event/objectAlarm',
    { alarmId, ammeterId: meterIds.get('E-102') },
    { consumerId, enable: true },
  );
}

/** Who is told of urgent alarms: the duty electrician, and the energy manager when nobody confirms within half an hour. */
async function enterGroups(desk: Desk, consumerId: number): Promise<void> {
  const group = (groupName: string, groupNameEn: string, rest: object): Promise<number> =>
    desk.ensure(
      'alarm/alertGroup',
      { consumerId, groupName },
      { groupNameEn, levels: ['1'], enable: '1', ...rest },
    );
  const nextGroupId = await group('能源管理', 'Energy management', { onRaise: false });
  const onDuty = await group('电气值班', 'Duty electricians', {
    onRaise: true,
    escalateAfter: 30,
    nextGroupId,
  });
  const turns = [
    [onDuty, 'electrician', '电工值班', 'Electrician on duty'],
    [nextGroupId, 'steel', '主管', 'Manager'],
  ] as const;
  for (const [alertGroupId, userName, dutyName, dutyNameEn] of turns) {
    const account = await desk.find('sys/orgEmployee', { userName });
    if (account)
      await desk.ensure(
        'alarm/alertMember',
        { alertGroupId, dutyName },
        { dutyNameEn, consumerId, employeeId: account.id, state: '1' },
      );
  }
}

const POLL_MS = 2000;
/** So many looks that find nothing to confirm: all of the past has been judged. */
const QUIET_LOOKS = 5;
const MOST_LOOKS = 150;

/** Confirms what ended before yesterday, as whoever was on duty did then, as the past is judged. @param person of the plant */
export async function confirmPast(person: Client, consumerId: number): Promise<void> {
  const endTime = new Date(Date.now() - DAY_MS).toISOString();
  const over = { enterpriseId: consumerId, process: '0', alarmStatus: '0', dateType: '2', endTime };
  for (let quiet = 0, looks = 0; quiet < QUIET_LOOKS && looks < MOST_LOOKS; looks++) {
    const { list } = await person.get<{ readonly list: readonly { readonly id: number }[] }>(
      '/api/alarm/record/getDataTablePageAnt',
      { ...over, current: 1, pageSize: 500 },
    );
    const ids = list.map(({ id }) => id).join();
    const told =
      ids === ''
        ? []
        : await person.post<readonly { readonly ok: boolean }[]>('/api/alarm/record/editState', {
            ids,
            state: 1,
            procInfo: '已核对',
          });
    quiet = told.some(({ ok }) => ok) ? 0 : quiet + 1;
    await sleep(POLL_MS);
  }
}
