import { setTimeout as sleep } from 'node:timers/promises';
import { rebuild, settle } from '#feature/meters/reading/server/public.ts';
import type { Database } from '#server/database/db.ts';
import { RawClient } from '#test/broker.ts';
import { usageText } from '#test/build/meter.ts';

const STEP_MS = 60_000;
const START = Date.UTC(2025, 0, 1);
/** Of each meter, so that hours of readings a minute apart do not reach the present: what lies ahead is quarantined. */
const VALUES_PER_S = 80;
/** A reading of a meter is a function of its number, so that what is stored can be compared with what was sent. */
const valueOf = (meter: number, n: number): number => meter * 1_000_000 + n;

/** Sender of one meter: each number once, again until it is acknowledged. */
export interface Sender {
  readonly meter: number;
  /** All below are acknowledged. */
  acked: number;
  sent: number;
}

/** Where a product listens. */
interface Doors {
  readonly baseUrl: string;
  readonly mqttPort: number;
}

/** Senders of meters M1, M2 …, none of which has sent anything. */
export const newSenders = (n: number): Sender[] =>
  Array.from({ length: n }, (_, i) => ({ meter: i + 1, acked: 0, sent: 0 }));

/** Lets all send, each value again until it is answered, until the signal: those of even meters over HTTP, the others over MQTT. */
export async function sendAll(
  doors: Doors,
  token: string,
  senders: readonly Sender[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    senders.map((sender) =>
      sender.meter % 2 === 0
        ? overHttp(doors, token, sender, signal)
        : overMqtt(doors, token, sender, signal),
    ),
  );
}

/** Waits until so many values of a sender are due. */
async function isDue(sent: number, began: number): Promise<void> {
  await sleep(Math.max(0, began + (sent / VALUES_PER_S) * 1000 - Date.now()));
}

const body = ({ meter }: Sender, from: number, n: number): string =>
  JSON.stringify({
    [`M${meter}`]: Array.from({ length: n }, (_, i) => ({
      ts: START + (from + i) * STEP_MS,
      values: { PP: valueOf(meter, from + i) },
    })),
  });

async function overHttp(
  { baseUrl }: Doors,
  token: string,
  sender: Sender,
  signal: AbortSignal,
): Promise<void> {
  const n = 50;
  const began = Date.now();
  while (!signal.aborted) {
    const from = sender.acked;
    await isDue(from, began);
    sender.sent = Math.max(sender.sent, from + n);
    try {
      const response = await fetch(`${baseUrl}/api/ingest/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body(sender, from, n),
        signal,
      });
      const taken = response.status === 200 && ((await response.json()) as { code: number }).code === 200;
      if (taken) sender.acked = from + n;
      else await sleep(20);
    } catch {
      await sleep(20);
    }
  }
}

async function overMqtt(
  { mqttPort }: Doors,
  token: string,
  sender: Sender,
  signal: AbortSignal,
): Promise<void> {
  const window = 40;
  const n = 5;
  const began = Date.now();
  while (!signal.aborted) {
    const client = new RawClient(mqttPort);
    const cut = (): void => void client.socket.destroy();
    signal.addEventListener('abort', cut, { once: true });
    if ((await client.login(token)) === 0) await publish(client, sender, began, window, n);
    client.socket.destroy();
    signal.removeEventListener('abort', cut);
    await sleep(20);
  }
}

/** Publishes until the connection closes. */
async function publish(
  client: RawClient,
  sender: Sender,
  began: number,
  window: number,
  n: number,
): Promise<void> {
  // Message k of this connection holds the numbers from `first` + (k − 1) × n.
  const first = sender.acked;
  let k = 0;
  for (;;) {
    while (k * n < sender.acked - first + window * n) {
      const from = first + k * n;
      await isDue(from, began);
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
    if (!(await client.next('puback'))) return;
    sender.acked += n;
  }
}

/** What became of the values that were acknowledged. */
export interface Outcome {
  acknowledged: number;
  lost: number;
  /** Stored twice, told as a correction, or with another value than was sent. */
  doubled: number;
  /** Meters whose figures differ from a rebuild of them. */
  stuck: number;
}

/** Compares what is stored with what was acknowledged, and the fold with a rebuild. */
export async function judge({ db, pool }: Database, senders: readonly Sender[]): Promise<Outcome> {
  const outcome = { acknowledged: 0, lost: 0, doubled: 0, stuck: 0 };
  for (const { meter, acked, sent } of senders) {
    const found = await pool.query<{ id: number }>('select id from ammeter where ammeter_code = $1', [
      `M${meter}`,
    ]);
    const id = found.rows[0]?.id ?? 0;
    const { rows } = await pool.query<{ at: string; pp: number }>(
      'select extract(epoch from ts)::bigint as at, pp from reading where meter_id = $1 order by ts',
      [id],
    );
    const numbers = rows.map(({ at }) => (Number(at) * 1000 - START) / STEP_MS);
    const right = numbers.filter((n, i) => rows[i]?.pp === valueOf(meter, n) && n < sent);
    const disputes = await pool.query('select from correction where meter_id = $1', [id]);
    const different = new Set(right);
    outcome.acknowledged += acked;
    outcome.lost += acked - [...different].filter((n) => n < acked).length;
    outcome.doubled += rows.length - different.size + disputes.rows.length;

    await settle(db, id);
    const folded = await usageText(db, id);
    await rebuild(db, id);
    const rebuilt = await usageText(db, id);
    if (folded.length === 0 || JSON.stringify(folded) !== JSON.stringify(rebuilt)) outcome.stuck++;
  }
  return outcome;
}
