import { expect, test } from '@playwright/test';
import { emptyScene, type SceneElement } from '#contract/scene/scene.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { expectAccessible, signIn, visit } from './person.ts';
import { call } from './works.ts';

test('@matrix a site stands on the map and shows its picture; a meter opens its popup; a board shows the picture to who has its link', async ({
  page,
  browser,
}) => {
  await signIn(page, 'operator');
  const mark = `pb${Date.now().toString(36)}`;
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', { orgName: mark, orgCode: mark }); // prettier-ignore
  const site = { consumerId, timeZone: HOME_ZONE };
  const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', {
    ...site,
    orgName: 'Pump house',
    orgCode: mark,
    longitude: 118.2,
    latitude: 39.6,
  });
  await call(page, 'archive/monitorSite/add', { ...site, orgName: 'Nowhere', orgCode: `${mark}n` });
  const meter = { ammeterCode: 'P1', ammeterName: 'Pump', consumerId, siteId, intervalSeconds: 60 };
  const { id: ammeterId } = await call<{ id: number }>(page, 'archive/ammeter/add', meter);
  const gateway = { gatewayName: mark, consumerId };
  const { token } = await call<{ token: string }>(page, 'archive/gateway/add', gateway);
  await page.request.post('/api/ingest/telemetry', {
    headers: { authorization: `Bearer ${token}` },
    data: { P1: [{ PZ: 42.5 }] },
  });
  const diagram = { diagramName: 'Pumps', consumerId, siteId, monitorSysType: '1', panelType: '1' };
  const { id } = await call<{ id: number }>(page, 'archive/monitorDiagram/add', diagram);
  const source = { kind: 'item', ammeterId, dataCode: 'PZ' } as const;
  const elements: SceneElement[] = [
    {
      id: 'v',
      type: 'value',
      layer: 'device',
      x: 100,
      y: 100,
      bindings: [{ source, map: { kind: 'format', decimals: 1, unit: null } }],
    },
  ];
  const scene = JSON.stringify({ ...emptyScene([{ id: 'device', name: 'Devices' }]), elements });
  const { no } = await call<{ no: number }>(page, 'archive/monitorDiagram/saveScene', { id, base: 0, scene });
  await call(page, 'archive/monitorDiagram/publish', { id, no });

  await visit(page, `/#/SDNMonitoring/SiteOverview?consumer=${consumerId}`);
  const house = page.getByRole('region', { name: 'Pump house' });
  await expect(house).toContainText('42.5');
  await expect(house).toContainText('Electricity today');
  await expectAccessible(page);
  await house.getByRole('button', { name: 'Pump house' }).click();
  await expect(page).toHaveURL(/site=/);

  await visit(page, `/#/SDNMonitoring/SiteOverview?consumer=${consumerId}&as=map`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Nowhere' })).toContainText('No coordinates');
  await expectAccessible(page);
  await page
    .getByRole('application')
    .getByRole('button', { name: /^Pump house/ })
    .click();
  const thumbnail = page.getByRole('link', { name: 'Open the diagram Pumps' });
  // The link lies over the picture.
  await expect(thumbnail.locator('..')).toContainText('42.5 kW');
  await thumbnail.click();
  await expect(page).toHaveURL(/OneLine.*diagram=/);
  await page.locator('[data-id=v]').click();
  await page.getByRole('button', { name: 'Values, curves, alarms' }).click();
  const popup = page.getByRole('dialog', { name: 'Pump' });
  await expect(popup.getByRole('row').filter({ hasText: 'Active power' })).toContainText('42.50 kW');
  await popup.getByText('Outputs', { exact: true }).click();
  await expect(popup).toContainText('No output belongs to it');
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);

  const board = {
    boardName: mark,
    consumerId,
    pictures: String(id),
    expiredTime: '2099-01-01',
    turnSeconds: 20,
  };
  const made = await call<{ id: number; token: string }>(page, 'sys/displayBoard/add', board);
  const context = await browser.newContext({ locale: 'en-US' });
  const wall = await context.newPage();
  await wall.goto(`/#/HTDisplay?token=${made.token}`);
  const picture = wall.getByRole('figure', { name: 'Pumps' });
  await expect(picture).toContainText('42.5 kW');
  await expect(wall.getByRole('link')).toHaveCount(0);
  await call(page, 'sys/displayBoard/revokeToken', { id: made.id });
  await wall.reload();
  await expect(wall.getByRole('main')).toContainText('The link does not work');
  await context.close();
});
