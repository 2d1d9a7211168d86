import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { emptyScene, type SceneElement } from '#contract/scene/scene.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { add, buildEnterprise, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { ValuesAnswer } from '../contract.ts';

const CALL = '/api/archive/monitorDiagram/';

let product: Product;
beforeAll(async () => void (product = await startProduct()));
afterAll(() => product.close());

it('trends of one value over different hours have a curve each', async () => {
  const operator = await product.operator();
  const { consumerId, siteId, ammeterId } = await buildEnterprise(product);
  const id = await add(operator, 'monitorDiagram', {
    diagramName: unique('D'),
    consumerId,
    siteId,
    monitorSysType: '1',
    panelType: '1',
  });
  const now = Date.now();
  const batch = new BatchBuilder();
  for (const minutes of [200, 120, 30, 10]) {
    batch.row(ammeterId, now - minutes * MINUTE_MS);
    batch.set(codeIndex('PZ'), minutes);
  }
  await storeReadings(product.database.db, batch.batch(), { source: 0 });
  const source = { kind: 'item', ammeterId, dataCode: 'PZ' } as const;
  const bindings = [{ source, map: { kind: 'format', decimals: 0, unit: null } as const }];
  const box = { type: 'trend', layer: 'device', x: 0, y: 0, w: 90, h: 30 } as const;
  const elements: SceneElement[] = [1, 24].map((hours) => ({ ...box, bindings, id: `t${hours}`, hours }));
  const scene = JSON.stringify({ ...emptyScene([{ id: 'device', name: 'Devices' }]), elements });
  ok(await operator.post(`${CALL}saveScene`, { id, base: 0, scene }));
  const { at, curves } = ok(await operator.get<ValuesAnswer>(`${CALL}getValues`, { id }));
  const known = curves.map(({ hours, points }) => [hours, points.flatMap(([, value]) => value ?? [])]);
  expect(known).toEqual([[1, [30, 10]], [24, [200, 120, 30, 10]]]); // prettier-ignore
  for (const { hours, points } of curves)
    expect(points.every(([ts]) => ts >= at - hours * HOUR_MS)).toBe(true);
});
