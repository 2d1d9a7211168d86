import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { AssetSettlement } from '#feature/assets/settlement/contract.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { DAYS, FROM, openScene, type Scene } from '#test/build/settlementScene.ts';
import { ok } from '#test/product.ts';
import type { AssetOverview } from '../contract.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene.product.close());

const APRIL = FROM + DAYS * DAY_MS;

/** What the first battery and the roof came to in March. */
const march = async () => {
  const { settlement } = await scene.settled();
  const told = ({ rows, net, selfUsed, fedIn }: AssetSettlement) => ({ rows, net, selfUsed, fedIn });
  const own = settlement.assets.filter(({ assetName }) => assetName !== 'Later');
  return {
    net: settlement.net,
    assets: own.map(told),
    doubts: own.flatMap(({ doubts }) => doubts.map(({ reason }) => reason)),
  };
};
const day = async (date: string) => {
  const { siteId } = scene;
  const { curve, energies } = ok(
    await scene.operator.get<AssetOverview>('/api/sdata/operationAnalysis/getOverview', { siteId, date }),
  );
  return { pv: curve.pv, battery: curve.battery, load: curve.load, energies };
};

test('a battery that is entered later leaves what was earned and measured before as it was', async () => {
  const before = { march: await march(), day: await day('2024-03-05') };
  expect(before.day.energies.fedIn).toBeGreaterThan(0);
  const { db } = scene.product.database;
  const [, gridMeterId, , stationMeterId = 0] = scene.meters;
  const later = { siteId: scene.siteId, stationName: 'Later', stationMeterId, gridMeterId, measureAccount: 'A', ratedEnergy: 100, ratedPower: 50 }; // prettier-ignore
  const id = await scene.add('archive/storageStation', later);
  const same = async () => {
    const { assets, net, doubts } = await march();
    expect({ assets, net }).toEqual({ assets: before.march.assets, net: before.march.net });
    expect(doubts).not.toContain('neighbour');
    expect(await day('2024-03-05')).toEqual(before.day);
  };
  // Never heard, then heard from April on.
  await same();
  await storeIntervals(db, ['PP', 'RP'].map((code) => ({ meterId: stationMeterId, code: code as 'PP' | 'RP', value: '1', start: APRIL, end: APRIL + Q }))); // prettier-ignore
  while (await foldDirty(db));
  await same();
  // It is said to have run since: of these days it is not known what it took.
  await sql`update storage_station set commissioned = '2024-03-20' where id = ${id}`.execute(db);
  expect((await march()).doubts).toContain('neighbour');
  expect((await day('2024-03-20')).energies).toMatchObject({ charged: null, load: null });
  expect(await day('2024-03-05')).toEqual(before.day);
});
