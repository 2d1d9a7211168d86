import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Page } from '#contract/envelope.ts';
import { emptyScene } from '#contract/scene/scene.ts';
import { emptySpace, type Space, type SpaceBody } from '#contract/scene/space.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { add, unique } from '#test/build.ts';
import { liveScene } from '#test/build/liveScene.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { glbOf } from '#test/glb.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { HeatAnswer, ModelWire, SceneAnswer, ValuesAnswer } from '../contract.ts';

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

const addDiagram = (panelType = '2', siteId = sites.first.siteId): Promise<number> =>
  add(operator, 'monitorDiagram', {
    diagramName: unique('Hall '),
    consumerId: sites.first.consumerId,
    siteId,
    monitorSysType: '1',
    panelType,
  });
const spaceOf = (...elements: SpaceBody[]): Space => ({ ...emptySpace('Ground'), elements });
const machine = (ammeterId: number, id = 'b1'): SpaceBody => ({
  id,
  type: 'box',
  floor: 'ground',
  x: 0,
  y: 0,
  z: 0,
  w: 2,
  d: 5,
  h: 3,
  label: '{name}',
  bindings: [
    { source: { kind: 'item', ammeterId, dataCode: 'PZ' }, map: { kind: 'format', decimals: 0, unit: null } },
  ],
});
const shown = (modelId: number): SpaceBody => ({
  id: 'm1',
  type: 'model',
  floor: 'ground',
  x: 0,
  y: 0,
  z: 0,
  modelId,
  scale: 1,
});
const save = (client: Client, id: number, base: number, scene: unknown) =>
  client.post<{ no: number }>(`${CALL}saveScene`, { id, base, scene: JSON.stringify(scene) });
const upload = (client: Client, id: number, content: Buffer, name = 'crane.glb') =>
  client.upload<ModelWire>(`${CALL}uploadModel`, { id }, { name, content });

describe('a picture in space', () => {
  it('is kept, published and restored as a flat one is, and shows its values', async () => {
    const id = await addDiagram();
    const meter = await meterAt(sites.first.siteId);
    await tell(meter, [[Date.now() - MINUTE_MS, { PZ: 71 }]]);
    const space = spaceOf(machine(meter));
    expect(ok(await save(operator, id, 0, space)).no).toBe(1);
    ok(await operator.post(`${CALL}publish`, { id, no: 1 }));
    ok(await save(operator, id, 1, spaceOf()));
    ok(await operator.post(`${CALL}restore`, { id, base: 2, no: 1 }));
    const answer = ok(await operator.get<SceneAnswer<Space>>(`${CALL}getScene`, { id }));
    expect(answer).toMatchObject({
      scene: space,
      version: { no: 3, bindings: 1 },
      diagram: { panelType: '2' },
    });
    expect(answer.names).toHaveLength(1);
    const { values } = ok(await operator.get<ValuesAnswer>(`${CALL}getValues`, { id }));
    expect(values.map(({ value }) => value)).toEqual([71]);
    const { svg } = ok(await operator.get<{ svg: string }>(`${CALL}getThumbnail`, { id }));
    expect(svg).toMatch(/^<svg .*data-id="b1".*71 kW/s);
    const { body } = await operator.download(`${CALL}exportSvg`, { id });
    expect(body.toString('utf8')).toContain('71 kW');
  });

  it('a diagram takes pictures of its own kind alone; what is wrong names the element', async () => {
    const flat = await save(operator, await addDiagram('1'), 0, spaceOf());
    expect(flat.code).toBe(400);
    const id = await addDiagram();
    expect((await save(operator, id, 0, emptyScene([{ id: 'a', name: 'A' }]))).code).toBe(400);
    const bad = await save(operator, id, 0, spaceOf({ ...machine(1), h: -1 } as never));
    expect(bad).toMatchObject({ code: 400, message: expect.stringContaining('b1') as string });
    const late = ok(await save(operator, id, 0, spaceOf()));
    expect(late.no).toBe(1);
    expect((await save(operator, id, 0, spaceOf(machine(1)))).code).toBe(409);
  });

  it('an account that is limited to another site sees and changes nothing of it', async () => {
    const id = await addDiagram();
    const { modelId } = ok(await upload(operator, id, glbOf()));
    ok(await save(operator, id, 0, spaceOf(shown(modelId))));
    for (const limited of [sites.limited, sites.limitedItself]) {
      expect((await limited.get(`${CALL}getHeat`, { id, date: '2026-01-01' })).code).toBe(404);
      expect((await limited.get(`${CALL}getModels`, { id })).code).toBe(404);
      const { body } = await limited.download(`${CALL}getModel`, { id, modelId });
      expect(JSON.parse(body.toString('utf8'))).toMatchObject({ code: 404 });
      expect((await upload(limited, id, glbOf())).code).toBe(404);
      expect((await limited.post(`${CALL}deleteModel`, { id, modelId })).code).toBe(404);
    }
  });
});

describe('models', () => {
  it('are looked into before they are kept; the same file is there once', async () => {
    const id = await addDiagram();
    const one = ok(await upload(operator, id, glbOf({ triangles: 5 })));
    expect(one).toMatchObject({ fileName: 'crane.glb', triangles: 5, textures: 0 });
    expect(ok(await upload(operator, id, glbOf({ triangles: 5 }))).modelId).toBe(one.modelId);
    const foreign = glbOf({ json: { buffers: [{ byteLength: 36, uri: 'http://169.254.1.1/' }] } });
    expect(await upload(operator, id, foreign)).toMatchObject({
      code: 400,
      message: expect.stringContaining('uri') as string,
    });
    expect((await upload(operator, id, Buffer.from('<html>'))).code).toBe(400);
    expect((await upload(operator, id, Buffer.alloc(21 * 1024 * 1024))).code).toBe(413);
    const { list } = ok(await operator.get<Page<ModelWire>>(`${CALL}getModels`, { id }));
    expect(list).toEqual([one]);
    const { body } = await operator.download(`${CALL}getModel`, { id, modelId: one.modelId });
    expect(body.equals(glbOf({ triangles: 5 }))).toBe(true);
  });

  it('belong to their diagram, and stay while any version shows them', async () => {
    const [id, other] = [await addDiagram(), await addDiagram()];
    const { modelId } = ok(await upload(operator, id, glbOf()));
    const foreign = await save(operator, other, 0, spaceOf(shown(modelId)));
    expect(foreign).toMatchObject({ code: 400, message: expect.stringContaining('m1') as string });
    ok(await save(operator, id, 0, spaceOf(shown(modelId))));
    ok(await save(operator, id, 1, spaceOf()));
    expect(await operator.post(`${CALL}deleteModel`, { id, modelId })).toMatchObject({
      code: 409,
      message: expect.stringContaining('v1') as string,
    });
    const unused = ok(await upload(operator, id, glbOf({ triangles: 2 })));
    ok(await operator.post(`${CALL}deleteModel`, { id, modelId: unused.modelId }));
    expect((await operator.post(`${CALL}deleteModel`, { id, modelId: unused.modelId })).code).toBe(404);
    await expect(sql`update diagram_model set triangles = 0`.execute(product.database.app)).rejects.toThrow(
      /permission denied/,
    );
  });
});

it('heat tells the energy of each hour, and how much of it readings back; what is not known is null', async () => {
  const id = await addDiagram();
  const meter = await meterAt(sites.first.siteId);
  const date = dateAt(HOME_ZONE, Date.now() - 3 * DAY_MS);
  const from = startOfDate(HOME_ZONE, date);
  const register = (hour: number, minutes: number) =>
    Array.from({ length: minutes + 1 }, (_, i) => {
      const at = from + hour * HOUR_MS + i * MINUTE_MS;
      return [at, { PP: (at - from) / MINUTE_MS }] as const;
    });
  await tell(meter, [...register(0, 60), ...register(4, 30)]);
  const hidden = await meterAt(sites.second.siteId);
  ok(await save(operator, id, 0, spaceOf(machine(meter), machine(hidden, 'b2'))));
  const heat = ok(await operator.get<HeatAnswer>(`${CALL}getHeat`, { id, date }));
  expect(heat).toMatchObject({ from, to: from + DAY_MS });
  const [one] = heat.meters.filter(({ ammeterId }) => ammeterId === meter);
  expect(one?.energies).toHaveLength(24);
  expect(one?.energies[0]).toBe(60);
  // The register went on over the gap: its energy is known, that readings back none of it too.
  expect([one?.energies[2], one?.coveredS[2]]).toEqual([60, 0]);
  expect(one?.energies[5]).toBeNull();
  expect([one?.energies[4], one?.coveredS[4]]).toEqual([30, 1800]);
  // Hours to come are not known.
  const ahead = ok(await operator.get<HeatAnswer>(`${CALL}getHeat`, { id, date: '2031-01-01' }));
  expect(ahead.meters[0]?.energies.every((value) => value === null)).toBe(true);
  expect((await operator.get(`${CALL}getHeat`, { id, date: 'yesterday' })).code).toBe(400);
});
