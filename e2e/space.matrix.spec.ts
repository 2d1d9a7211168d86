import { expect, test, type Locator, type Page } from '@playwright/test';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { Space } from '#contract/scene/space.ts';
import { glbOf } from '#test/glb.ts';
import { expectAccessible, signIn, visit } from './person.ts';
import { call } from './works.ts';

interface Made {
  readonly consumerId: number;
  readonly diagramId: number;
  readonly meterId: number;
  readonly send: (kW: number) => Promise<unknown>;
}

/** An enterprise with one pump and a diagram in space that is empty. */
async function enter(page: Page): Promise<Made> {
  const mark = `spc${Date.now().toString(36)}`;
  const one = async (resource: string, row: object): Promise<number> =>
    (await call<{ id: number }>(page, `archive/${resource}/add`, { ...row })).id;
  const consumerId = await one('consumer', { orgName: mark, orgCode: mark });
  const siteId = await one('monitorSite', {
    orgName: 'Hall',
    orgCode: mark,
    consumerId,
    timeZone: HOME_ZONE,
  });
  const meterId = await one('ammeter', {
    consumerId,
    siteId,
    deviceType: '4',
    dataType: '1',
    ammeterName: 'Pump house',
    ammeterCode: 'P1',
    ratedPower: 100,
  });
  const diagramId = await one('monitorDiagram', {
    diagramName: 'Hall in space',
    consumerId,
    siteId,
    monitorSysType: '1',
    panelType: '2',
  });
  const { token } = await call<{ token: string }>(page, 'archive/gateway/add', {
    gatewayName: mark,
    consumerId,
  });
  const send = async (PZ: number): Promise<void> => {
    const sent = await page.request.post('/api/ingest/telemetry', {
      headers: { authorization: `Bearer ${token}` },
      data: { P1: [{ PZ }] },
    });
    expect(sent.ok()).toBe(true);
  };
  return { consumerId, diagramId, meterId, send };
}

const spaceOf = async (page: Page, id: number): Promise<Space> => {
  const reply = await page.request.get('/api/archive/monitorDiagram/getScene', {
    params: { id },
    headers: { 'X-Meterhouse': '1' },
  });
  return ((await reply.json()) as { data: { scene: Space } }).data.scene;
};

/** Counts the red points of a picture in the page: what an alarm is drawn in. */
const COUNT_RED = `async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, picture.width, picture.height);
  let red = 0;
  for (let i = 0; i < data.length; i += 4)
    if (data[i] > 110 && data[i + 1] < data[i] / 2 && data[i + 2] < data[i] / 2) red++;
  return red;
}`;

const redOf = async (page: Page, area: Locator): Promise<number> =>
  page.evaluate<number>(`(${COUNT_RED})('${(await area.screenshot()).toString('base64')}')`);

/** Counts what WebGL is told to draw. */
const COUNT_DRAWS = `
  globalThis.draws = 0;
  for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced']) {
    const before = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...given) {
      globalThis.draws++;
      return before.apply(this, given);
    };
  }`;
const draws = (page: Page): Promise<number> => page.evaluate<number>('globalThis.draws');

test(
  'keys alone build a box, bind it and publish it; its colour follows its meter, and at rest nothing is drawn',
  { tag: '@matrix' },
  async ({ page }) => {
    await page.addInitScript(COUNT_DRAWS);
    await signIn(page, 'operator');
    const { consumerId, diagramId, meterId, send } = await enter(page);
    await visit(page, `/#/SDNMonitoring/ht3DEditor?consumer=${consumerId}&diagram=${diagramId}`);
    const area = page.getByRole('application', { name: /^Space/ });
    await expect(area.locator('canvas')).toBeVisible();
    await expectAccessible(page);

    const { keyboard } = page;
    await area.focus();
    await keyboard.press('s');
    await expect(page.getByRole('button', { name: 'Box', exact: true })).toBeFocused();
    await keyboard.press('Enter');
    await expect(area).toBeFocused();
    for (const key of ['Shift+ArrowRight', 'ArrowUp', 'r', ']', 'Shift+ArrowLeft', 'Control+z'])
      await keyboard.press(key);
    await keyboard.press('b');
    await expect(page.getByRole('dialog')).toContainText('Pump house');
    await keyboard.type('pump');
    await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(2);
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByLabel('Makes').focus();
    await keyboard.type('Range');
    await area.focus();
    await keyboard.press('Control+s');
    await expect(page.getByRole('banner')).toContainText('Draft v1');
    const [box] = (await spaceOf(page, diagramId)).elements;
    expect(box).toMatchObject({ type: 'box', x: 1, y: 0.1, turn: 15, w: 2.2 });
    expect(box?.bindings?.[0]).toMatchObject({
      source: { ammeterId: meterId, dataCode: 'PZ' },
      map: { kind: 'range' },
    });
    await page.getByRole('button', { name: 'Publish' }).focus();
    await keyboard.press('Enter');
    await expect(page.getByRole('banner')).toContainText('v1 online');

    await send(20);
    await visit(page, `/#/SDNMonitoring/Scene3D?consumer=${consumerId}&diagram=${diagramId}`);
    const live = page.getByRole('application', { name: /Hall in space/ });
    await expect(live.locator('canvas')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('1 of 1 fresh');
    await expect.poll(() => redOf(page, live)).toBe(0);
    await send(95);
    await expect.poll(() => redOf(page, live), { timeout: 20_000 }).toBeGreaterThan(300);
    await expectAccessible(page);
    // The values are looked at again every five seconds for their age: between, nothing moves.
    await expect(async () => {
      const before = await draws(page);
      await page.waitForTimeout(1500);
      expect(await draws(page)).toBe(before);
    }).toPass({ timeout: 20_000 });

    // From above it is the same.
    await page.getByText('Plan', { exact: true }).click();
    await expect(live.locator('[data-look="alarm"]')).toBeVisible();
    await live.locator('[data-id]').click();
    await expect(page.getByRole('main')).toContainText('95');
  },
);

test(
  'a model is looked into, put in, shown; one that leads elsewhere is refused',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'operator');
    const { consumerId, diagramId } = await enter(page);
    await visit(page, `/#/SDNMonitoring/ht3DEditor?consumer=${consumerId}&diagram=${diagramId}`);
    const file = page.locator('input[type="file"]');
    await expect(page.getByRole('button', { name: 'Send a .glb' })).toBeEnabled();
    const foreign = glbOf({ json: { images: [{ uri: 'http://192.0.2.1/a.png' }] } });
    await file.setInputFiles({ name: 'foreign.glb', mimeType: 'model/gltf-binary', buffer: foreign });
    await expect(page.getByText(/foreign\.glb: it refers to what lies outside/)).toBeVisible();
    // About 5 MB.
    const large = glbOf({ triangles: 145_000 });
    await file.setInputFiles({ name: 'crane.glb', mimeType: 'model/gltf-binary', buffer: large });
    await page.getByRole('button', { name: 'crane.glb', exact: true }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('banner')).toContainText('Draft v1');
    expect((await spaceOf(page, diagramId)).elements[0]).toMatchObject({ type: 'model' });
    await page.getByRole('button', { name: 'Delete the model crane.glb' }).click();
    await expect(page.getByText(/v1 shows this model/)).toBeVisible();
  },
);

test(
  'the demonstration has a hall with heat of an hour, views and the past',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    await visit(page, '/#/SDNMonitoring/Scene3D');
    const hall = page.getByRole('application', { name: /Melt shop/ });
    await expect(hall.locator('canvas')).toBeVisible();
    await expect(hall).toContainText('kW');
    await page.getByLabel('Colours').selectOption('loadShare');
    await expect(page.getByRole('table', { name: /Heat/ }).getByRole('row').nth(3)).toContainText(/\d/);
    await expect(page).toHaveURL(/heat=loadShare/);
    await page.getByRole('button', { name: /Substation/ }).click();
    await page.getByRole('button', { name: 'Event before' }).click();
    await expect(page).toHaveURL(/at=\d+/);
    await expect(hall).toContainText('kW');
  },
);
