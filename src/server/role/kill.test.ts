import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { rebuild, settle } from '#feature/reading/server/public.ts';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { usageText } from '#test/build/meter.ts';
import { RawClient } from '#test/broker.ts';
import { prepareWorks, runningProduct, type RunningProduct } from '#test/running.ts';

// Twice in every test run, twenty times in the whole matrix.
const ROUNDS = process.env['TEST_ALL'] ? 20 : 2;
const METERS = 4;
const STEP_MS = 60_000;
const START = Date.UTC(2025, 0, 1);
/** A reading of a meter is a function of its number, so that what is stored can be compared with what was sent. */
const valueOf = (meter: number, n: number): number => meter * 1_000_000 + n;

/** Senders of one meter: each number once, again until it is acknowledged. */
interface Sender {
  readonly meter: number;
  /** All below are acknowledged. */
  acked: number;
  sent: number;
}

it(`kill -9 of everything, ${ROUNDS} times at full speed over both doors: what was acknowledged is there, once`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-kill-'));
  const product = await runningProduct(folder);
  try {
    await product.start();
    const token = await prepareWorks(product.baseUrl, METERS);
    const senders: Sender[] = Array.from({ length: METERS }, (_, i) => ({ meter: i + 1, acked: 0, sent: 0 }));
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) await product.start();
      const before = senders.map(({ acked }) => acked);
      const stop = new AbortController();
      const running = senders.map((sender) =>
        sender.meter % 2 === 0
          ? overHttp(product, token, sender, stop.signal)
          : overMqtt(product, token, sender, stop.signal),
      );
      while (senders.some(({ acked }, i) => acked < (before[i] ?? 0) + 300)) await sleep(20);
      await sleep(Math.random() * 400);
      await product.kill();
      stop.abort();
      await Promise.all(running);
    }
    await compare(folder, senders);
  } finally {
    await product.kill();
    await rm(folder, { recursive: true, force: true });
  }
}, 1_800_000);

const body = ({ meter }: Sender, from: number, n: number): string =>
  JSON.stringify({
    [`M${meter}`]: Array.from({ length: n }, (_, i) => ({
      ts: START + (from + i) * STEP_MS,
      values: { PP: valueOf(meter, from + i) },
    })),
  });

async function overHttp(
  { baseUrl }: RunningProduct,
  token: string,
  sender: Sender,
  signal: AbortSignal,
): Promise<void> {
  const n = 50;
  while (!signal.aborted) {
    const from = sender.acked;
    sender.sent = Math.max(sender.sent, from + n);
    try {
      const response = await fetch(`${baseUrl}/api/ingest/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body(sender, from, n),
        signal,
      });
      if (response.status === 200 && ((await response.json()) as { code: number }).code === 200)
        sender.acked = from + n;
    } catch {
      await sleep(20);
    }
  }
}

async function overMqtt(
  { mqttPort }: RunningProduct,
  token: string,
  sender: Sender,
  signal: AbortSignal,
): Promise<void> {
  const window = 40;
  const n = 5;
  while (!signal.aborted) {
    const client = new RawClient(mqttPort);
    signal.addEventListener('abort', () => client.socket.destroy(), { once: true });
    if ((await client.login(token)) !== 0) {
      client.socket.destroy();
      await sleep(20);
      continue;
    }
    // Message k of this connection holds the numbers from `first` + (k − 1) × n.
    const first = sender.acked;
    let k = 0;
    for (;;) {
      while (k * n < sender.acked - first + window * n) {
        const from = first + k * n;
        sender.sent = Math.max(sender.sent, from + n);
        k++;
        client.send({
          cmd: 'publish',
          topic: 'v1/gateway/telemetry',
          qos: 1,
          messageId: 1 + ((k - 1) % 60_000),
          payload: body(sender, from, n),
          dup: false,
          retain: false,
        });
      }
      const ack = await client.next('puback');
      if (!ack) break;
      sender.acked += n;
    }
  }
}

/** Compares what is stored with what was acknowledged, and the fold with a rebuild. */
async function compare(dataDir: string, senders: readonly Sender[]): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const database = await openDatabase(postgres.connectionString, { log: silent });
  try {
    for (const { meter, acked, sent } of senders) {
      const found = await database.pool.query<{ id: number }>(
        'select id from ammeter where ammeter_code = $1',
        [`M${meter}`],
      );
      const id = found.rows[0]?.id ?? 0;
      const { rows } = await database.pool.query<{ at: string; pp: number }>(
        'select extract(epoch from ts)::bigint as at, pp from reading where meter_id = $1 order by ts',
        [id],
      );
      const numbers = rows.map(({ at }) => (Number(at) * 1000 - START) / STEP_MS);
      expect(rows.filter(({ pp }, i) => pp !== valueOf(meter, numbers[i] ?? -1))).toEqual([]);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.filter((n) => n < acked)).toHaveLength(acked);
      expect(numbers.at(-1) ?? -1).toBeLessThan(sent);
      const disputes = await database.pool.query('select from correction where meter_id = $1', [id]);
      expect(disputes.rows).toEqual([]);

      await settle(database.db, id);
      const folded = await usageText(database.db, id);
      await rebuild(database.db, id);
      expect(await usageText(database.db, id)).toEqual(folded);
      expect(folded.length).toBeGreaterThan(0);
    }
  } finally {
    await database.close();
    await postgres.stop();
  }
}
