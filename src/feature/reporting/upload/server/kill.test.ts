import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { buildUploadScene, midnight, type UploadScene } from '#test/build/uploadScene.ts';
import { ok } from '#test/product.ts';
import { ALL_FAULTS } from '../../../../../simulator/platform/province.ts';
import type { BatchProgress } from '../contract.ts';

const WORKER = new URL('../../../../../test/uploadWorker.ts', import.meta.url);
const AT = '/api/yunshui/uploadRecord';

let scene: UploadScene | undefined;
let workers: ChildProcess[] = [];
afterEach(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  workers = [];
  await scene?.close();
});

const startWorker = ({ product, platformId }: UploadScene): ChildProcess => {
  const { database, services } = product;
  const worker = fork(WORKER, [database.connectionString, services.config.dataDir, String(platformId)]);
  workers.push(worker);
  return worker;
};

describe.each(['A', 'B'] as const)(
  'protocol %s, with all faults, two workers and kills midway',
  (protocol) => {
    it('what the platform knows is the truth, each figure once, with a receipt for every attempt (U7)', async () => {
      scene = await buildUploadScene(protocol, 7);
      const { product, mine, province, platformId, items } = scene;
      const { db } = product.database;
      const values = Array.from({ length: 96 * 5 }, (_, i) => (10 + ((i * 37) % 100) / 10).toFixed(1));
      await scene.store(midnight('2018-07-01'), values);
      province.faults = ALL_FAULTS;
      const params = { platformId, year: 2018, month: 7, dataCollectConfigureIds: `${items[0]},${items[1]}` };
      const { key } = ok(await mine.client.post<BatchProgress>(`${AT}/dataUpdate`, params));
      startWorker(scene);
      startWorker(scene);
      let last = 0;
      let kills = 0;
      for (let look = 0; look < 1200; look++) {
        await sleep(50);
        const { process, state } = ok(
          await mine.client.get<BatchProgress>(`${AT}/dataUpdateProcess`, { key }),
        );
        expect(process).toBeGreaterThanOrEqual(last);
        expect(process === 1).toBe(state === 'done');
        last = process;
        if (state === 'done') break;
        if (look > 20 && look % 30 === 0 && kills < 4) {
          // Whichever of them works: the one is killed, then the other.
          workers[kills % 2]?.kill('SIGKILL');
          workers[kills % 2] = startWorker(scene);
          workers.pop();
          kills++;
        }
        // Time runs faster here: what waits for a further attempt is due, also what waits for the next slot.
        await sql`update upload_detail set _due_at = now() where record_id = ${Number(key)} and figure_state in ('waiting', 'unknown')`.execute(db); // prettier-ignore
        await sql`update upload_record set _due_at = now(), record_state = case record_state when 'partial' then 'sending'
        else record_state end, ended_at = null where id = ${Number(key)} and record_state <> 'done'`.execute(
          db,
        );
      }
      expect(last).toBe(1);
      // In tenths of kWh and ten-thousandths of ten thousand kWh: whole numbers.
      const tenths = values.map((value) => Math.round(Number(value) * 10));
      const told = (from: number, n: number): string =>
        (
          Math.floor((tenths.slice(from, from + n).reduce((all, one) => all + one, 0) + 5) / 10) / 10_000
        ).toFixed(4);
      const truth = [
        ...tenths.map((_, i) => ['0', i, told(i, 1)]),
        ...[0, 1, 2, 3, 4].map((day) => ['1', day * 96, told(day * 96, 96)]),
      ];
      const indexOf = (statDate: string): number =>
        (Date.parse(`${statDate.replace(' ', 'T')}+08:00`) - midnight('2018-07-01')) / 900_000;
      const known = province
        .known()
        .map(({ statType, statDate, dataValue }) => [statType, indexOf(statDate), dataValue]);
      const byKey = (list: unknown[][]) => list.map(String).toSorted();
      expect(byKey(known)).toEqual(byKey(truth));
      expect(province.known().every(({ stored }) => stored === 1)).toBe(true);
      const { rows } = await sql<{ attempts: number; sent: number; answered: number; shas: number }>`
      select sum(d.attempts)::integer as attempts,
        (select count(*)::integer from upload_receipt where record_id = ${Number(key)} and topic = 'figure' and phase = 'sent') as sent,
        (select count(*)::integer from upload_receipt where record_id = ${Number(key)} and topic = 'figure' and phase = 'answered') as answered,
        (select max(n)::integer from (select count(distinct sha) as n from upload_receipt
          where record_id = ${Number(key)} and topic = 'figure' and phase = 'sent' group by detail_id) s) as shas
      from upload_detail d where d.record_id = ${Number(key)}`.execute(db);
      const found = rows[0];
      expect(found?.sent).toBe(found?.attempts);
      expect(found?.shas).toBe(1);
      expect(found?.answered).toBeLessThanOrEqual(found?.sent ?? 0);
      expect(kills).toBeGreaterThan(0);
      if (protocol === 'A') expect(found?.sent).toBeGreaterThanOrEqual(province.requests());
    });
  },
);
