import { expect, test, type Page } from '@playwright/test';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { Scene } from '#contract/scene/scene.ts';
import { expectAccessible, signIn } from './person.ts';
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
  await page.getByRole('button', { name: 'Live' }).click();
  await expect(page).not.toHaveURL(/at=\d+/);
}); // prettier-ignore
