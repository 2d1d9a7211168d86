import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freePort } from '#test/mosquitto.ts';
import { runningProduct, type RunningProduct } from '#test/running.ts';
import { silent } from '../database/log.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';

const DRAIN_MS = 2000;
const CALLERS = 8;

/** The processes that whoever shares out calls takes for ready, asked ten times a second as a proxy does. */
function balancer(all: readonly RunningProduct[], stop: AbortSignal): () => RunningProduct {
  let ready = [...all];
  let turn = 0;
  void (async () => {
    while (!stop.aborted) {
      const says = await Promise.all(
        all.map(({ baseUrl }) => fetch(`${baseUrl}/readyz`).then(({ ok }) => ok, () => false)), // prettier-ignore
      );
      ready = all.filter((_, i) => says[i]);
      await sleep(100);
    }
  })();
  return () => {
    const next = ready[turn++ % ready.length];
    if (!next) throw new Error('no process is ready');
    return next;
  };
}

// Takes a minute: only in the whole matrix.
describe.skipIf(!process.env['TEST_ALL'])('two processes that serve calls', () => {
  it('are each started again twice under calls, and none is refused or broken off', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'meterhouse-drain-'));
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: silent });
    const stop = new AbortController();
    const products: RunningProduct[] = [];
    try {
      for (let i = 0; i < 2; i++) {
        const product = await runningProduct(join(folder, 'files'), {
          DATABASE_URL: postgres.connectionString,
          MQTT_URL: `mqtt://127.0.0.1:${await freePort()}`,
          ROLES: 'api',
          DRAIN_SECONDS: String(DRAIN_MS / 1000),
        });
        products.push(product);
        await product.start();
      }
      const next = balancer(products, stop.signal);
      const answers = new Map<string, number>();
      const caller = async (): Promise<void> => {
        while (!stop.signal.aborted) {
          const answer = await fetch(`${next().baseUrl}/api/sys/getUserInfo`, {
            headers: { 'x-meterhouse': '1' },
          })
            .then(async (reply) => `${reply.status} ${((await reply.json()) as { code: number }).code}`)
            .catch((error: unknown) => String(error));
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
        }
      };
      const calling = Promise.all(Array.from({ length: CALLERS }, caller));
      for (let round = 0; round < 2; round++)
        for (const product of products) {
          const begun = performance.now();
          await product.stop();
          expect(performance.now() - begun).toBeGreaterThan(DRAIN_MS);
          expect(product.output).toContain('Stopping in 2 s');
          await product.start();
          // The proxy has to see that it is back.
          await sleep(500);
        }
      stop.abort();
      await calling;
      expect([...answers.keys()]).toEqual(['200 901']);
      expect(answers.get('200 901')).toBeGreaterThan(1000);
    } finally {
      stop.abort();
      for (const product of products) await product.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }, 180_000);
});
