import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { silent } from '#server/database/log.ts';
import { addTestGateway, eventually, openTestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { addPlan, addStation } from '#test/build/storage.ts';
import { createTestDatabase } from '#test/database.ts';
import { startIssuing } from './public.ts';

const DEVICE = join(import.meta.dirname, '../../../../../test/emsDevice.ts');
const PLANS = 8;
/** Between loading and answering. */
const SLOW_MS = 400;
const TIMEOUT_MS = 5000;
/** Each kill falls so long after it listens and has loaded a plan, ms: before any answer, and among the answers. */
const KILLED_AFTER_MS = [0, 150];

it('a device that is killed while plans are issued loads each once, and every one is accepted once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-ems-'));
  const file = join(folder, 'loaded');
  const database = await createTestDatabase();
  const { db, pool } = database;
  const broker = await openTestBroker(database);
  const issuing = startIssuing({ db, pool, log: silent, external: false, timeoutMs: TIMEOUT_MS });
  let device: ChildProcess | undefined;
  try {
    const { consumerId, siteId, meterIds } = await buildMeters(db, { meters: PLANS });
    const { id: gatewayId, token } = await addTestGateway(db, consumerId);
    const switchOn = async (): Promise<void> => {
      device = fork(DEVICE, [`mqtt://127.0.0.1:${broker.mqttPort}`, token, file, String(SLOW_MS)]);
      await once(device, 'message');
    };
    const kill = async (): Promise<void> => {
      const gone = device && once(device, 'exit');
      device?.kill('SIGKILL');
      await gone;
    };
    const loads = (): string[] =>
      (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []).filter((line) => line !== '');
    await switchOn();
    for (const [i, stationMeterId] of meterIds.entries()) {
      const station = { consumerId, siteId, stationMeterId, gatewayId, deviceName: `ems ${i}` };
      await addPlan(db, { stationId: await addStation(db, station), consumerId });
    }
    await sql`update plan_curve set plan_state = 'issued', issued_at = now(), attempts = 0, _next_at = null`.execute(db); // prettier-ignore
    await sql`select pg_notify('plan_issue', '')`.execute(db);
    for (const after of KILLED_AFTER_MS) {
      await eventually('a plan is loaded', () => Promise.resolve(loads().length > 0));
      await sleep(after);
      await kill();
      await switchOn();
    }
    const states = async (): Promise<string[]> =>
      (await sql<{ s: string }>`select distinct plan_state as s from plan_curve`.execute(db)).rows.map(
        ({ s }) => s,
      );
    await eventually(
      'every plan has ended',
      async () => !(await states()).includes('issued'),
      4 * TIMEOUT_MS,
    );
    expect(await states()).toEqual(['accepted']);
    expect(loads().map((line) => (JSON.parse(line) as { device: string }).device).sort()).toEqual(meterIds.map((_, i) => `ems ${i}`)); // prettier-ignore
    const replies = async (kind: string) =>
      (await sql`select from plan_reply where reply_kind = ${kind}`.execute(db)).rows.length;
    expect(await replies('accepted')).toBe(PLANS);
    // The kill fell where it was to fall: what was loaded stayed unanswered.
    expect(await replies('silent')).toBeGreaterThan(0);
  } finally {
    device?.kill('SIGKILL');
    await issuing.stop();
    await broker.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 90_000);
