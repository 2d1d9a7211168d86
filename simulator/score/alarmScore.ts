import { setTimeout as sleep } from 'node:timers/promises';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { type Client, sendTelemetry, type Telemetry } from '../demonstration/client.ts';
import { noise } from '../plant/noise.ts';
import { ALARM_STORIES, type AlarmStory, MINUTES, readingsOf, RULE, type Sent } from './alarmStory.ts';
import { type AlarmRow, countOf, recordsOf, runsOf, sumOf } from './alarmCount.ts';
import { trueAlarms } from './alarmTruth.ts';
import { enterPlace, OF_RULES, workOrders } from './place.ts';

interface Rig {
  readonly story: AlarmStory;
  readonly code: string;
  readonly meterId: number;
  readonly first: readonly Sent[];
  readonly later: readonly Sent[];
  readonly ahead: readonly Sent[];
}

const METERS_A_KIND = 3;
const DELIVERY = 2000;
/** The day ends so long ago that nothing of it is due any more. */
const AGO_MS = 40 * MINUTE_MS;
const PATIENCE_MS = 600_000;

/** Enters an enterprise with meters, a rule on all of them and a linkage, sends their days in shuffled order and compares. */
export async function scoreAlarms(client: Client, say: (line: string) => void): Promise<AlarmRow[]> {
  const now = Date.now();
  const end = now - AGO_MS - (now % MINUTE_MS);
  const { token, rigs, consumerId } = await enter(client, end - MINUTES * MINUTE_MS);
  say(
    `${rigs.length} meters for a day of alarms, ${rigs.reduce((n, one) => n + one.first.length, 0)} readings in shuffled order`,
  );
  await deliver(client.baseUrl, token, rigs, ({ first, ahead }) => [...first, ...ahead]);
  await judged(client.baseUrl);
  await deliver(client.baseUrl, token, rigs, ({ later }) => later);
  await judged(client.baseUrl);
  const told = await runsOf(client, consumerId);
  const rows: AlarmRow[] = [];
  for (const story of ALARM_STORIES)
    rows.push(
      await rowOf(
        client,
        story,
        rigs.filter((one) => one.story === story),
        end,
        told,
      ),
    );
  return rows;
}

async function enter(
  client: Client,
  start: number,
): Promise<{ token: string; rigs: Rig[]; consumerId: number }> {
  const add = async <T extends { id: number }>(path: string, values: object): Promise<T> =>
    client.post<T>(`/api/${path}/add`, { ...values });
  const { consumerId, siteId, token } = await enterPlace(client, 'ALARM');
  const { id: alarmId } = await add('event/alarm', {
    alarmName: 'Power', consumerId, alarmLevel: '2', triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: RULE.limit,
    deadBand: RULE.deadBand, triggerInterval: RULE.onDelay, recoverInterval: RULE.offDelay, enable: true, confirmed: true,
  }); // prettier-ignore
  await workOrders(client, consumerId, [OF_RULES]);
  const rigs: Rig[] = [];
  for (const [k, story] of ALARM_STORIES.entries())
    for (let i = 0; i < METERS_A_KIND; i++) {
      const code = `AL-${k + 1}-${i + 1}`;
      const { id: meterId } = await add('archive/ammeter', {
        consumerId, siteId, ammeterCode: code, ammeterName: code, deviceType: DEVICE_TYPE.electricityMeter, dataType: ENERGY.electricity, intervalSeconds: 60,
      }); // prettier-ignore
      await add('event/objectAlarm', { consumerId, ammeterId: meterId, alarmId, enable: true });
      rigs.push({ story, code, meterId, ...readingsOf(story, start, 100 * k + i) });
    }
  return { token, rigs, consumerId };
}

async function deliver(
  baseUrl: string,
  token: string,
  rigs: readonly Rig[],
  sentOf: (rig: Rig) => readonly Sent[],
): Promise<void> {
  const queue = rigs.flatMap((rig, k) =>
    sentOf(rig).map((sent, i) => ({ rig, sent, turn: noise(77 + k, i) })),
  );
  queue.sort((a, b) => a.turn - b.turn);
  for (let i = 0; i < queue.length; i += DELIVERY) {
    const telemetry: Telemetry = {};
    for (const { rig, sent } of queue.slice(i, i + DELIVERY))
      (telemetry[rig.code] ??= []).push({ ts: sent.ts, values: { PZ: sent.value } });
    await sendTelemetry(baseUrl, token, telemetry);
  }
}

const MARKS = /^meterhouse_alarm_marks (\d+)/m;

/** Resolves when nothing waits to be judged. */
export async function judged(baseUrl: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const text = await (await fetch(`${baseUrl}/metrics`)).text();
    if (MARKS.exec(text)?.[1] === '0') return;
    if (Date.now() > until) throw new Error('the judging of alarms does not come to its end');
    await sleep(200);
  }
}

async function rowOf(
  client: Client,
  story: AlarmStory,
  rigs: readonly Rig[],
  end: number,
  told: ReadonlySet<number>,
): Promise<AlarmRow> {
  const counts = [];
  for (const { first, later, meterId } of rigs) {
    const records = await recordsOf(client, { ammeterId: meterId });
    // Meters whose day is over have fallen silent since, which the platform tells by itself.
    const ofRule = records.filter(({ alarmId }) => alarmId !== null);
    counts.push(countOf(trueAlarms([...first, ...later], end), ofRule, told));
  }
  return { kind: story.kind, known: story.known, meters: rigs.length, ...sumOf(counts) };
}
