import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import type { Log } from '#server/database/log.ts';
import { addTestGateway, connectClient, openTestBroker, type TestBroker } from './broker.ts';
import { buildMeters } from './build/meter.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { Mosquitto } from './mosquitto.ts';

/** Times of leases that make tests short. */
export const QUICK = { beat: 100, fence: 600, lost: 1200, unable: 800, unwanted: 1500, quiet: 500 };

const T = Date.UTC(2025, 5, 1);

/** A works with a gateway, its meters (the first is M1), and processes that take its messages from an external broker. */
export interface ExternalWorks {
  readonly database: TestDatabase;
  readonly consumerId: number;
  readonly siteId: number;
  readonly meterIds: readonly number[];
  readonly gateway: { readonly id: number; readonly token: string };
  /** Starts one more process; `env` adds settings. */
  readonly process: (env?: Readonly<Record<string, string>>, log?: Log) => Promise<TestBroker>;
  /** Publishes readings, one a message: number n has the value n. Resolves when the broker has acknowledged all. */
  readonly send: (client: MqttClient, from: number, n: number) => Promise<unknown>;
  /** How many readings are stored with their value; a wrong value counts as -1,000. */
  readonly stored: () => Promise<number>;
  /** Sessions by the processes that have them, as the database knows them. */
  readonly owners: () => Promise<(string | null)[]>;
  readonly close: () => Promise<void>;
}

/** Prepares a works; without a broker nothing is connected yet. */
export async function externalWorks(
  mosquitto: Pick<Mosquitto, 'port'>,
  { meters = 1 }: { meters?: number } = {},
): Promise<ExternalWorks> {
  const database = await createTestDatabase();
  const { consumerId, siteId, meterIds } = await buildMeters(database.db, { meters });
  const gateway = await addTestGateway(database.db, consumerId);
  const processes: TestBroker[] = [];
  return {
    database,
    consumerId,
    siteId,
    meterIds,
    gateway,
    async process(env = {}, log) {
      const product = await openTestBroker(database, {
        env: { MQTT_URL: `mqtt://127.0.0.1:${mosquitto.port}`, ...env },
        leaseTimes: QUICK,
        ...(log ? { log } : {}),
      });
      processes.push(product);
      return product;
    },
    send: (client, from, n) =>
      Promise.all(
        Array.from({ length: n }, (_, i) =>
          client.publishAsync(
            `gateway/${gateway.token}/v1/gateway/telemetry`,
            JSON.stringify({ M1: [{ ts: T + (from + i) * 1000, values: { PP: from + i } }] }),
            { qos: 1 },
          ),
        ),
      ),
    async stored() {
      const { rows } = await sql<{ n: number }>`
        select coalesce(sum(case when pp = extract(epoch from ts - ${new Date(T)}::timestamptz) then 1 else -1000 end),
          0)::integer as n from reading where meter_id = ${meterIds[0]}`.execute(database.db);
      return rows[0]?.n ?? 0;
    },
    async owners() {
      const { rows } = await sql<{ owner: string | null }>`
        select owner::text from mqtt_session order by client_id`.execute(database.db);
      return rows.map(({ owner }) => owner);
    },
    async close() {
      for (const product of processes) await product.close();
      await database.close();
    },
  };
}

/** A log that keeps its sentences. */
export function keptLog(): { log: Log; said: string[] } {
  const said: string[] = [];
  const keep = (message: unknown): void => void said.push(String(message));
  return { log: { debug: keep, info: keep, warn: keep, error: keep, fatal: keep } as unknown as Log, said };
}

/** Connects a sender. */
export const senderAt = ({ port }: Pick<Mosquitto, 'port'>): Promise<MqttClient> =>
  connectClient(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 100 });
