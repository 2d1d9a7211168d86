import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { add, unique } from '#test/build.ts';
import { buildControlScene, CONTROL, type ControlScene } from '#test/build/controlScene.ts';
import { ok } from '#test/product.ts';
import type { EffectWire, PointDetail } from '../contract.ts';

let scene: ControlScene;
beforeAll(async () => {
  scene = await buildControlScene();
}, 60_000);
afterAll(() => scene.close());

/** A meter that has told these powers, kW by seconds ago. */
async function meter(
  name: string,
  parentId: number | null,
  told: Readonly<Record<number, number>>,
): Promise<number> {
  const { consumerId, siteId } = scene.mine;
  const id = await add(await scene.product.operator(), 'ammeter', {
    ammeterName: name,
    ammeterCode: unique(),
    consumerId,
    siteId,
    deviceType: '4',
    dataType: '1',
    ...(parentId === null ? {} : { parentId }),
  });
  const batch = new BatchBuilder();
  for (const [ago, kw] of Object.entries(told).toReversed()) {
    batch.row(id, Date.now() - Number(ago) * 1000);
    batch.set(codeIndex('PZ'), kw);
  }
  await storeReadings(scene.product.database.db, batch.batch(), {});
  return id;
}

const effect = async (id: number, value: number): Promise<EffectWire | null> =>
  ok(await scene.mine.client.get<PointDetail>(`${CONTROL}/getPoint`, { id, value })).effect;

it('tells what the load, its feeder and the top of its tree draw, and will', async () => {
  const top = await meter('Incomer', null, { 20: 52_600, 80: 52_690 });
  const bus = await meter('Bus', top, { 20: 9000 });
  const feeder = await meter('Feeder', bus, { 20: 4000 });
  const load = await meter('Fan', feeder, { 10: 1250, 100: 1270, 400: 9999 });
  const id = await scene.point(1, { ammeterId: load, shedPower: 1200 });
  const names = (of: EffectWire | null) =>
    of?.above.map(({ name, ...kw }) => [name.replace(/.* /, ''), kw.before, kw.after]);
  // It is off: on brings what was promised, off changes nothing.
  const on = await effect(id, 1);
  expect([on?.power, on?.change]).toEqual([1260, 1200]);
  expect(names(on)).toEqual([
    ['Feeder', 4000, 5200],
    ['Incomer', 52_645, 53_845],
  ]);
  expect((await effect(id, 0))?.change).toBe(0);
  await scene.switched(scene.mine.client, id, 1);
  await sql`update control_state set value = 1 where control_id = ${id}`.execute(scene.product.database.db);
  const off = await effect(id, 0);
  expect([off?.power, off?.change, (off?.ageSeconds ?? 0) >= 10]).toEqual([1260, -1260, true]);
  expect(names(off)).toEqual([
    ['Feeder', 4000, 2740],
    ['Incomer', 52_645, 51_385],
  ]);
});

it('says what it does not know: no meter, no readings, no promise', async () => {
  expect(await effect(await scene.point(2), 1)).toBeNull();
  const silent = await meter('Silent', await meter('Quiet feeder', null, {}), { 400: 7 });
  const id = await scene.point(3, { ammeterId: silent });
  expect(await effect(id, 1)).toMatchObject({ power: null, ageSeconds: null, change: null, above: [] });
  const alone = await scene.point(4, { ammeterId: await meter('Alone', null, { 5: 80 }), shedPower: 90 });
  expect(await effect(alone, 1)).toMatchObject({ power: 80, change: 90, above: [] });
});
