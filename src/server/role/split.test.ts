import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type BrowserToken, type MessagingConfig, WS_PATH } from '#feature/meters/messaging/contract.ts';
import { rebuild, settle } from '#feature/meters/reading/server/public.ts';
import { ROLES, type Role } from '#server/config.ts';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { addTestGateway, connectClient, eventually } from '#test/broker.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { freePort, MOSQUITTO, startMosquitto } from '#test/mosquitto.ts';
import { operatorOf, runningProduct, type RunningProduct } from '#test/running.ts';

const START = Date.UTC(2025, 0, 1);
const STEP_MS = 60_000;
const DOWN_MS = 30_000;
const MOST_MS = 120_000;

// Takes minutes: only in the whole matrix, and where Debian's mosquitto is installed.
describe.skipIf(!process.env['TEST_ALL'] || MOSQUITTO === undefined)(
  'roles in processes of their own, an external broker',
  () => {
    it('each killed alone, the database stopped for half a minute, the broker restarted: nothing that it holds is lost', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'meterhouse-split-'));
      const mosquitto = await startMosquitto();
      let postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: silent });
      const roles: RunningProduct[] = [];
      try {
        const address = postgres.connectionString;
        const wsPort = await freePort();
        const start = async (role: Role): Promise<RunningProduct> => {
          const product = await runningProduct(join(folder, 'files'), {
            DATABASE_URL: address,
            MQTT_URL: `mqtt://127.0.0.1:${mosquitto.port}`,
            // Pages that `api` serves find the broker of browsers there.
            MQTT_WS_PORT: String(wsPort),
            ROLES: role,
          });
          roles.push(product);
          await product.start();
          return product;
        };
        // All at once on an empty database, as an orchestrator would.
        const each = await Promise.all(ROLES.map(start));
        const { meterIds, token } = await prepare(address);
        const [meterId = 0, shown = 0] = meterIds;
        const sender = await connectClient(`mqtt://127.0.0.1:${mosquitto.port}`, { reconnectPeriod: 200 });
        let sent = 0;
        let acked = 0;
        const stop = new AbortController();
        const sending = (async () => {
          while (!stop.signal.aborted) {
            const n = sent++;
            const body = { M1: [{ ts: START + n * STEP_MS, values: { PP: n } }] };
            await sender.publishAsync(`gateway/${token}/v1/gateway/telemetry`, JSON.stringify(body), {
              qos: 1,
            });
            acked++;
            if (n % 20 === 0) await sleep(10);
          }
        })();
        const grows = async (): Promise<void> => {
          const goal = acked + 200;
          await eventually('messages go on', () => acked > goal, MOST_MS);
        };
        for (let round = 0; round < 2; round++) {
          for (const role of each) {
            await grows();
            await role.kill();
            await grows();
            await role.start();
          }
        }
        const live = await browserOf(each[ROLES.indexOf('api')]?.baseUrl ?? '');
        const body = { M2: [{ ts: Date.now(), values: { PZ: 5 } }] };
        await sender.publishAsync(`gateway/${token}/v1/gateway/telemetry`, JSON.stringify(body), { qos: 1 });
        await eventually(
          'a page hears of it',
          () => live.some((topic) => topic.endsWith(`/${shown}`)),
          MOST_MS,
        );
        await postgres.stop();
        await sleep(DOWN_MS);
        postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: silent });
        expect(postgres.connectionString).toBe(address);
        await grows();
        // Its one session keeps its subscription over a restart, so that senders need not wait.
        await mosquitto.stop();
        await sleep(1000);
        await mosquitto.start();
        await grows();
        stop.abort();
        await sending;
        sender.end(true);
        await compare(address, meterId, sent);
      } finally {
        for (const role of roles) await role.kill();
        await mosquitto.close();
        await postgres.stop();
        await rm(folder, { recursive: true, force: true });
      }
    }, 900_000);
  },
);

async function prepare(address: string): Promise<{ meterIds: readonly number[]; token: string }> {
  const database = await openDatabase(address, { log: silent });
  const { consumerId, meterIds } = await buildMeters(database.db, { meters: 2 });
  const { token } = await addTestGateway(database.db, consumerId);
  await database.close();
  return { meterIds, token };
}

/** Connects as a page does, by what the process with the calls tells it; the topics that it hears of. */
async function browserOf(baseUrl: string): Promise<readonly string[]> {
  const post = await operatorOf(baseUrl);
  const { host, port } = await post<MessagingConfig>('sys/mqtt/getConfig', {});
  const { token, accessKey, topics } = await post<BrowserToken>('sys/mqtt/getToken', {});
  const client = await connectClient(`ws://${host}:${port}${WS_PATH}`, {
    username: accessKey,
    password: token,
  });
  const heard: string[] = [];
  client.on('message', (topic) => void heard.push(topic));
  await client.subscribeAsync([...topics]);
  return heard;
}

/** Every message that the broker took is there once, and the fold equals a rebuild. */
async function compare(address: string, meterId: number, sent: number): Promise<void> {
  const database = await openDatabase(address, { log: silent });
  try {
    const count = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n from reading
        where meter_id = ${meterId} and pp = extract(epoch from ts - ${new Date(START)}::timestamptz) / 60`.execute(
        database.db,
      );
      return rows[0]?.n ?? 0;
    };
    await eventually('all is stored', async () => (await count()) === sent, MOST_MS).catch(
      async (error: unknown) => {
        throw new Error(`${await count()} of ${sent} are stored`, { cause: error });
      },
    );
    const all = await sql<{
      n: number;
    }>`select count(*)::integer as n from reading where meter_id = ${meterId}`.execute(database.db);
    expect(all.rows[0]?.n).toBe(sent);
    await settle(database.db, meterId);
    const folded = await usageText(database.db, meterId);
    await rebuild(database.db, meterId);
    expect(await usageText(database.db, meterId)).toEqual(folded);
  } finally {
    await database.close();
  }
}
