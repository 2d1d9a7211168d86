import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, unique } from '#test/build.ts';
import { buildUploadScene, midnight, type UploadScene } from '#test/build/uploadScene.ts';
import { type Client, ok } from '#test/product.ts';
import type { ArchiveLine, BatchProgress, FigureAnswer, PlatformHeads } from '../contract.ts';

const HUNAN = '/api/hunan';
const MAY = { year: 2019, month: 5 };
/** Where one figure is sent again, for both protocols. */
const AGAIN = [
  '/api/yunshui/enterpriseInfo/reUpload',
  '/api/hunan/enterpriseInfo/reUpload',
  '/api/hunan/uploadservice/reupload',
];

interface Filed {
  readonly key: string;
  readonly process: number;
  readonly uploadRecordId: number;
}

let scene: UploadScene;
let operator: Client;
beforeAll(async () => {
  scene = await buildUploadScene('A');
  operator = await scene.product.operator();
  await scene.store(
    midnight('2019-05-01'),
    Array.from({ length: 96 }, () => '10'),
  );
});
afterAll(() => scene.close());

const rowOf = async (id: number) => {
  const { rows } = await sql<{ enable: string; uploadTime: string; registered: boolean }>`
    select enable, upload_time as "uploadTime", register_state = 'registered' as registered
    from platform_info where id = ${id}`.execute(scene.product.database.db);
  return rows[0];
};
const progress = async (key: string): Promise<BatchProgress> =>
  ok(await scene.mine.client.get<BatchProgress>('/api/yunshui/uploadRecord/dataUpdateProcess', { key }));

it('a platform is switched on after it was registered, not before', async () => {
  const id = await add(operator, 'platformInfo', {
    platformName: unique('Platform '),
    consumerId: scene.mine.consumerId,
    protocol: 'B',
    baseUrl: `${scene.province.url}/b`,
    plainHttp: true,
  });
  const switched = (enable: number) => operator.post(`${HUNAN}/platformInfo/enableUpload`, { id, enable });
  expect(await switched(1)).toMatchObject({ code: 409 });
  expect(await rowOf(id)).toMatchObject({ enable: '0', registered: false });
  ok(await operator.post(`${HUNAN}/uploadservice/regist`, { platformId: id }));
  expect(await rowOf(id)).toMatchObject({ enable: '0', registered: true });
  ok(await switched(1));
  expect(await rowOf(id)).toMatchObject({ enable: '1' });
  ok(await switched(0));
  expect(await rowOf(id)).toMatchObject({ enable: '0' });
});

it('the time of reports is kept in hours and minutes; what is no time is refused', async () => {
  const timed = (uploadTime: string) =>
    operator.post(`${HUNAN}/platformInfo/editUploadTime`, { id: scene.platformId, uploadTime });
  ok(await timed('07:30:00'));
  expect(await rowOf(scene.platformId)).toMatchObject({ uploadTime: '07:30' });
  expect(await timed('25:00')).toMatchObject({ code: 400, field: 'uploadTime' });
  expect(await rowOf(scene.platformId)).toMatchObject({ uploadTime: '07:30' });
});

it('the archive is sent as a batch of its own, which answers its key and how far it is', async () => {
  const filed = ok(
    await scene.mine.client.post<Filed>(`${HUNAN}/uploadservice/upload`, {
      platformId: scene.platformId,
      kind: 'info',
      rows: JSON.stringify([{ resource: 'dataCollectConfigure' }]),
    }),
  );
  expect(filed).toEqual({ key: String(filed.uploadRecordId), process: 0, uploadRecordId: expect.any(Number) }); // prettier-ignore
  const { rows } = await sql<{
    kind: string;
    state: string;
  }>`select record_kind as kind, record_state as state
    from upload_record where id = ${filed.uploadRecordId} and platform_id = ${scene.platformId}`.execute(
    scene.product.database.db,
  );
  expect(rows).toEqual([{ kind: 'info', state: 'prepared' }]);
  await scene.run();
  const { process, state, counts } = await progress(filed.key);
  expect({ process, state }).toEqual({ process: 1, state: 'done' });
  expect(counts.total).toBeGreaterThanOrEqual(scene.items.length);
  expect(counts.acknowledged).toBe(counts.total);
  const refused = await scene.mine.client.post(`${HUNAN}/uploadservice/upload`, { platformId: scene.platformId, kind: 'data' }); // prettier-ignore
  expect(refused).toMatchObject({ code: 400, field: 'year' });
});

it('who files a batch is told in the language of the reader', async () => {
  const { client, consumerId, userId } = scene.mine;
  const { rows } = await sql<{ name: string }>`update org_employee set name_en = 'Li Wei' where id = ${userId}
    returning name`.execute(scene.product.database.db);
  ok(await client.post(`${HUNAN}/uploadservice/upload`, { platformId: scene.platformId, kind: 'info' }));
  await scene.run();
  const starter = async (language: 'zh' | 'en'): Promise<string | null | undefined> => {
    const heads = await client.in(language).get<PlatformHeads>('/api/yunshui/platformInfo/getHeads', { orgId: consumerId }); // prettier-ignore
    return ok(heads).list.find(({ id }) => id === scene.platformId)?.batch?.startedBy;
  };
  expect([await starter('zh'), await starter('en')]).toEqual([rows[0]?.name, 'Li Wei']);
});

it.each(AGAIN)('one figure is sent again by %s: the platform gets one request more', async (path) => {
  const db = scene.product.database.db;
  ok(
    await scene.mine.client.post(`${HUNAN}/uploadservice/upload`, {
      platformId: scene.platformId,
      ...MAY,
      dataCollectConfigureIds: scene.items[1],
    }),
  );
  await scene.run();
  // It was refused: what a platform has as it is goes not twice.
  const { rows } = await sql<{ id: number }>`update upload_detail set figure_state = 'refused'
    where platform_id = ${scene.platformId} and stat_type = '1' and stat_date = ${new Date(midnight('2019-05-01'))}
    returning id`.execute(db);
  const before = scene.province.requests();
  const filed = ok(await scene.mine.client.post<Filed>(path, { uploadDetailId: rows[0]?.id }));
  expect(filed).toMatchObject({ key: String(filed.uploadRecordId), process: 0 });
  await scene.run();
  expect(await progress(filed.key)).toMatchObject({ state: 'done', counts: { acknowledged: 1 } });
  expect(scene.province.requests()).toBe(before + 1);
});

it('history is cleared of the days that were asked for alone, both included', async () => {
  const db = scene.product.database.db;
  const dateBefore = (days: number): string =>
    new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
  const records = async (): Promise<number[]> =>
    (
      await sql<{ id: number }>`select id from upload_record where platform_id = ${scene.platformId}
        order by id`.execute(db)
    ).rows.map(({ id }) => id);
  const cleared = (dt1: string, dt2: string) =>
    scene.mine.client.post<{ records: number }>(`${HUNAN}/uploadRecord/manualDelHisRec`, {
      platformId: scene.platformId,
      dt1,
      dt2,
    });
  const [older = 0, ...later] = await records();
  expect(later.length).toBeGreaterThan(1);
  // Midnight of the clock of the site, so that it is of yesterday at any hour.
  await sql`update upload_record set created_at = ${new Date(midnight(dateBefore(0)) - 1000)} where id = ${older}`.execute(db); // prettier-ignore
  expect(await cleared(dateBefore(0), dateBefore(1))).toMatchObject({ code: 400, field: 'dt2' });
  expect(await records()).toHaveLength(later.length + 1);
  expect(ok(await cleared(dateBefore(0), dateBefore(0))).records).toBe(later.length);
  expect(await records()).toEqual([older]);
  expect(ok(await cleared(dateBefore(1), dateBefore(1))).records).toBe(1);
  expect(await records()).toEqual([]);
});

it('a figure has the name of its item in the language of the reader while the item bears it', async () => {
  const { db } = scene.product.database;
  const { key } = ok(
    await scene.mine.client.post<BatchProgress>('/api/yunshui/uploadRecord/dataUpdate', {
      platformId: scene.platformId,
      ...MAY,
      dataCollectConfigureIds: scene.items[1],
    }),
  );
  await scene.run();
  const { rows } = await sql<{ id: number; item: number }>`select id, item_id as item from upload_detail
    where record_id = ${Number(key)} or item_id = ${scene.items[1]} limit 1`.execute(db);
  const [{ id, item } = { id: 0, item: 0 }] = rows;
  const nameIn = async (language: 'zh' | 'en') =>
    ok(await scene.mine.client.in(language).get<FigureAnswer>('/api/yunshui/uploadDetail/getReceipt', { id }))
      .itemName;
  const kept = await nameIn('zh');
  await sql`update data_collect_configure set collect_item_name_en = 'The whole works' where id = ${item}`.execute(
    db,
  );
  expect([await nameIn('zh'), await nameIn('en')]).toEqual([kept, 'The whole works']);
  await sql`update data_collect_configure set collect_item_name = 'Another item' where id = ${item}`.execute(
    db,
  );
  expect(await nameIn('en')).toBe(kept);
});

it('rows of the archive are told in the language of the reader', async () => {
  const { client } = scene.mine;
  const [itemId] = scene.items;
  const { rows } = await sql<{
    name: string;
  }>`update data_collect_configure set collect_item_name_en = 'Power of the works'
    where id = ${itemId} returning collect_item_name as name`.execute(scene.product.database.db);
  const titleIn = async (language: 'zh' | 'en') => {
    const params = { platformId: scene.platformId, resource: 'dataCollectConfigure' };
    const lines = await client.in(language).get<readonly ArchiveLine[]>('/api/yunshui/platformInfo/getArchive', params); // prettier-ignore
    return ok(lines).find(({ rowId }) => rowId === itemId)?.title;
  };
  expect(await titleIn('en')).toBe('Power of the works');
  expect(await titleIn('zh')).toBe(rows[0]?.name);
});
