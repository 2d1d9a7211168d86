import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { buildMeters } from '#test/build/meter.ts';
import { judgeScene } from '#test/build/judgeScene.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { FaultBoard } from '../../../../../simulator/plant/liveFault.ts';
import { Microgrid } from '../../../../../simulator/plant/microgridMeters.ts';
import type { CellRule, OperationData } from '../contract.ts';

let product: Product;
let operator: Client;
let consumerId = 0;
let siteId = 0;
let stationId = 0;
let stationMeterId = 0;
const scene = judgeScene(() => ({ product, consumerId }));

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({
    consumerId,
    siteId,
    meterIds: [stationMeterId = 0],
  } = await buildMeters(product.database.db, { name: 'cells' }));
  stationId = ok(
    await operator.post<{ id: number }>('/api/archive/storageStation/add', { consumerId, siteId, stationName: 'Battery', stationMeterId, ratedEnergy: 200, ratedPower: 100 }),
  ).id; // prettier-ignore
});
afterAll(() => product.close());

async function cluster(limits: object): Promise<{ unitId: number; meterId: number }> {
  const meterId = await scene.newMeter(60);
  const row = {
    consumerId,
    stationId,
    unitName: `Cluster ${meterId}`,
    unitType: 'battery',
    ammeterId: meterId,
  };
  const { id } = ok(
    await operator.post<{ id: number }>('/api/archive/storageUnit/add', { ...row, ...limits }),
  );
  return { unitId: id, meterId };
}
const make = (unitId: number, client: Client = operator) =>
  client.post<{ made: number; rules: CellRule[] }>('/api/sdata/operationAnalysis/addCellRules', { unitId });
const rulesOnPage = async (unitId: number): Promise<readonly CellRule[]> => {
  const asked = { kind: 'battery', siteId, deviceId: unitId };
  const { battery } = ok(await operator.get<OperationData>('/api/sdata/operationAnalysis/getData', asked));
  return battery[0]?.rules ?? [];
};

test('rules are made by the limits, once, and switched off', async () => {
  const { unitId } = await cluster({ spreadLimit: 0.04, temperatureLimit: 45 });
  expect(await rulesOnPage(unitId)).toEqual([]);
  expect(ok(await make(unitId))).toMatchObject({ made: 2, rules: [{ enabled: false }, { enabled: false }] });
  expect(ok(await make(unitId))).toMatchObject({ made: 0 });
  expect(await rulesOnPage(unitId)).toHaveLength(2);
});

test('what has no limit has no rule, and without any it is said where to enter one', async () => {
  const heat = await cluster({ temperatureLimit: 45 });
  expect(ok(await make(heat.unitId))).toMatchObject({ made: 1 });
  const none = await cluster({});
  expect(await make(none.unitId)).toMatchObject({
    code: 400,
    message: expect.stringContaining('limit') as string,
  });
  expect(await make(999_999)).toMatchObject({ code: 404 });
});

test.each([
  ['cellDrift', 'cell spread'],
  ['cellHeat', 'cell too hot'],
] as const)(
  '%s of the simulated battery raises its rule once it is in use, and the other one not',
  async (fault, name) => {
    const { unitId, meterId } = await cluster({ spreadLimit: 0.06, temperatureLimit: 50 });
    const { rules } = ok(await make(unitId));
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const microgrid = new Microgrid(now - 86_400_000);
    const board = new FaultBoard();
    const tell = async (from: number, minutes: number): Promise<void> => {
      const values = Array.from({ length: minutes }, (_, i) => now + (from + i) * MINUTE_MS).map(
        (at) => [at, board.told('B-03', at, (t) => microgrid.reading('B-03', t))?.values ?? {}] as const,
      );
      await scene.store(meterId, values);
      await scene.look(now + (from + minutes) * MINUTE_MS);
    };
    board.switchOn(fault, 'B-03', now);
    await tell(-30, 5);
    expect(await scene.recordsOf(meterId)).toEqual([]);
    for (const { id } of rules) ok(await operator.post('/api/event/alarm/edit', { id, enable: true }));
    await tell(-25, 6);
    const records = await scene.recordsOf(meterId);
    expect(records).toMatchObject([{ cleared: null }]);
    board.clear();
    await tell(-19, 8);
    expect(await scene.recordsOf(meterId)).toMatchObject([{ cleared: expect.any(Number) as number }]);
    const rule = rules.find((one) => one.name.includes(name));
    expect(rule).toBeDefined();
  },
);
