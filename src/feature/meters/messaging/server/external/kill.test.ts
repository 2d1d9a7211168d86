import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '#server/database/db.ts';
import { eventually } from '#test/broker.ts';
import { externalWorks, senderAt } from '#test/external.ts';
import { MOSQUITTO, startMosquitto } from '#test/mosquitto.ts';
import { runningProduct, type RunningProduct } from '#test/running.ts';

/** Until what waited in the sessions of a killed process has been taken: it is lost after 5 s, and then connects. */
const TAKEN_MS = 10_000;
const ROUNDS = 10;
const WAYS = [
  ['four sessions', '4'],
  ['one session', '1'],
] as const;

// Without the Debian package mosquitto there is no external broker to test with: skipped.
describe.skipIf(MOSQUITTO === undefined)('processes that take messages from an external broker', () => {
  it.each(WAYS)(
    `killed by -9 in mid-flow, ${ROUNDS} times, %s: others take what waits within seconds, nothing is lost or doubled`,
    async (_words, count) => {
      const folder = await mkdtemp(join(tmpdir(), 'meterhouse-external-'));
      const mosquitto = await startMosquitto();
      const works = await externalWorks(mosquitto);
      const running: RunningProduct[] = [];
      try {
        for (let i = 0; i < 2; i++) {
          const product = await runningProduct(join(folder, 'files'), {
            DATABASE_URL: works.database.connectionString,
            MQTT_URL: `mqtt://127.0.0.1:${mosquitto.port}`,
            MQTT_SESSIONS: count,
            ROLES: 'ingest',
          });
          running.push(product);
          await product.start();
        }
        const owners = async () => (await works.owners()).filter((owner) => owner !== null);
        const shared = count === '4' ? 2 : 1;
        await eventually('sessions are shared', async () => new Set(await owners()).size === shared, 20_000);
        const sender = await senderAt(mosquitto);
        let sent = 0;
        const stop = new AbortController();
        const sending = (async () => {
          while (!stop.signal.aborted) await works.send(sender, (sent += 10) - 10, 10);
        })();
        for (let round = 0; round < ROUNDS; round++) {
          const goal = sent + 300;
          await eventually('messages flow', () => sent > goal, 60_000);
          // On a busy machine a lease may run out and be taken again: there is nobody to kill for a moment.
          let holder: { readonly id: string; readonly name: string } | undefined;
          let victim: RunningProduct | undefined;
          await eventually(
            'a living process has a session',
            async () => {
              [holder] = await holders(works.database.db);
              victim = running.find(({ baseUrl }) => holder?.name.includes(`:${new URL(baseUrl).port}/`));
              return victim !== undefined;
            },
            TAKEN_MS,
          );
          await victim?.kill();
          const killed = performance.now();
          await eventually(
            'all sessions are taken',
            async () => {
              const now = await owners();
              return now.length === Number(count) && !now.includes(holder?.id ?? '');
            },
            TAKEN_MS,
          );
          const waiting = sent;
          await eventually('what waited is stored', async () => (await works.stored()) >= waiting, 30_000);
          expect(performance.now() - killed).toBeLessThan(40_000);
          if (round < ROUNDS - 1) await victim?.start();
        }
        await sleep(200);
        stop.abort();
        await sending;
        sender.end(true);
        await eventually(`all ${sent} are stored`, async () => (await works.stored()) === sent, 30_000).catch(
          async (error: unknown) => {
            throw new Error(`${await works.stored()} of ${sent} are stored`, { cause: error });
          },
        );
        const { rows } = await sql`select from correction`.execute(works.database.db);
        expect(rows).toHaveLength(0);
      } finally {
        for (const product of running) await product.kill();
        await works.close();
        await mosquitto.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
    900_000,
  );
});

/** Processes that have sessions. */
async function holders(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`select id::text, name from mqtt_taker t
    where exists (select from mqtt_session s where s.owner = t.id)`.execute(db);
  return rows;
}
