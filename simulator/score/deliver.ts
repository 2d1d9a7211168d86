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
  const names = new Map(
    rigs.flatMap(({ code, alias }) => (alias === undefined ? [] : [[code, alias] as const])),
  );
  const refusable = new Set(names.values());
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
      for (const { code, sent } of queue.slice(i, i + DELIVERY))
        (telemetry[names.get(code) ?? code] ??= []).push(sent);
      await send(baseUrl, token, telemetry, refusable);
    }
  }
  return count;
}

/** What a gateway does that is told to come again. */
async function send(
  baseUrl: string,
  token: string,
  telemetry: Telemetry,
  unknown: ReadonlySet<string>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const taken = (await sendTelemetry(baseUrl, token, telemetry)) as { rejectedCount: number };
      const expected = refusals(telemetry, unknown);
      if (taken.rejectedCount > expected)
        throw new Error(`${taken.rejectedCount} values were not taken, ${expected} of them should not be`);
      return;
    } catch (error) {
      if (tries === 5 || !(error instanceof Error && /429|503/.test(error.message))) throw error;
      await sleep(2000);
    }
  }
}

/** Values that need not be counted at once: of names that nobody knows yet, and registers below zero. */
function refusals(telemetry: Telemetry, unknown: ReadonlySet<string>): number {
  let count = 0;
  for (const [name, list] of Object.entries(telemetry))
    for (const { values } of list)
      for (const value of Object.values(values)) if (unknown.has(name) || Number(value) < 0) count++;
  return count;
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

/** Maps the names that nobody knew, as a person does, and waits until what waited for them is stored. */
export async function mapNames(client: Client, archive: Archive, rigs: readonly Rig[]): Promise<void> {
  const named = rigs.filter(({ alias }) => alias !== undefined);
  const { consumerId, gatewayIds, meterIds } = archive;
  for (const { alias, code, gateway } of named)
    await client.post('/api/archive/gatewayMapping/add', {
      consumerId,
      gatewayId: gatewayIds.get(gateway),
      deviceName: alias,
      ammeterId: meterIds.get(code),
    });
  const until = Date.now() + PATIENCE_MS;
  for (const { code, sent, season } of named)
    for (;;) {
      const { pagination } = await client.get<{ pagination: { total: number } }>(
        '/api/monitoring/overview/getReadings',
        { dataAmmeterId: meterIds.get(code) ?? 0, from: season.from, to: season.to + 1, pageSize: 1 },
      );
      if (pagination.total >= sent.length) break;
      if (Date.now() > until) throw new Error(`${code}: what waited for its name is not counted`);
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
