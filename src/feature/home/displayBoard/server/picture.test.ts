import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { Board, BoardPicture } from '../contract.ts';

const DIAGRAM = '/api/archive/monitorDiagram';
const BOARD = '/api/sys/displayBoard';

let product: Product;
let works: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product);
});
afterAll(() => product.close());

const show = (token: string) => product.anonymous.post<Board>(`${BOARD}/show`, { token });
const showPicture = (token: string, more: object = {}) =>
  product.anonymous.post<BoardPicture>(`${BOARD}/showPicture`, { token, place: 0, ...more });

const sceneOf = (ammeterId: number): Scene => ({
  ...emptyScene([{ id: 'device', name: 'Devices' }]),
  elements: [
    {
      id: `meter-${ammeterId}`,
      type: 'symbol',
      symbol: 'breaker',
      layer: 'device',
      x: 100,
      y: 100,
      label: '{name}',
      origin: `meter:${ammeterId}/breaker`,
      bindings: [
        {
          source: { kind: 'item', ammeterId, dataCode: 'PZ' },
          map: { kind: 'format', decimals: 0, unit: null },
        },
      ],
    },
    {
      id: 'go',
      type: 'link',
      layer: 'device',
      x: 0,
      y: 0,
      text: 'More',
      to: `/SDNMonitoring/MeterHome/${ammeterId}`,
    },
  ] as SceneElement[],
});

async function diagramOf(enterprise: Enterprise, client: Client, panelType = '1'): Promise<number> {
  return add(client, 'monitorDiagram', {
    diagramName: unique('Picture '),
    consumerId: enterprise.consumerId,
    siteId: enterprise.siteId,
    monitorSysType: '1',
    panelType,
  });
}

async function publish(client: Client, id: number, base: number, ammeterId: number): Promise<void> {
  const scene = JSON.stringify({ ...sceneOf(ammeterId), width: 1000 + base });
  const { no } = ok(await client.post<{ no: number }>(`${DIAGRAM}/saveScene`, { id, base, scene }));
  ok(await client.post(`${DIAGRAM}/publish`, { id, no }));
}

const board = (more: object) =>
  works.client.post<{ id: number; token: string }>(`${BOARD}/add`, {
    boardName: unique('Board '),
    consumerId: works.consumerId,
    figures: '',
    ...more,
  });

describe('pictures of a board', () => {
  it('are asked for with an expiry, flat, of the enterprise, and not for nothing', async () => {
    const other = await buildEnterprise(product);
    const pictures = String(await diagramOf(works, works.client));
    expect(await board({})).toMatchObject({ code: 400, field: 'figures' });
    expect(await board({ pictures })).toMatchObject({ code: 400, field: 'expiredTime' });
    const expiredTime = '2099-01-01';
    const foreign = String(await diagramOf(other, await product.operator()));
    expect((await board({ pictures: foreign, expiredTime })).code).toBe(400);
    const inSpace = String(await diagramOf(works, works.client, '2'));
    expect(await board({ pictures: inSpace, expiredTime })).toMatchObject({ code: 400, field: 'pictures' });
    ok(await board({ pictures, expiredTime }));
  });

  it('are shown by the token as they are published, with their values and without an id or an address', async () => {
    const { ammeterId, client } = works;
    const [id, draft] = [await diagramOf(works, client), await diagramOf(works, client)];
    const both = `${id},${draft}`;
    const made = ok(await board({ pictures: both, expiredTime: '2099-01-01', turnSeconds: 30 }));
    expect(ok(await show(made.token))).toMatchObject({ figures: [], turnSeconds: 30 });
    expect(ok(await show(made.token)).pictures).toHaveLength(2);
    await publish(client, id, 0, ammeterId);
    const batch = new BatchBuilder();
    batch.row(ammeterId, Date.now() - 1000);
    batch.set(codeIndex('PZ'), 321);
    await storeReadings(product.database.db, batch.batch(), { source: 0 });
    const picture = ok(await showPicture(made.token));
    expect(picture).toMatchObject({ no: 1, names: [{ ammeterId: 1, name: 'Incomer' }] });
    expect(picture.values.values).toMatchObject([{ key: 'item:1:PZ', value: 321 }]);
    const [symbol, link] = picture.scene?.elements ?? [];
    expect(symbol).toMatchObject({ id: 'e0', origin: 'meter:1', label: '{name}' });
    expect(link).toMatchObject({ text: 'More', to: '/HTDisplay' });
    // Whoever has the picture gets its values alone.
    expect(ok(await showPicture(made.token, { mark: picture.mark })).scene).toBeNull();
    // A draft is nobody's to see.
    expect(ok(await showPicture(made.token, { place: 1 }))).toMatchObject({ no: null, scene: null });
    expect((await showPicture(made.token, { place: 2 })).code).toBe(404);
    expect((await showPicture(made.token, { place: -1 })).code).toBe(400);
  });

  it('are drawn anew where another diagram of the same version comes to their place', async () => {
    const { ammeterId, client } = works;
    const [first, second] = [await diagramOf(works, client), await diagramOf(works, client)];
    await publish(client, first, 0, ammeterId);
    const wider = JSON.stringify({ ...sceneOf(ammeterId), width: 1700 });
    ok(await client.post(`${DIAGRAM}/saveScene`, { id: second, base: 0, scene: wider }));
    ok(await client.post(`${DIAGRAM}/publish`, { id: second, no: 1 }));
    const made = ok(await board({ pictures: `${first},${second}`, expiredTime: '2099-01-01' }));
    const had = ok(await showPicture(made.token));
    expect(had).toMatchObject({ no: 1, scene: { width: 1000 } });
    ok(await client.post(`${BOARD}/edit`, { id: made.id, pictures: `${second},${first}` }));
    expect(ok(await showPicture(made.token, { mark: had.mark }))).toMatchObject({ no: 1, scene: { width: 1700 } });
    expect(ok(await showPicture(made.token, { place: 1, mark: had.mark }))).toMatchObject({ mark: had.mark, scene: null });
  }); // prettier-ignore

  it('tell nothing beyond the sites of a limited account that draws them', async () => {
    const { first, second, limited, limitedItself } = await buildTwoSites(product);
    const operator = await product.operator();
    const id = await diagramOf(second, operator);
    await publish(operator, id, 0, second.ammeterId);
    const made = ok(
      await operator.post<{ token: string }>(`${BOARD}/add`, {
        boardName: unique('Board '),
        consumerId: second.consumerId,
        figures: '',
        pictures: String(id),
        expiredTime: '2099-01-01',
      }),
    );
    const save = (client: Client, base: number, scene: Scene) =>
      client.post<{ no: number }>(`${DIAGRAM}/saveScene`, { id, base, scene: JSON.stringify(scene) });
    const foreign = sceneOf(first.ammeterId);
    const nameAlone = {
      ...foreign,
      elements: foreign.elements.map((one) => ({ ...one, bindings: [] })),
    } as Scene;
    for (const client of [limited, limitedItself]) {
      const refused = await save(client, 1, foreign);
      expect(refused).toMatchObject({ code: 400, field: 'scene' });
      expect(refused.message).toContain(`Element meter-${first.ammeterId}:`);
      // Nor the name of what an element was drawn from, nor a number that a later meter may get.
      expect(await save(client, 1, nameAlone)).toMatchObject({ code: 400, field: 'scene' });
      expect(await save(client, 1, sceneOf(2_000_000))).toMatchObject({ code: 400, field: 'scene' });
    }
    ok(await save(limited, 1, { ...sceneOf(second.ammeterId), width: 1300 }));
    // What somebody put there who sees it may stay, and does not come back by whoever does not.
    ok(await save(operator, 2, foreign));
    ok(await save(limited, 3, { ...foreign, width: 1400 }));
    ok(await save(limited, 4, sceneOf(second.ammeterId)));
    const restore = (client: Client, base: number, no: number) =>
      client.post<{ no: number }>(`${DIAGRAM}/restore`, { id, base, no });
    expect(await restore(limited, 5, 3)).toMatchObject({ code: 400, field: 'scene' });
    ok(await operator.post(`${DIAGRAM}/publish`, { id, no: 5 }));
    expect(ok(await showPicture(made.token)).names).toEqual([
      { ammeterId: 1, code: expect.any(String) as string, name: 'Second incomer' },
    ]);
    // What is gone may come back with an older version.
    ok(await save(operator, 5, sceneOf(2_000_000)));
    ok(await save(operator, 6, sceneOf(second.ammeterId)));
    ok(await restore(limited, 7, 6));
    ok(await restore(operator, 8, 3));
  });

  it('end with the token: revoked, expired, or of a board that is off', async () => {
    const id = await diagramOf(works, works.client);
    await publish(works.client, id, 0, works.ammeterId);
    const made = ok(await board({ pictures: String(id), expiredTime: '2099-01-01' }));
    ok(await showPicture(made.token));
    const edit = (more: object) => works.client.post(`${BOARD}/edit`, { id: made.id, ...more });
    ok(await edit({ state: '0' }));
    expect((await showPicture(made.token)).code).toBe(404);
    ok(await edit({ state: '1' }));
    ok(await edit({ expiredTime: '2020-01-01' }));
    expect((await showPicture(made.token)).code).toBe(404);
    // Its expiry cannot be taken away while it shows pictures.
    expect(await edit({ expiredTime: '' })).toMatchObject({ code: 400, field: 'expiredTime' });
    ok(await edit({ expiredTime: '2099-01-01' }));
    ok(await showPicture(made.token));
    ok(await works.client.post(`${BOARD}/revokeToken`, { id: made.id }));
    expect((await showPicture(made.token)).code).toBe(404);
  });

  it('open nothing else: the token is no session, and nothing can be written or switched with it', async () => {
    const id = await diagramOf(works, works.client);
    await publish(works.client, id, 0, works.ammeterId);
    const { token } = ok(await board({ pictures: String(id), expiredTime: '2099-01-01' }));
    const holder = product.withToken(token);
    for (const call of ['archive/monitorDiagram/getScene', 'archive/monitorDiagram/getValues'])
      expect((await holder.get(`/api/${call}`, { id, token })).code).toBe(901);
    for (const call of ['archive/iRemoteControl/select', 'archive/iRemoteControl/sendRelayControl'])
      expect((await holder.post(`/api/${call}`, { id: 1, value: 1, token })).code).toBe(901);
    expect(
      (await holder.post('/api/archive/monitorDiagram/saveScene', { id, base: 1, scene: '{}' })).code,
    ).toBe(901);
  });
});
