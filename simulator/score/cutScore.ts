import { setTimeout as sleep } from 'node:timers/promises';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Client, Telemetry } from '../demonstration/client.ts';
import { type AlarmRow, recordsOf, runsOf } from './alarmCount.ts';
import { enterPlace, OF_RULES, OF_THE_PLATFORM, workOrders } from './place.ts';

const METERS = 40;
/** Three intervals of a minute pass before anything is silent, and a watch looks each half minute. */
const SILENT_MS = 10 * MINUTE_MS;
const BACK_MS = 5 * MINUTE_MS;
/** Long enough for every watch to look once more. */
const AGAIN_MS = 45_000;
const LOOK_MS = 2000;

type Send = (token: string, telemetry: Telemetry) => Promise<void>;

/** A gateway that was cut, with its meters. */
export interface Cut {
  readonly consumerId: number;
  readonly token: string;
  readonly codes: readonly string[];
}

const speak = (send: Send, { token, codes }: Cut, value: number): Promise<void> =>
  send(token, Object.fromEntries(codes.map((code) => [code, [{ ts: Date.now(), values: { PP: value } }]])));

/** Enters a gateway with meters, half of them with a rule on silence; it speaks once and is cut. */
export async function beginCut(client: Client, send: Send): Promise<Cut> {
  const { consumerId, siteId, token } = await enterPlace(client, 'CUT');
  const { id: alarmId } = await client.post<{ id: number }>('/api/event/alarm/add', {
    alarmName: 'Silence', consumerId, alarmLevel: '2', triggerMethod: 'silent', algoUrl: 'builtin:silence', triggerInterval: 0,
    recoverInterval: 0, enable: true, confirmed: true,
  }); // prettier-ignore
  await workOrders(client, consumerId, [OF_RULES, OF_THE_PLATFORM]);
  const codes: string[] = [];
  for (let i = 0; i < METERS; i++) {
    const code = `CUT-${i + 1}`;
    const { id: ammeterId } = await client.post<{ id: number }>('/api/archive/ammeter/add', {
      consumerId, siteId, ammeterCode: code, ammeterName: code, deviceType: DEVICE_TYPE.electricityMeter, dataType: ENERGY.electricity, intervalSeconds: 60,
    }); // prettier-ignore
    if (i % 2 === 0) await client.post('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId, enable: true }); // prettier-ignore
    codes.push(code);
  }
  const cut = { consumerId, token, codes };
  await speak(send, cut, 100);
  return cut;
}

/** Waits for the silence, lets the gateway speak again, and counts what was recorded of both and who was told. */
export async function scoreCut(client: Client, send: Send, cut: Cut): Promise<AlarmRow> {
  const { consumerId, codes } = cut;
  const records = () => recordsOf(client, { consumerId });
  await until(async () => (await records()).length > codes.length, SILENT_MS);
  await sleep(AGAIN_MS);
  const silent = await records();
  const told = await runsOf(client, consumerId);
  await speak(send, cut, 101);
  await until(async () => (await records()).every(({ clearedAt }) => clearedAt !== null), BACK_MS);
  await sleep(AGAIN_MS);
  const after = await records();
  const toldAfter = await runsOf(client, consumerId);
  const right = new Set(
    after
      .filter(({ raiseCount, clearedAt }) => raiseCount === 1 && clearedAt !== null)
      .map(({ ammeterId }) => ammeterId),
  );
  // The gateway's own record has no meter.
  const ofGateway = silent.filter(
    ({ ammeterId, alarmRecordId }) => ammeterId === null && told.has(alarmRecordId),
  );
  return {
    kind: 'a gateway that falls silent',
    known:
      'one record of it and of each of its meters, of which people are told once; all are over when it speaks',
    meters: METERS,
    alarms: METERS + 1,
    right: right.size,
    missed: METERS + 1 - right.size,
    wrong: 0,
    doubled: Math.max(silent.length, after.length) - (METERS + 1),
    told: toldAfter.size - ofGateway.length + (1 - ofGateway.length),
  };
}

async function until(test: () => Promise<boolean>, patienceMs: number): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(LOOK_MS)) if (await test()) return;
}
