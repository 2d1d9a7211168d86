import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '#test/product.ts';
import { buildWholeEnterprise } from '#test/build/whole.ts';
import {
  buildUploadScene,
  fillArchive,
  join,
  midnight,
  PLANT,
  type UploadScene,
} from '#test/build/uploadScene.ts';
import { startProvince } from '../../../../../simulator/platform/province.ts';
import type { BatchProgress, CheckAnswer, ConvertRation, DryRun, FigureAnswer } from '../contract.ts';
import { sweep } from './changes.ts';

const AT = '/api/yunshui';
const JULY = { year: 2018, month: 7 };

let scene: UploadScene;
beforeAll(async () => {
  scene = await buildUploadScene('A');
  // July 2018: 5 July is 3522.44 kWh, the month 81674.41.
  const day = (total: number): string[] => {
    const each = Math.floor((total * 100) / 96) / 100;
    return Array.from({ length: 96 }, (_, i) => (i < 95 ? each : total - each * 95).toFixed(2));
  };
  const rest = (81_674.41 - 3522.44) / 30;
  const days = Array.from({ length: 31 }, (_, i) => (i === 4 ? 3522.44 : i === 30 ? 81_674.41 - 3522.44 - Math.round(rest * 100) / 100 * 29 : Math.round(rest * 100) / 100)); // prettier-ignore
  const values = days.flatMap(day);
  // Two quarters of 5 July are not there yet.
  const gap = 4 * 96;
  await scene.store(midnight('2018-07-01'), values.slice(0, gap));
  const fifth = day(3522.44);
  const early = [
    ...fifth.slice(2, 95),
    String((3522.44 - fifth.slice(2, 95).reduce((sum, kWh) => sum + Number(kWh), 0)).toFixed(2)),
  ];
  await scene.store(midnight('2018-07-05') + 2 * 900_000, early);
  await scene.store(midnight('2018-07-06'), values.slice(gap + 96));
});
afterAll(() => scene.close());

const start = async (params: object): Promise<BatchProgress> =>
  ok(
    await scene.mine.client.post<BatchProgress>(`${AT}/uploadRecord/dataUpdate`, {
      platformId: scene.platformId,
      ...params,
    }),
  );
const progress = async (key: string): Promise<BatchProgress> =>
  ok(await scene.mine.client.get<BatchProgress>(`${AT}/uploadRecord/dataUpdateProcess`, { key }));
const figures = async (where = sql`true`) => {
  const { rows } = await sql<{
    id: number;
    state: string;
    sent: string;
    revision: number;
    held: string | null;
    cause: string | null;
    prior: string | null;
    attempts: number;
  }>`
    select id, figure_state as state, sent_text as sent, revision, held_rule as held, cause, prior_text as prior, attempts
    from upload_detail where platform_id = ${scene.platformId} and ${where} order by stat_type, stat_date, revision`.execute(
    scene.product.database.db,
  );
  return rows;
};
const known = (statType: string, statDate: string): string | undefined =>
  scene.province.known().find((one) => one.statType === statType && one.statDate === statDate)?.dataValue;

describe('what is reported', () => {
  it('is the exact fold in the unit of the list, with the coefficient of the date (U2, U3)', async () => {
    const [, day, month] = scene.items;
    const { key, process } = await start({ ...JULY, dataCollectConfigureIds: `${day},${month}` });
    expect(process).toBe(0);
    await scene.run();
    expect(await progress(key)).toMatchObject({
      process: 1,
      state: 'done',
      counts: { total: 32, acknowledged: 32 },
    });
    expect(known('1', '2018-07-05 00:00:00')).toBe('0.3522');
    expect(known('2', '2018-07-01 00:00:00')).toBe('8.1674');
    expect(scene.province.known().find((one) => one.statType === '2')).toMatchObject({ dataCode: PLANT, convertRation: '1.229' }); // prettier-ignore
    const [one] = await figures(sql`stat_type = '1' and stat_date = ${new Date(midnight('2018-07-05'))}`);
    const answer = ok(
      await scene.mine.client.get<FigureAnswer>(`${AT}/uploadDetail/getReceipt`, { id: one?.id }),
    );
    expect(answer).toMatchObject({
      rawValue: '3522.44',
      bucket: { level: 3 },
      attempts: 1,
    });
    expect(answer.meters[0]).toMatchObject({
      value: '3522.44',
      unit: 'kWh',
      ammeterId: scene.mine.ammeterId,
    });
    expect(answer.revisions[0]?.receipts.map(({ phase }) => phase)).toEqual(['answered', 'sent']);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({
      dataValue: '0.3522',
      statDate: '2018-07-05 00:00:00',
    });
    const list = ok(await scene.mine.client.get<ConvertRation[]>(`${AT}/uploadRecord/getConvertRation`, { orgId: scene.mine.consumerId, date: '2018-07-05' })); // prettier-ignore
    expect(list[0]).toMatchObject({ convertRation: '1.229', unit: '万千瓦时' });
  });

  it('goes once: the same again sends nothing', async () => {
    const before = scene.province.requests();
    const { key } = await start({ ...JULY, dataCollectConfigureIds: `${scene.items[1]},${scene.items[2]}` });
    await scene.run();
    expect(await progress(key)).toMatchObject({ process: 1, counts: { total: 0, skipped: 32 } });
    expect(scene.province.requests()).toBe(before);
  });

  it('is checked before: every rule with its number, and the very bytes in a dry run', async () => {
    const answer = ok(await scene.mine.client.get<CheckAnswer>(`${AT}/uploadRecord/check`, { platformId: scene.platformId, statType: '2', date: '2018-07-01' })); // prettier-ignore
    const of = (rule: string) => answer.verdicts.find((one) => one.rule === rule);
    expect(answer.verdicts.map(({ rule }) => rule)).toHaveLength(21);
    expect(of('P08')).toMatchObject({ level: 'ok', figure: '0.0%' });
    expect(of('P01')).toMatchObject({ level: 'ok' });
    expect(of('P07')).toMatchObject({ level: 'ok', figure: '99.93%' });
    expect(of('P14')).toMatchObject({ count: 1 });
    const year = ok(await scene.mine.client.get<CheckAnswer>(`${AT}/uploadRecord/check`, { platformId: scene.platformId, statType: '3', date: '2018-07-01' })); // prettier-ignore
    expect(year.items[0]).toMatchObject({ held: true, rules: ['P04', 'P07'] });
    const dry = ok(await scene.mine.client.get<DryRun>(`${AT}/uploadRecord/dryRun`, { platformId: scene.platformId, statType: '0', date: '2018-07-05' })); // prettier-ignore
    expect(dry).toMatchObject({ figures: 94, held: 2, more: 74 });
    expect(JSON.parse(dry.requests[0]?.body ?? '')).toMatchObject({
      statType: '0',
      statDate: '2018-07-05 00:30:00',
    });
    expect(await figures(sql`stat_type = '0'`)).toEqual([]);
  });

  it('a late reading makes revisions of day and month with both values and the cause; equal texts send nothing (U9)', async () => {
    const at = midnight('2018-07-05');
    await scene.store(at, ['100']);
    expect(await sweep(scene.product.database.db, Date.parse('2018-08-10T00:00:00Z'))).toBe(2);
    await scene.run();
    const day = await figures(sql`stat_type = '1' and stat_date = ${new Date(at)}`);
    expect(day.map(({ state, sent, revision, prior }) => [state, sent, revision, prior])).toEqual([
      ['superseded', '0.3522', 1, null],
      ['acknowledged', '0.3622', 2, '0.3522'],
    ]);
    expect(day[1]?.cause).toMatch(/3522\.44 → 3622\.44 kWh/);
    expect(known('1', '2018-07-05 00:00:00')).toBe('0.3622');
    expect(known('2', '2018-07-01 00:00:00')).toBe('8.1774');
    const before = scene.province.requests();
    await scene.store(at + 900_000, ['0.01']);
    expect(await sweep(scene.product.database.db, Date.parse('2018-08-10T00:00:00Z'))).toBe(0);
    await scene.run();
    expect(scene.province.requests()).toBe(before);
  });

  it('that was acknowledged stays so and says where its data became doubtful; people are told', async () => {
    const db = scene.product.database.db;
    const now = Date.parse('2018-08-10T00:00:00Z');
    const fifth = sql`stat_type = '1' and stat_date = ${new Date(midnight('2018-07-05'))} and revision = 2`;
    const told = async (): Promise<string[]> =>
      (
        await sql<{ en: string }>`select text ->> 'en' as en from notice where kind = 'uploadChanged'
          and object_id = ${scene.platformId} and ended_at is null`.execute(db)
      ).rows.map(({ en }) => en);
    const most = (value: string | null) =>
      sql`update data_collect_configure set data_value_max = ${value}::numeric where id = ${scene.items[1]}`.execute(
        db,
      );
    const requests = scene.province.requests();
    await most('0.1');
    await sweep(db, now);
    expect((await figures(fifth))[0]).toMatchObject({ state: 'acknowledged', held: 'P10' });
    expect(await told()).toEqual([expect.stringContaining('acknowledged figures rest on data')]);
    await most(null);
    await sweep(db, now);
    expect((await figures(fifth))[0]).toMatchObject({ state: 'acknowledged', held: null });
    expect(await told()).toEqual([]);
    expect(scene.province.requests()).toBe(requests);
  });

  it('batches are called in both languages', async () => {
    const { key } = await start({ ...JULY, dataCollectConfigureIds: scene.items[1] });
    const { rows } = await sql<{ zh: string; en: string }>`select record_name as zh, record_name_en as en
      from upload_record where id = ${Number(key)}`.execute(scene.product.database.db);
    expect(rows).toEqual([{ zh: '日 2018-07-01 – 2018-07-31', en: 'Day 2018-07-01 – 2018-07-31' }]);
    await scene.run();
  });

  it('stands in the tasks of who filed it, ends there, and stops from there', async () => {
    const tasks = async () =>
      ok(
        await scene.mine.client.get<{
          list: {
            id: number;
            kind: string;
            label: string;
            state: string;
            message: string;
            progress: number;
          }[];
        }>('/api/task/getlist'),
      ).list.filter(({ kind }) => kind === 'upload');
    for (const one of await tasks())
      if (one.state !== 'running') await scene.mine.client.post('/api/task/dismiss', { id: one.id });
    const filed = { ...JULY, dataCollectConfigureIds: scene.items[1] };
    await start(filed);
    expect(await tasks()).toMatchObject([
      { state: 'running', progress: 0, label: expect.stringContaining('Day 2018-07-01 – 2018-07-31') },
    ]);
    await scene.run();
    expect(await tasks()).toMatchObject([{ state: 'done', progress: 1, message: '0 of 0 acknowledged' }]);
    const before = scene.province.requests();
    const { key } = await start({ ...JULY, dataCollectConfigureIds: scene.items[0] });
    const [mine] = await tasks();
    ok(await scene.mine.client.post('/api/task/stop', { id: mine?.id }));
    expect(await tasks()).toMatchObject([{ state: 'stopping' }, { state: 'done' }]);
    await scene.run();
    expect(await tasks()).toMatchObject([{ state: 'stopped' }, { state: 'done' }]);
    expect(await progress(key)).toMatchObject({ state: 'stopped' });
    expect(scene.province.requests()).toBe(before);
  });

  it('below 90 % of its period it is held, from 90 % on it goes (U5)', async () => {
    const db = scene.product.database.db;
    const from = midnight('2018-05-01');
    await scene.store(
      from,
      Array.from({ length: 2976 - 298 }, () => '10'),
    );
    const { key } = await start({ year: 2018, month: 5, dataCollectConfigureIds: scene.items[2] });
    await scene.run();
    expect(await progress(key)).toMatchObject({ process: 1, counts: { held: 1, acknowledged: 0 } });
    const may = sql`stat_type = '2' and stat_date = ${new Date(from)}`;
    expect((await figures(may))[0]).toMatchObject({
      held: 'P07',
      cause: '完整率 89.98%，低于 90% | coverage 89.98%, below 90 %',
    });
    await scene.store(from + (2976 - 298) * 900_000, ['10']);
    const again = await start({ year: 2018, month: 5, dataCollectConfigureIds: scene.items[2] });
    await scene.run();
    expect((await progress(again.key)).counts).toMatchObject({ held: 0, acknowledged: 1 });
    const { rows } = await sql<{
      coverage: string;
    }>`select coverage::text from upload_detail where ${may}`.execute(db);
    expect(rows[0]?.coverage).toMatch(/^0\.9002/);
    expect(known('2', '2018-05-01 00:00:00')).toBe('2.6790');
  });

  it('stops between figures; asked for again it sends the rest alone (U8)', async () => {
    await scene.store(
      midnight('2018-11-01'),
      Array.from({ length: 480 }, () => '10'),
    );
    const november = { year: 2018, month: 11, dataCollectConfigureIds: scene.items[0] };
    const { key } = await start(november);
    const before = scene.province.requests();
    scene.province.faults = { slow: 0.2 };
    const running = scene.run();
    while (scene.province.requests() - before < 140) await new Promise((done) => setTimeout(done, 5));
    ok(await scene.mine.client.get(`${AT}/uploadRecord/dataUpdateStop`, { key }));
    await running;
    scene.province.faults = {};
    const first = scene.province.requests() - before;
    const stopped = await progress(key);
    expect(stopped).toMatchObject({ state: 'stopped', counts: { acknowledged: first, held: 2400 } });
    expect([first >= 140, first < 480, stopped.process < 1]).toEqual([true, true, true]);
    // Asked once more it says the same; one that is done cannot be stopped.
    ok(await scene.mine.client.get(`${AT}/uploadRecord/dataUpdateStop`, { key }));
    const again = await start(november);
    await scene.run();
    expect(await progress(again.key)).toMatchObject({ process: 1, state: 'done', counts: { held: 2400, acknowledged: 480 - first, skipped: first } }); // prettier-ignore
    expect(
      await scene.mine.client.get(`${AT}/uploadRecord/dataUpdateStop`, { key: again.key }),
    ).toMatchObject({
      code: 409,
    });
    expect(scene.province.requests() - before).toBe(480);
  });

  it('a key that runs out midway is renewed once; addresses of other hosts are not used (U10)', async () => {
    const { registry } = scene.province;
    registry.addresses = { enterpriseDataURL: 'http://127.0.0.1:1/steal' };
    registry.expireKeys();
    const keys = registry.keys;
    await scene.store(
      midnight('2018-09-01'),
      Array.from({ length: 96 * 30 }, () => '10'),
    );
    const { key } = await start({ year: 2018, month: 9, dataCollectConfigureIds: scene.items[1] });
    await scene.run();
    expect(await progress(key)).toMatchObject({ process: 1, counts: { acknowledged: 30 } });
    expect(registry.keys - keys).toBe(1);
    ok(
      await (
        await scene.product.operator()
      ).post('/api/hunan/uploadservice/regist', { platformId: scene.platformId }),
    );
    const { rows } = await sql<{ fault: string; addresses: object }>`select last_fault as fault, s.addresses
      from platform_info p join platform_secret s on s.platform_id = p.id where p.id = ${scene.platformId}`.execute(
      scene.product.database.db,
    );
    expect(rows[0]).toMatchObject({ addresses: {}, fault: expect.stringContaining('其他主机') as string });
    registry.addresses = {};
  });

  it('an item that the platform refuses is held, and goes when it is mended there', async () => {
    const { registry } = scene.province;
    await sql`delete from upload_archive_state where platform_id = ${scene.platformId}`.execute(
      scene.product.database.db,
    );
    registry.refusing.add(PLANT);
    await scene.store(
      midnight('2018-10-01'),
      Array.from({ length: 96 }, () => '10'),
    );
    const one = { year: 2018, month: 10, dataCollectConfigureIds: scene.items[1] };
    const { key } = await start(one);
    await scene.run();
    expect((await progress(key)).counts).toMatchObject({ held: 31, acknowledged: 0 });
    expect((await figures(sql`held_rule = 'P04'`))[0]?.cause).toContain('1012');
    registry.refusing.clear();
    const again = await start(one);
    await scene.run();
    expect((await progress(again.key)).counts).toMatchObject({ held: 30, acknowledged: 1 });
  });

  it('belongs to its enterprise: another sees neither key nor figure, and sends nothing (U11)', async () => {
    const other = await buildWholeEnterprise(scene.product);
    const { key } = await start({ ...JULY, dataCollectConfigureIds: scene.items[1] });
    const [one] = await figures();
    const asked = [
      other.client.get(`${AT}/uploadRecord/dataUpdateProcess`, { key }),
      other.client.get(`${AT}/uploadRecord/dataUpdateStop`, { key }),
      other.client.post(`${AT}/enterpriseInfo/reUpload`, { uploadDetailId: one?.id }),
      other.client.get(`${AT}/uploadDetail/getReceipt`, { id: one?.id }),
      other.client.post(`${AT}/uploadRecord/dataUpdate`, { platformId: scene.platformId, ...JULY }),
    ];
    for (const reply of await Promise.all(asked)) expect(reply).toMatchObject({ code: 404 });
    await scene.run();
    expect((await progress(key)).state).toBe('done');
  });

  it('history is cleared on request: receipts and what the platform has stay, the log says who (U12)', async () => {
    const db = scene.product.database.db;
    const count = async (of: string): Promise<number> =>
      (
        await sql<{
          n: number;
        }>`select count(*)::integer as n from ${sql.table(of)} where platform_id = ${scene.platformId}`.execute(
          db,
        )
      ).rows[0]?.n ?? 0;
    const receipts = await count('upload_receipt');
    const acknowledged = (await figures(sql`figure_state = 'acknowledged'`)).length;
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const removed = ok(await scene.mine.client.post<{ records: number }>(`${AT}/uploadRecord/manualDelHisRec`, { platformId: scene.platformId, dt1: today, dt2: today })); // prettier-ignore
    expect(removed.records).toBeGreaterThan(5);
    expect(await count('upload_receipt')).toBe(receipts);
    expect(await count('upload_record')).toBe(0);
    expect((await figures(sql`figure_state = 'acknowledged'`)).length).toBe(acknowledged);
    expect(await figures(sql`figure_state in ('held', 'superseded')`)).toEqual([]);
    const { rows } =
      await sql`select from oper_log where resource = 'uploadRecord' and action = 'del'`.execute(db);
    expect(rows).toHaveLength(1);
    await expect(sql`delete from upload_receipt`.execute(db)).rejects.toThrow('receipts are kept');
    await expect(sql`update upload_receipt set code = '0'`.execute(db)).rejects.toThrow('receipts are kept');
    const before = scene.province.requests();
    const { key } = await start({ ...JULY, dataCollectConfigureIds: scene.items[1] });
    await scene.run();
    expect((await progress(key)).counts).toMatchObject({ total: 0, skipped: 31 });
    expect(scene.province.requests()).toBe(before);
  });
});

describe('protocol B', () => {
  it('registers, sends its archive and many figures in one request', async () => {
    const other = await startProvince();
    await fillArchive(scene.product, await buildWholeEnterprise(scene.product));
    const platformId = await join(scene.product, scene.mine, { protocol: 'B', url: other.url });
    const { key } = await start({
      platformId,
      year: 2018,
      month: 11,
      dataCollectConfigureIds: scene.items[0],
    });
    const { runPlatform } = await import('./loop.ts');
    const { silent } = await import('#server/database/log.ts');
    await runPlatform(scene.product.database, scene.product.services.config, silent, platformId);
    expect(await progress(key)).toMatchObject({
      process: 1,
      state: 'done',
      counts: { acknowledged: 480, held: 2400 },
    });
    expect(other.known()).toHaveLength(480);
    expect(other.requests()).toBe(1);
    await other.close();
  });
});
