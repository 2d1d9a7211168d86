import { expect, test, type Page } from '@playwright/test';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { SYMBOLS } from '#domain/scene/symbol/symbols.ts';
import { expectAccessible, signIn, visit } from './person.ts';
import { call } from './works.ts';

interface Made {
  readonly consumerId: number;
  readonly diagramId: number;
  readonly feederId: number;
}

/** An enterprise with an infeed, a feeder below it, and a diagram that is empty. */
async function enter(page: Page): Promise<Made> {
  const mark = `dia${Date.now().toString(36)}`;
  const one = async (resource: string, row: object): Promise<number> =>
    (await call<{ id: number }>(page, `archive/${resource}/add`, { ...row })).id;
  const consumerId = await one('consumer', { orgName: mark, orgCode: mark });
  const siteId = await one('monitorSite', { orgName: 'Substation', orgCode: mark, consumerId, timeZone: HOME_ZONE });
  const meter = { consumerId, siteId, deviceType: '4', dataType: '1' };
  const above = await one('ammeter', { ...meter, ammeterName: '10 kV infeed', ammeterCode: `${mark}1` });
  const feederId = await one('ammeter', { ...meter, ammeterName: 'Pump house', ammeterCode: `${mark}2`, parentId: above, ratedPower: 100 });
  const diagramId = await one('monitorDiagram', { diagramName: 'One line', consumerId, siteId, monitorSysType: '1', panelType: '1' });
  return { consumerId, diagramId, feederId };
} // prettier-ignore

/** What is known of a diagram: its site, and its picture; null = it has none. */
async function headOf(page: Page, id: number): Promise<{ scene: Scene | null; siteId: number }> {
  const reply = await page.request.get('/api/archive/monitorDiagram/getScene', {
    params: { id },
    headers: { 'X-Meterhouse': '1' },
  });
  const { data } = (await reply.json()) as { data: { scene: Scene | null; diagram: { siteId: number } } };
  return { scene: data.scene, siteId: data.diagram.siteId };
}

const sceneOf = async (page: Page, id: number): Promise<Scene> => {
  const reply = await page.request.get('/api/archive/monitorDiagram/getScene', {
    params: { id },
    headers: { 'X-Meterhouse': '1' },
  });
  return ((await reply.json()) as { data: { scene: Scene } }).data.scene;
};

test('keys alone build a feeder, bind it, save and publish it; it is then seen live', async ({ page }) => {
  await signIn(page, 'operator');
  const { consumerId, diagramId, feederId } = await enter(page);
  await page.goto(`/#/SDNMonitoring/ht2DEditor?consumer=${consumerId}&diagram=${diagramId}`);
  const sheet = page.getByRole('application', { name: /Sheet/ });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('button', { name: /Pump house/ })).toBeVisible();
  await expectAccessible(page);

  const { keyboard } = page;
  await page.getByRole('button', { name: 'Bus', exact: true }).focus();
  await keyboard.press('Enter');
  for (const name of ['circuit breaker', 'electricity meter', 'motor']) {
    await keyboard.press('s');
    await keyboard.type(name);
    await keyboard.press('Enter');
  }
  await keyboard.press('b');
  await expect(page.getByRole('dialog')).toContainText('Pump house');
  await keyboard.type('pump');
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(2);
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await sheet.focus();
  await keyboard.press('ArrowDown');
  await keyboard.press('Control+z');
  await keyboard.press('Control+s');
  await expect(page.getByRole('banner')).toContainText('Draft v1');

  const scene = await sceneOf(page, diagramId);
  expect(scene.elements.map((one) => ('symbol' in one ? one.symbol : one.type))).toEqual([
    'bus', 'breaker', 'wire', 'meter', 'wire', 'motor', 'wire',
  ]); // prettier-ignore
  const motor = scene.elements.find((one) => 'symbol' in one && one.symbol === 'motor');
  expect(motor?.bindings?.[0]?.source).toEqual({ kind: 'item', ammeterId: feederId, dataCode: 'PZ' });

  await page.getByRole('button', { name: 'Publish' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('v1 online');
  await page.goto(`/#/SDNMonitoring/OneLine?consumer=${consumerId}&diagram=${diagramId}`);
  await expect(page.getByRole('application', { name: /One line/ })).toContainText('--');
  await expectAccessible(page);
});

test('the archive draws the diagram; what was moved stays; who saves second is told who was first', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'operator');
  const { consumerId, diagramId, feederId } = await enter(page);
  await page.goto(`/#/SDNMonitoring/ht2DEditor?consumer=${consumerId}&diagram=${diagramId}`);
  const sheet = page.getByRole('application', { name: /Sheet/ });
  await page.getByRole('button', { name: 'Draw from the archive' }).click();
  await expect(sheet).toContainText('Pump house');
  await expect(page.getByText('Every electricity meter of the site is in the picture')).toBeVisible();
  const load = sheet.locator(`[data-id="m${feederId}.load"]`);
  await load.click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('banner')).toContainText('Draft v1');
  const place = (await sceneOf(page, diagramId)).elements.find(({ id }) => id === `m${feederId}.load`);
  expect(place).toMatchObject({ moved: true });

  // Another tab saves meanwhile.
  const scene = await sceneOf(page, diagramId);
  await call(page, 'archive/monitorDiagram/saveScene', { id: diagramId, base: 1, scene: JSON.stringify({ ...scene, width: 1300 }) });
  await page.getByRole('button', { name: 'Draw from the archive' }).click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await load.click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alertdialog')).toContainText(/saved v2 at/);
}); // prettier-ignore

test('the demonstration: a breaker opened on trial says which meters lose supply, and an instant of the past is shown', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'steel');
  await page.goto('/#/SDNMonitoring/OneLine');
  const picture = page.getByRole('application');
  await expect(picture).toContainText('kW');
  await page.getByRole('button', { name: 'What if' }).click();
  await page.getByRole('button', { name: /^E-103/ }).click();
  await expect(page.getByRole('main')).toContainText(/E-103 Main transformer 2 opens: \d+ lose supply/);
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Event before' }).click();
  await expect(page).toHaveURL(/at=\d+/);
  await page.getByRole('link', { name: 'Alarms at that instant' }).click();
  await expect(page.getByRole('main')).toContainText('Alarms that stood at');
  await expect(page).toHaveURL(/SDNEventAlert.*at=\d+/);
  await page.getByRole('link', { name: 'The picture at that instant' }).click();
  await expect(page).toHaveURL(/OneLine.*at=\d+/);
  await expect(picture).toContainText('kW');
  await page.getByRole('button', { name: 'Live' }).click();
  await expect(page).not.toHaveURL(/at=\d+/);
}); // prettier-ignore

/** Every symbol with its name and a value, and what stands beside symbols; what fills the picture up is white on white. */
function gallery(ammeterId: number, fillers: number): Scene {
  const layer = 'device';
  const source = { kind: 'item', ammeterId, dataCode: 'PZ' } as const;
  const format = { kind: 'format', decimals: 1, unit: null } as const;
  const box = { layer, w: 100, h: 40 };
  const elements: SceneElement[] = [
    ...SYMBOLS.map(({ name }, i): SceneElement => ({ id: name, type: 'symbol', layer, symbol: name, x: (i % 10) * 130, y: Math.floor(i / 10) * 90, turn: i % 7 === 0 ? 90 : 0, label: name })),
    { id: 'bus', type: 'bus', layer, x: 0, y: 640, length: 600, label: 'Bus I', kv: 10 },
    { id: 'wire', type: 'wire', layer, from: { x: 40, y: 660 }, to: { x: 400, y: 720 } },
    { id: 'words', type: 'text', layer, x: 700, y: 660, text: '一段  Words', bold: true },
    { id: 'value', type: 'value', layer, x: 900, y: 660, bindings: [{ source, map: format }] },
    { id: 'shape', type: 'shape', ...box, x: 700, y: 700, shape: 'ellipse', fill: 'accent', dashed: true },
    { id: 'button', type: 'button', ...box, x: 900, y: 700, text: 'Go', to: '/SDNMonitoring/OneLine' },
    { id: 'link', type: 'link', layer, x: 1050, y: 700, text: 'Link', to: '/SDNMonitoring/OneLine' },
    ...Array.from({ length: fillers }, (_, i): SceneElement => ({ id: `f${i}`, type: 'shape', layer, x: 10 + i * 2, y: 600, w: 1, h: 1, shape: 'rect', stroke: 'ground', fill: 'ground' })),
  ]; // prettier-ignore
  return { ...emptyScene([{ id: layer, name: 'Devices' }]), elements };
}

/** Points of two pictures that differ much, as a share of those that are inked; 1 where they are no such pictures. */
const difference = (page: Page, ...pictures: readonly [Buffer, Buffer]): Promise<number> =>
  page.evaluate<number>(`(async (sources) => {
    const read = async (source) => {
      const image = new Image();
      image.src = 'data:image/png;base64,' + source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.width, image.height).data;
    };
    const [one, other] = await Promise.all(sources.map(read));
    let [inked, differ] = [0, 0];
    for (let i = 0; i < one.length; i += 4) {
      if (one[i] < 200) inked++;
      if (Math.abs(one[i] - other[i]) > 110) differ++;
    }
    return one.length === other.length && inked > 1000 ? differ / inked : 1;
  })(${JSON.stringify(pictures.map((one) => one.toString('base64')))})`);

test('a picture of many elements looks as one of few, and is pressed as it', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'operator');
  const { consumerId, diagramId, feederId } = await enter(page);
  const sheet = page.getByRole('application', { name: /One line/ });
  const show = async (base: number, fillers: number): Promise<Buffer> => {
    const scene = JSON.stringify(gallery(feederId, fillers));
    const { no } = await call<{ no: number }>(page, 'archive/monitorDiagram/saveScene', { id: diagramId, base, scene });
    await call(page, 'archive/monitorDiagram/publish', { id: diagramId, no });
    await visit(page, `/#/SDNMonitoring/OneLine?consumer=${consumerId}&diagram=${diagramId}`);
    if (fillers > 0) await expect(sheet.locator('canvas')).toHaveAttribute('data-drawn', String(SYMBOLS.length + 7 + fillers));
    else await expect(sheet).toContainText('Bus I');
    await page.waitForTimeout(1000);
    return sheet.screenshot();
  };
  const few = await show(0, 0);
  await expect(sheet.locator('canvas')).toHaveCount(0);
  const many = await show(1, 500);
  expect(await difference(page, few, many)).toBeLessThan(0.05);
  // A press on the value that stands at a known share of the picture.
  const box = await sheet.boundingBox();
  const zoom = await sheet.locator('.sceneMarks > g').getAttribute('transform');
  const layer = await sheet.locator('.sceneLayer').getAttribute('style');
  const scale = Number(/scale\(([\d.]+)\)/.exec(zoom ?? '')?.[1]);
  const [, x = '0', y = '0'] = /translate\(([-\d.]+)px, ([-\d.]+)px\)/.exec(layer ?? '') ?? [];
  const at = { x: (box?.x ?? 0) + Number(x) + 910 * scale, y: (box?.y ?? 0) + Number(y) + 655 * scale };
  await page.mouse.click(at.x, at.y);
  await expect(page.getByRole('link', { name: 'Page of the meter' })).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  // The same by keys: the list says in words what the canvas shows, and its element is pressed there.
  await sheet.focus();
  await page.keyboard.press('l');
  const list = page.getByRole('listbox', { name: /^Elements/ });
  await expect(list).toBeFocused();
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', String(SYMBOLS.length + 5));
  await page.keyboard.press('End');
  await expect(list.getByRole('option', { selected: true })).toContainText('Link');
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowUp');
  await expect(list.getByRole('option', { selected: true })).toContainText(/Pump house.*--/);
  await expect(sheet.locator('.sceneMarks rect')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeFocused();
}); // prettier-ignore

test('what is chosen is kept as a template, and put for an object with its bindings', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'operator');
  const { consumerId, diagramId, feederId } = await enter(page);
  const { scene, siteId } = await headOf(page, diagramId);
  expect(scene).toBeNull();
  const object = { consumerId, siteId, orgName: 'Pump of the well', orgCode: `w${diagramId}`, ammeterIdList: String(feederId) };
  await call(page, 'archive/monitorObject/add', object);
  await visit(page, `/#/SDNMonitoring/ht2DEditor?consumer=${consumerId}&diagram=${diagramId}`);
  const sheet = page.getByRole('application', { name: /Sheet/ });
  await page.getByRole('button', { name: /^Pump of the well/ }).click();
  await expect(sheet).toContainText('Pump of the well');
  await sheet.focus();
  await page.keyboard.press('Control+a');
  await page.getByLabel('Name of the template').fill('Well');
  await page.getByRole('button', { name: 'Keep chosen as a template' }).click();
  await expect(page.getByLabel('Use Well')).toBeChecked();
  const before = await sheet.locator('[data-id]').count();
  await page.getByRole('button', { name: /^Pump of the well/ }).click();
  await expect(sheet.locator('[data-id]')).toHaveCount(2 * before);
  await sheet.focus();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('banner')).toContainText('Draft v1');
  const bound = (await sceneOf(page, diagramId)).elements.flatMap(({ bindings = [] }) => bindings);
  expect(bound.length).toBeGreaterThan(1);
  for (const { source } of bound) expect(source).toMatchObject({ ammeterId: feederId });
}); // prettier-ignore
