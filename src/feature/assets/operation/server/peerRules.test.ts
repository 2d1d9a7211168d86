import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { lookAtFigures } from '#feature/watch/judge/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { judgeScene } from '#test/build/judgeScene.ts';
import { unique } from '#test/build/row.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { CellRule, OperationData } from '../contract.ts';

const QUARTER = 900_000;
const HOUR = 3_600_000;
/** The hour that was under way when the rules were made; what follows lies ahead of the real clock. */
const H = Math.floor(Date.now() / HOUR) * HOUR;

let product: Product;
let operator: Client;
let consumerId = 0;
let siteId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId, siteId } = await buildMeters(product.database.db, { name: 'peers' })); // prettier-ignore
});
afterAll(() => product.close());
const scene = judgeScene(() => ({ product, consumerId }));

type Made = { readonly made: number; readonly rules: readonly CellRule[] };
const make = (kind: 'inverter' | 'cluster', id: number) => operator.post<Made>('/api/sdata/operationAnalysis/addPeerRules', { kind, id }); // prettier-ignore
const idOf = async (path: string, row: Readonly<Record<string, unknown>>): Promise<number> =>
  ok(await operator.post<{ id: number }>(path, row)).id;

/** A plant with inverters, each of so many kWp. */
async function plant(rated: readonly number[]): Promise<{ plantId: number; meters: number[] }> {
  const plantId = await idOf('/api/archive/pvPlant/add', { consumerId, siteId, plantName: unique('Roof '), ammeterId: await scene.newMeter(900), ratedPower: 100 }); // prettier-ignore
  const meters: number[] = [];
  for (const [i, ratedPower] of rated.entries()) {
    const ammeterId = await scene.newMeter(900);
    await idOf('/api/archive/pvInverter/add', {
      consumerId,
      plantId,
      inverterName: `I${i}`,
      ammeterId,
      ratedPower,
    });
    meters.push(ammeterId);
  }
  return { plantId, meters };
}

/** A battery with clusters of 100 kWh. */
async function battery(
  count: number,
  ratedEnergy: number | null = 100,
): Promise<{ unitId: number; meters: number[] }> {
  const stationId = await idOf('/api/archive/storageStation/add', { consumerId, siteId, stationName: unique('Battery '), stationMeterId: await scene.newMeter(900), ratedEnergy: 300, ratedPower: 100 }); // prettier-ignore
  const meters: number[] = [];
  let unitId = 0;
  for (let i = 0; i < count; i++) {
    const ammeterId = await scene.newMeter(900);
    unitId = await idOf('/api/archive/storageUnit/add', { consumerId, stationId, unitName: `C${i}`, unitType: 'battery', ammeterId, ratedEnergy }); // prettier-ignore
    meters.push(ammeterId);
  }
  return { unitId, meters };
}

const registers = new Map<number, { PP: number; RP: number }>();
/** Registers of an hour at quarters; what is given or fed back in it. */
async function hour(meterId: number, from: number, PP: number, RP = 0): Promise<void> {
  const now = registers.get(meterId) ?? { PP: 100, RP: 100 };
  const list = [0, 1, 2, 3, 4].map((q): [number, { PP: number; RP: number }] => [
    from + q * QUARTER,
    { PP: now.PP + (PP * q) / 4, RP: now.RP + (RP * q) / 4 },
  ]);
  registers.set(meterId, { PP: now.PP + PP, RP: now.RP + RP });
  await scene.store(meterId, list);
}
async function look(now: number): Promise<void> {
  while ((await foldDirty(product.database.db)) > 0);
  await scene.look(now);
  const ways = { outbox: product.services.config.outbox, outwardAllow: new Set<string>() };
  for (;;) {
    const { ids } = await lookAtFigures(product.database.db, { ways, now, inDoubt: false });
    if (ids.length === 0) return;
  }
}
const put = async (rules: readonly CellRule[], name: string): Promise<void> => {
  const rule = rules.find((one) => one.name.includes(name));
  ok(await operator.post('/api/event/alarm/edit', { id: rule?.id, enable: true, triggerInterval: 0 }));
};
const raised = async (meters: readonly number[]): Promise<number[]> => {
  const open: number[] = [];
  for (const [i, meterId] of meters.entries())
    if ((await scene.recordsOf(meterId)).some(({ cleared, revision }) => cleared === null && revision !== 'withdrawn')) open.push(i); // prettier-ignore
  return open;
};

test('rules are made once for all inverters, switched off; fewer than three cannot be compared', async () => {
  const { plantId, meters } = await plant([10, 10, 20]);
  expect(ok(await make('inverter', plantId))).toMatchObject({ made: 2, rules: [{ enabled: false }, { enabled: false }] });
  expect(ok(await make('inverter', plantId))).toMatchObject({ made: 0 });
  const { pv } = ok(await operator.get<OperationData>('/api/sdata/operationAnalysis/getData', { kind: 'pv', siteId, deviceId: plantId }));
  expect(pv[0]?.peerRules).toHaveLength(2);
  expect(meters).toHaveLength(3);
  expect(await make('inverter', (await plant([10, 10])).plantId)).toMatchObject({ code: 400, field: 'id' });
  expect(await make('cluster', (await battery(3, null)).unitId)).toMatchObject({ code: 400, field: 'id' });
  expect(await make('inverter', 999_999)).toMatchObject({ code: 404 });
}); // prettier-ignore

test('an inverter far behind its like for its modules rings, one of a smaller roof and an hour without sun do not', async () => {
  const { plantId, meters } = await plant([10, 10, 20]);
  const [a = 0, b = 0, c = 0] = meters;
  await put(ok(await make('inverter', plantId)).rules, 'far behind');
  await look(H);
  // 0.4 kWh/kWp each.
  for (const [meter, energy] of [[a, 4], [b, 4], [c, 8]] as const) await hour(meter, H, energy); // prettier-ignore
  await look(H + HOUR + 60_000);
  expect(await raised(meters)).toEqual([]);
  for (const [meter, energy] of [[a, 4], [b, 1.9], [c, 8]] as const) await hour(meter, H + HOUR, energy); // prettier-ignore
  await look(H + 2 * HOUR + 60_000);
  expect(await raised(meters)).toEqual([1]);
  // No sun: nothing can be told, and it stands.
  for (const [meter, energy] of [[a, 0.2], [b, 0], [c, 0.4]] as const) await hour(meter, H + 2 * HOUR, energy); // prettier-ignore
  await look(H + 3 * HOUR + 60_000);
  expect(await raised(meters)).toEqual([1]);
  for (const [meter, energy] of [[a, 4], [b, 4], [c, 8]] as const) await hour(meter, H + 3 * HOUR, energy); // prettier-ignore
  await look(H + 4 * HOUR + 60_000);
  expect(await raised(meters)).toEqual([]);
});

test('what others tell late is looked at again: the record of one that was never ill is withdrawn', async () => {
  const { plantId, meters } = await plant([10, 10, 10, 10]);
  const [a = 0, b = 0, c = 0, d = 0] = meters;
  await put(ok(await make('inverter', plantId)).rules, 'far behind');
  await look(H);
  for (const [meter, energy] of [[a, 1], [b, 4], [c, 4]] as const) await hour(meter, H, energy); // prettier-ignore
  await look(H + HOUR + 60_000);
  expect(await raised(meters)).toEqual([0]);
  // A cloud over half of the roof: two did little, and the middle of the others of the first is now lower.
  await hour(d, H, 1);
  await scene.store(b, [[H + HOUR, { PP: 101 }], [H + 3 * QUARTER, { PP: 100.75 }], [H + 2 * QUARTER, { PP: 100.5 }], [H + QUARTER, { PP: 100.25 }]]); // prettier-ignore
  await look(H + HOUR + 600_000);
  expect(await raised(meters)).toEqual([]);
});

test('a cluster that leaves the others rings by what it charges and discharges', async () => {
  const { unitId, meters } = await battery(3);
  const [a = 0, b = 0, c = 0] = meters;
  await put(ok(await make('cluster', unitId)).rules, 'has left');
  await look(H);
  for (const meter of [a, b, c]) await hour(meter, H, 20, 5);
  await look(H + HOUR + 60_000);
  expect(await raised(meters)).toEqual([]);
  for (const [meter, energy] of [[a, 20], [b, 20], [c, 0]] as const) await hour(meter, H + HOUR, energy); // prettier-ignore
  await look(H + 2 * HOUR + 60_000);
  expect(await raised(meters)).toEqual([2]);
});
