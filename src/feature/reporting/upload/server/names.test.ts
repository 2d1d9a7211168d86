import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { ok } from '#test/product.ts';
import { buildUploadScene, type UploadScene } from '#test/build/uploadScene.ts';

const AT = '/api/yunshui';

let scene: UploadScene;
beforeAll(async () => {
  scene = await buildUploadScene('A');
});
afterAll(() => scene.close());

it('a figure keeps both names of its item: lists and sheets tell the one of the reader', async () => {
  const { database } = scene.product;
  const [, day = 0] = scene.items;
  const kept = await sql<{
    name: string;
  }>`update data_collect_configure set collect_item_name_en = 'All of the works'
    where id = ${day} returning collect_item_name as name`.execute(database.db);
  const name = kept.rows[0]?.name;
  const { platformId } = scene;
  const asked = { platformId, year: 2017, month: 2, dataCollectConfigureIds: String(day) };
  ok(await scene.mine.client.post(`${AT}/uploadRecord/dataUpdate`, asked));
  await scene.run();
  const filters = [{ field: 'itemName', op: 'contains', value: 'OF THE works' }];
  const list = ok(
    await scene.mine.client.get<Page<Record<string, unknown>>>(`${AT}/uploadDetail/getdatatable`, {
      dataTable: { filters },
    }),
  ).list;
  expect(list.length).toBeGreaterThan(0);
  for (const row of list) expect(row).toMatchObject({ itemName: name, itemNameEn: 'All of the works' });
  const sheet = async (language: 'zh' | 'en') => {
    const { body } = await scene.mine.client.in(language).download(`${AT}/uploadDetail/exportdatatable`, {
      dataTable: { filters },
      fieldName: 'itemName,figureState,cause',
      format: 'csv',
    });
    return body.toString().replace('\uFEFF', '').trim().split(/\r?\n/).slice(0, 2);
  };
  expect(await sheet('en')).toEqual([
    'Collection item,State,Cause',
    'All of the works,Held,"coverage 0.00%, below 90 %"',
  ]);
  expect((await sheet('zh'))[1]).toMatch(new RegExp(`^${name},暂扣,`));
});
