import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { add, unique } from '#test/build.ts';
import { liveScene } from '#test/build/liveScene.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const CALL = '/api/archive/monitorDiagram/';

let product: Product;
let sites: TwoSites;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
});
afterAll(() => product.close());
const { tell, meterAt } = liveScene(() => ({ product, sites, operator }));

const value = (id: string, ammeterId: number): SceneElement => ({
  id,
  type: 'value',
  layer: 'device',
  x: 10,
  y: 20,
  bindings: [
    { source: { kind: 'item', ammeterId, dataCode: 'PZ' }, map: { kind: 'format', decimals: 0, unit: null } },
  ],
});
const sceneOf = (...elements: SceneElement[]): Scene => ({
  ...emptyScene([{ id: 'device', name: 'Devices' }]),
  elements,
});

it('a thumbnail is the published picture as it stands now: drafts, versions and instants are for the export', async () => {
  const { consumerId, siteId } = sites.first;
  const meter = await meterAt(siteId);
  const now = Date.now();
  await tell(meter, [
    [now - HOUR_MS, { PZ: 12 }],
    [now - 5000, { PZ: 71 }],
  ]);
  const id = await add(operator, 'monitorDiagram', { diagramName: unique('D'), consumerId, siteId, monitorSysType: '1', panelType: '1' }); // prettier-ignore
  const save = (base: number, scene: Scene) =>
    operator.post(`${CALL}saveScene`, { id, base, scene: JSON.stringify(scene) });
  const thumbnail = async (more: object = {}) =>
    ok(await operator.get<{ svg: string | null }>(`${CALL}getThumbnail`, { id, ...more })).svg;
  ok(await save(0, sceneOf(value('shown', meter))));
  expect(await thumbnail()).toBeNull();
  ok(await operator.post(`${CALL}publish`, { id, no: 1 }));
  ok(await save(1, sceneOf(value('shown', meter), value('draft', meter))));
  for (const more of [{}, { no: 2 }, { at: now - HOUR_MS + 1000 }]) {
    const svg = await thumbnail(more);
    expect(svg).toContain('71 kW');
    expect(svg).not.toContain('12 kW');
    expect(svg).not.toContain('data-id="draft"');
  }
  const file = async (more: object): Promise<string> =>
    (await operator.download(`${CALL}exportSvg`, { id, ...more })).body.toString('utf8');
  expect(await file({ no: 2 })).toContain('data-id="draft"');
  expect(await file({ at: now - HOUR_MS + 1000 })).toContain('12 kW');
});
