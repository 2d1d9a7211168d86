import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { judge, newSenders, sendAll, type Sender } from '#test/attack/sender.ts';
import { prepareWorks, runningProduct } from '#test/running.ts';

const ROUNDS = 20;
const METERS = 4;

it(`kill -9 of everything, ${ROUNDS} times at full speed over both doors: what was acknowledged is there, once`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-kill-'));
  const product = await runningProduct(folder);
  try {
    await product.start();
    const { token } = await prepareWorks(product.baseUrl, METERS);
    const senders = newSenders(METERS);
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) await product.start();
      const before = senders.map(({ acked }) => acked);
      const stop = new AbortController();
      const running = sendAll(product, token, senders, stop.signal);
      while (senders.some(({ acked }, i) => acked < (before[i] ?? 0) + 300)) await sleep(20);
      await sleep(Math.random() * 400);
      await product.kill();
      stop.abort();
      await running;
    }
    await compare(folder, senders);
  } finally {
    await product.kill();
    await rm(folder, { recursive: true, force: true });
  }
}, 1_800_000);

async function compare(dataDir: string, senders: readonly Sender[]): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const database = await openDatabase(postgres.connectionString, { log: silent });
  try {
    const acknowledged = senders.reduce((sum, { acked }) => sum + acked, 0);
    expect(await judge(database, senders)).toEqual({ acknowledged, lost: 0, doubled: 0, stuck: 0 });
  } finally {
    await database.close();
    await postgres.stop();
  }
}
