import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { ClipWire } from '../contract.ts';

let product: Product;
let operator: Client;
let works: Enterprise;
const objects = { hall: 0, furnace: 0, bare: 0 };
const cameras = { furnace: 0, gate: 0 };
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  works = await buildEnterprise(product, { timeZone: 'Asia/Tokyo' });
  const at = { consumerId: works.consumerId, siteId: works.siteId };
  const object = (orgName: string, parentId?: number): Promise<number> =>
    add(operator, 'monitorObject', { ...at, orgName, orgCode: unique(), ...(parentId ? { parentId } : {}) });
  objects.hall = await object('Hall');
  objects.furnace = await object('Furnace', objects.hall);
  objects.bare = await object('Yard');
  const camera = (cameraName: string, more: object = {}): Promise<number> =>
    add(operator, 'iVideoControl', { ...at, cameraName, cameraCode: unique(), ...more });
  cameras.furnace = await camera('Furnace', { objectId: objects.furnace });
  cameras.gate = await camera('Gate');
  for (const [controlName, objectId] of [
    ['Fan', objects.furnace],
    ['Light', null],
  ] as const)
    // prettier-ignore
    await add(operator, 'iRemoteControl', { ...at, controlName, controlCode: unique(), objectId });
});
afterAll(() => product.close());

const names = (list: readonly { readonly cameraName: string }[]): string[] =>
  list.map(({ cameraName }) => cameraName).toSorted();

const clipsOf = async (query: object): Promise<readonly ClipWire[]> =>
  ok(
    await operator.get<Page<ClipWire>>('/api/archive/monitorItem/videoHistoryDatas', {
      consumerId: works.consumerId,
      pageSize: 100,
      ...query,
    }),
  ).list;

/** Keeps a recording of a camera, by instants of UTC. */
async function keep(cameraId: number, beginAt: string, endAt: string): Promise<void> {
  await sql`insert into camera_clip (consumer_id, site_id, camera_id, kind, begin_at, end_at, sha256, bytes)
    values (${works.consumerId}, ${works.siteId}, ${cameraId}, 'clip', ${beginAt}, ${endAt}, repeat('0', 64), 1)`.execute(
    product.database.db,
  );
}

it('recordings and outputs of an object are its own, where it has none those of its site', async () => {
  for (const id of Object.values(cameras)) await keep(id, '2026-03-01T03:00:00Z', '2026-03-01T03:01:00Z');
  const items = async (objectId: number) => {
    const { cameras: list, controls } = ok(
      await operator.get<{
        cameras: readonly { cameraName: string }[];
        controls: readonly { controlName: string }[];
      }>('/api/archive/monitorItem/getCameraAndControlItems', { consumerId: works.consumerId, objectId }),
    );
    return [names(list), controls.map(({ controlName }) => controlName).toSorted()];
  };
  // What lies in a hall is the hall's too.
  for (const objectId of [objects.hall, objects.furnace]) {
    expect(names(await clipsOf({ objectId }))).toEqual(['Furnace']);
    expect(await items(objectId)).toEqual([['Furnace'], ['Fan']]);
  }
  expect(names(await clipsOf({ objectId: objects.bare }))).toEqual(['Furnace', 'Gate']);
  expect(await items(objects.bare)).toEqual([
    ['Furnace', 'Gate'],
    ['Fan', 'Light'],
  ]);
});

it('days of recordings are those of the site, the last one with them', async () => {
  await sql`delete from camera_clip`.execute(product.database.db);
  // At one o'clock in Tokyo it is the day before in Greenwich.
  await keep(cameras.gate, '2026-03-09T16:00:00Z', '2026-03-09T16:01:00Z');
  const found = async (startTime?: string, endTime?: string): Promise<number> =>
    (await clipsOf({ ...(startTime && { startTime }), ...(endTime && { endTime }) })).length;
  expect(await found('2026-03-10', '2026-03-10')).toBe(1);
  expect(await found('2026-03-09', '2026-03-09')).toBe(0);
  expect(await found('2026-03-11')).toBe(0);
  expect(await found(undefined, '2026-03-09')).toBe(0);
  // Instants are as they are.
  expect(await found('2026-03-09T16:00:30Z', '2026-03-09T17:00:00Z')).toBe(1);
  expect(await found('2026-03-09T16:02:00+00:00')).toBe(0);
  // A recording over midnight is of both days.
  await keep(cameras.gate, '2026-03-14T14:59:50Z', '2026-03-14T15:00:10Z');
  expect([await found('2026-03-14', '2026-03-14'), await found('2026-03-15', '2026-03-15')]).toEqual([1, 1]);
});
