import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { ask, killBackend, kindsOfBackends, restartPostgres } from '#test/attack/backends.ts';
import { callAll, newAnswers } from '#test/attack/caller.ts';
import { judge, newSenders, sendAll } from '#test/attack/sender.ts';
import { eventually } from '#test/broker.ts';
import { prepareWorks, runningProduct } from '#test/running.ts';

const METERS = 4;
const SINGLE = 24;
/** The product answers again within, on a busy machine. */
const AGAIN_MS = 20_000;

it('connections of every kind are cut and the database is restarted under load: no process ends, nothing is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-lost-'));
  const product = await runningProduct(folder);
  const stop = new AbortController();
  const answers = newAnswers();
  const senders = newSenders(METERS);
  let load: Promise<unknown> = Promise.resolve();
  try {
    await product.start();
    const { pid } = product;
    const works = await prepareWorks(product.baseUrl, METERS);
    load = Promise.all([
      sendAll(product, works.token, senders, stop.signal),
      callAll({ baseUrl: product.baseUrl, consumerId: works.consumerId }, 4, answers, stop.signal),
    ]);
    /** Everybody is answered again: each sender and the people. */
    const goesOn = async (): Promise<void> => {
      const goals = senders.map(({ acked }) => acked + 50);
      const calls = (answers.codes.get(200) ?? 0) + 10;
      await eventually(
        'everybody is answered again',
        () =>
          senders.every(({ acked }, i) => acked >= (goals[i] ?? 0)) && (answers.codes.get(200) ?? 0) >= calls,
        AGAIN_MS,
      );
    };
    await goesOn();

    const kinds = await kindsOfBackends(folder);
    expect(kinds.length).toBeGreaterThanOrEqual(3);
    for (const kind of kinds) await killBackend(folder, kind);
    let killed = 0;
    for (let i = 0; i < SINGLE; i++) {
      killed += await killBackend(folder);
      await sleep(40);
    }
    expect(killed).toBeGreaterThan(SINGLE / 2);
    await goesOn();

    await restartPostgres(folder);
    await goesOn();
    process.kill(
      Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]),
      'SIGKILL',
    );
    await goesOn();

    expect(product.pid).toBe(pid);
    // Nor does a thread, which would be started again unseen.
    expect(product.output).not.toMatch(/The [\w ]+ failed/);
    expect([...answers.wrong]).toEqual([]);
    expect(answers.codes.get(503)).toBeGreaterThan(0);
    // What listened listens again: the same kinds of connections as before.
    await eventually('all is as before', async () => {
      const now = await kindsOfBackends(folder);
      return kinds.every((kind) => now.includes(kind));
    });
    stop.abort();
    await load;
    const rows = await ask<{ code: string }>(folder, 'select supplier_code as code from supplier');
    const kept = new Set(rows?.map(({ code }) => code));
    expect([...answers.added].filter((code) => !kept.has(code))).toEqual([]);
    expect(rows).toHaveLength(kept.size);
    expect(answers.added.size).toBeGreaterThan(0);
  } finally {
    stop.abort();
    await load.catch(() => {});
    await product.stop();
  }
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent });
  const database = await openDatabase(postgres.connectionString, { log: silent });
  try {
    const acknowledged = senders.reduce((sum, { acked }) => sum + acked, 0);
    expect(await judge(database, senders)).toEqual({ acknowledged, lost: 0, doubled: 0, stuck: 0 });
  } finally {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 240_000);
