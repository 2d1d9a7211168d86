import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type Telemetry, sendTelemetry } from '../demonstration/client.ts';
import { noise } from '../plant/noise.ts';
import type { Archive } from './archive.ts';
import type { Rig, Sent } from './rig.ts';

/** Readings of one delivery. */
const DELIVERY = 4000;
const SEED = 2025;

/** Sends readings of all meters through their gateways, in an order that has nothing to do with time. */
export async function deliver(
  baseUrl: string,
  archive: Archive,
  rigs: readonly Rig[],
  readings: (rig: Rig) => readonly Sent[],
): Promise<number> {
  let count = 0;
  for (const [gateway, token] of archive.tokens) {
    const queue: { turn: number; code: string; sent: Sent }[] = [];
    for (const rig of rigs.filter((one) => one.gateway === gateway)) {
      const list = readings(rig);
      list.forEach((sent, i) => {
        const turn = rig.newestFirst ? 1 - i / list.length : noise(SEED + count, i);
        queue.push({ turn, code: rig.code, sent });
      });
      count += list.length;
    }
    queue.sort((a, b) => a.turn - b.turn);
    for (let i = 0; i < queue.length; i += DELIVERY) {
      const telemetry: Telemetry = {};
      for (const { code, sent } of queue.slice(i, i + DELIVERY)) (telemetry[code] ??= []).push(sent);
      await send(baseUrl, token, telemetry);
    }
  }
  return count;
}

/** What a gateway does that is told to come again. */
async function send(baseUrl: string, token: string, telemetry: Telemetry): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const taken = (await sendTelemetry(baseUrl, token, telemetry)) as { rejectedCount: number };
      if (taken.rejectedCount > 0) throw new Error(`${taken.rejectedCount} values were not taken`);
      return;
    } catch (error) {
      if (tries === 5 || !(error instanceof Error && /429|503/.test(error.message))) throw error;
      await sleep(2000);
    }
  }
}

const MARKS = /^meterhouse_dirty_intervals (\d+)/m;
const PATIENCE_MS = 900_000;

/** Resolves when nothing waits to be folded. */
export async function folded(baseUrl: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const text = await (await fetch(`${baseUrl}/metrics`)).text();
    if (MARKS.exec(text)?.[1] === '0') return;
    if (Date.now() > until) throw new Error('the fold does not come to its end');
    await sleep(200);
  }
}

/** Waits for a task. */
export async function finished(client: Client, id: number): Promise<void> {
  for (;;) {
    const task = await client.get<{ state: string; message: unknown }>('/api/task/get', { id });
    if (task.state === 'done') return;
    if (task.state === 'failed' || task.state === 'stopped')
      throw new Error(`task ${id}: ${task.state} ${JSON.stringify(task.message)}`);
    await sleep(100);
  }
}
