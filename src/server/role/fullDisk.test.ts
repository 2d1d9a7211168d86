import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { eventually, RawClient } from '#test/broker.ts';
import { prepareWorks, runningProduct } from '#test/running.ts';

const SIZE_MB = 420;
const LEFT_MB = 22;
const ROWS = 500;
const PUBLISH = {
  cmd: 'publish',
  topic: 'v1/gateway/telemetry',
  qos: 1,
  dup: false,
  retain: false,
} as const;
const START = Date.UTC(2025, 0, 1);

// Takes a minute and a small file system, which only root may mount: in the whole matrix where that is so.
const possible =
  process.env['TEST_ALL'] !== undefined && process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!possible)('a full disk', () => {
  it('is not acknowledged over, and it goes on by itself when there is room again', async ({ skip }) => {
    const folder = await mkdtemp(join(tmpdir(), 'meterhouse-full-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      skip('no file system may be mounted here');
    }
    const product = await runningProduct(join(folder, 'data'));
    try {
      await product.start();
      const { token } = await prepareWorks(product.baseUrl, 1);
      const { bavail, bsize } = await statfs(folder);
      const filler = join(folder, 'filler');
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_MB * 2 ** 20)));
      // Until the disk is full: the connection is closed with messages that are not acknowledged.
      const first = new RawClient(product.mqttPort);
      await first.login(token);
      let acked = 0;
      let sent = 0;
      for (;;) {
        first.send({ ...PUBLISH, messageId: 1 + sent, payload: body(sent) });
        sent++;
        if (!(await first.next('puback'))) break;
        acked++;
      }
      expect(acked).toBeLessThan(sent);
      expect((await fetch(`${product.baseUrl}/healthz`)).status).toBe(200);
      await rm(filler);
      // Nobody lends a hand: the gateway connects again and delivers again.
      await eventually('it is stored', () => delivered(product.mqttPort, token, body(acked)), 60_000);
      acked++;
      await product.stop();
      expect(await numbersIn(join(folder, 'data'))).toEqual(
        Array.from({ length: acked * ROWS }, (_, n) => n),
      );
    } finally {
      await product.kill();
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      await rm(folder, { recursive: true, force: true });
    }
  }, 300_000);
});

/** Delivers on a connection of its own, as a gateway that connects again. @returns whether it was acknowledged */
async function delivered(port: number, token: string, payload: string): Promise<boolean> {
  const client = new RawClient(port);
  await client.login(token);
  client.send({ ...PUBLISH, messageId: 1, payload });
  const answer = await client.next('puback');
  client.socket.destroy();
  return answer !== undefined;
}

const body = (k: number): string =>
  JSON.stringify({
    M1: Array.from({ length: ROWS }, (_, i) => {
      const n = k * ROWS + i;
      return { ts: START + n * 1000, values: { PP: n, IA: 1, IB: 2, IC: 3, UA: 4, UB: 5, UC: 6 } };
    }),
  });

/** The numbers of the readings that are stored, in their order. */
async function numbersIn(dataDir: string): Promise<number[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const database = await openDatabase(postgres.connectionString, { log: silent });
  try {
    const { rows } = await database.pool.query<{ pp: number }>('select pp from reading order by ts');
    return rows.map(({ pp }) => pp);
  } finally {
    await database.close();
    await postgres.stop();
  }
}
