import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Client, Telemetry } from '../demonstration/client.ts';
import { noise } from '../plant/noise.ts';
import type { AlarmRow } from './alarmCount.ts';
import { enterPlace } from './place.ts';
import {
  ASKED,
  DAY_S,
  QUARTERS,
  SOURCE_KINDS,
  type SourceDay,
  sourceDay,
  type SourceKind,
  type TrueSpan,
} from './sourceStory.ts';

/** The doors of the product. */
type Doors = Pick<Client, 'get' | 'post'>;

/** How a score goes on: sends, and waits until all is folded and judged, or a task has ended. */
export interface SourceWays {
  readonly send: (token: string, telemetry: Telemetry) => Promise<void>;
  readonly settled: () => Promise<void>;
  readonly ended: (taskId: number) => Promise<void>;
}

const ZONE = 'Asia/Shanghai';
const QUARTER_MS = 900_000;
const METERS = 3;
const DELIVERY = 500;

interface Rig {
  readonly code: string;
  readonly meterId: number;
  readonly pointId: number;
  readonly day: SourceDay;
}

interface Sent {
  readonly code: string;
  readonly ts: number;
  readonly values: Readonly<Record<string, number>>;
}

/**
 * Enters meters with breakers and rules on figures, on signal points and on both together; sends yesterday in shuffled order, a
 * third of it after all the rest was judged; replays each rule over that day and compares with what a hand finds.
 */
export async function scoreSources(
  doors: Doors,
  ways: SourceWays,
  kinds = SOURCE_KINDS,
): Promise<AlarmRow[]> {
  const start = Math.floor((Date.now() + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS - DAY_MS;
  const { token, rigs, rules } = await enter(doors);
  const queue = rigs
    .flatMap((rig, k) => sentOf(rig, start).map((sent, i) => ({ sent, turn: noise(91 + k, i) })))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ sent }) => sent);
  const first = Math.floor((queue.length * 2) / 3);
  for (const part of [queue.slice(0, first), queue.slice(first)]) {
    await deliver(ways, token, part);
    await ways.settled();
  }
  const rows: AlarmRow[] = [];
  for (const one of kinds)
    rows.push(await rowOf(doors, ways, { one, rigs, start, alarmId: rules[one.rule] }));
  return rows;
}

async function enter(doors: Doors) {
  const add = async <T extends { id: number }>(path: string, values: object): Promise<T> =>
    doors.post<T>(`/api/${path}/add`, { ...values });
  const { consumerId, siteId, token } = await enterPlace(doors, 'SOURCES');
  const rule = async (alarmName: string, rest: object): Promise<number> => {
    const asked = { consumerId, alarmLevel: '2', triggerInterval: 0, recoverInterval: 0, enable: true, confirmed: true };
    return (await add('event/alarm', { alarmName, ...asked, ...rest })).id;
  }; // prettier-ignore
  const power = await rule('Power', { triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: ASKED.power }); // prettier-ignore
  const figure = await rule('Hour', { triggerMethod: 'figure', figure: 'hourEnergy', figureSide: 'above', minCoverage: 95, limitValue: ASKED.hourEnergy }); // prettier-ignore
  const open = await rule('Open', { triggerMethod: 'signal' });
  const signal = await rule('Open long', { triggerMethod: 'signal', triggerInterval: ASKED.onDelay, recoverInterval: ASKED.offDelay }); // prettier-ignore
  const operations = await rule('Often', { triggerMethod: 'operations', limitValue: ASKED.operations });
  const rigs: Rig[] = [];
  for (let k = 0; k < METERS; k++) {
    const code = `SO-${k + 1}`;
    const { id: meterId } = await add('archive/ammeter', {
      consumerId, siteId, ammeterCode: code, ammeterName: code, deviceType: DEVICE_TYPE.electricityMeter, dataType: ENERGY.electricity, intervalSeconds: 900,
    }); // prettier-ignore
    const { id: pointId } = await add('archive/signalPoint', {
      pointName: `QF ${k + 1}`, pointCode: `QF${k + 1}`, consumerId, siteId, ammeterId: meterId, signalKey: 'QF', kind: '1',
      statesZh: '0=分闸,1=合闸', statesEn: '0=Open,1=Closed', normalState: 1, expectedSeconds: 0,
    }); // prettier-ignore
    for (const alarmId of [open, signal, operations])
      await add('event/signalAlarm', { alarmId, consumerId, signalPointId: pointId, enable: true });
    rigs.push({ code, meterId, pointId, day: sourceDay(40 + k) });
  }
  const parts = [power, figure, open];
  const all = await rule('All', { triggerMethod: 'compose', composition: { kind: 'and', parts } });
  const two = await rule('Two', { triggerMethod: 'compose', composition: { kind: 'atLeast', need: 2, parts } }); // prettier-ignore
  const named = rigs.map(({ meterId: meter }) => ({ rule: power, meter }));
  const meters = await rule('Meters', { triggerMethod: 'compose', composition: { kind: 'atLeast', need: 2, parts: named } }); // prettier-ignore
  for (const { meterId } of rigs)
    for (const alarmId of [figure, all, two, meters])
      await add('event/objectAlarm', { alarmId, consumerId, ammeterId: meterId, enable: true });
  return { token, rigs, rules: { figure, signal, operations, all, two, meters } };
}

/** What a meter and its breaker told of their day. */
function sentOf({ code, day }: Rig, start: number): Sent[] {
  const sent: Sent[] = [];
  let tenths = 10_000;
  for (let q = 0; q <= QUARTERS; q++) {
    const values = { PP: tenths / 10, PZ: day.powers[q] ?? 80 };
    if (!day.lost.has(q)) sent.push({ code, ts: start + q * QUARTER_MS, values });
    tenths += Math.round((day.energies[q] ?? 0) * 10);
  }
  for (const { second, value } of day.positions)
    sent.push({ code, ts: start + second * 1000, values: { QF: value } });
  return sent;
}

async function deliver({ send }: SourceWays, token: string, all: readonly Sent[]): Promise<void> {
  for (let i = 0; i < all.length; i += DELIVERY) {
    const telemetry: Telemetry = {};
    for (const { code, ts, values } of all.slice(i, i + DELIVERY))
      (telemetry[code] ??= []).push({ ts, values });
    await send(token, telemetry);
  }
}

interface Replayed {
  readonly meters: {
    readonly list: readonly {
      readonly ammeterId: number;
      readonly draft: { readonly episodes: readonly { raisedAt: number; clearedAt: number | null }[] };
    }[];
  };
}

interface Asked {
  readonly one: SourceKind;
  readonly rigs: readonly Rig[];
  readonly start: number;
  readonly alarmId: number;
}

async function rowOf(
  doors: Doors,
  ways: SourceWays,
  { one, rigs, start, alarmId }: Asked,
): Promise<AlarmRow> {
  const date = dateAt(ZONE, start);
  const { taskId } = await doors.post<{ taskId: number }>('/api/event/alarm/replay', { alarmId, begin: date, end: date, matterMinutes: 1 }); // prettier-ignore
  await ways.ended(taskId);
  const { meters } = await doors.get<Replayed>('/api/event/alarm/getReplay', { id: taskId, pageSize: 100 });
  const days = rigs.map((rig) => rig.day);
  const sum = { alarms: 0, right: 0, missed: 0, wrong: 0, doubled: 0 };
  for (const { meterId, pointId, day } of rigs) {
    const id = one.rule === 'signal' || one.rule === 'operations' ? pointId : meterId;
    const second = (at: number) => Math.round((at - start) / 1000);
    const found = (meters.list.find(({ ammeterId }) => ammeterId === id)?.draft.episodes ?? []).map(
      ({ raisedAt, clearedAt }): TrueSpan => ({
        raised: second(raisedAt),
        // What ends with the day is not over within it.
        cleared: clearedAt === null || second(clearedAt) >= DAY_S ? null : second(clearedAt),
      }),
    );
    const left = [...found];
    const truth = one.truth(day, days);
    sum.alarms += truth.length;
    for (const span of truth) {
      const i = left.findIndex(({ raised, cleared }) => raised === span.raised && cleared === span.cleared);
      if (i >= 0) sum.right += left.splice(i, 1).length;
      else sum.missed += 1;
    }
    for (const span of left) sum[overlaps(span, found) ? 'doubled' : 'wrong'] += 1;
  }
  return { kind: one.kind, known: one.known, meters: rigs.length, ...sum, told: 0 };
}

const overlaps = (one: TrueSpan, all: readonly TrueSpan[]): boolean =>
  all.some(
    (other) =>
      other !== one && other.raised <= (one.cleared ?? DAY_S) && one.raised <= (other.cleared ?? DAY_S),
  );
