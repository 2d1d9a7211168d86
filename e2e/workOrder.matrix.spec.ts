import { expect, test } from '@playwright/test';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { expectAccessible, signIn, visit } from './person.ts';
import { call } from './works.ts';

/** A picture of one point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('@matrix a person makes a work order, gives it away, does it and has it accepted; curves and sites show the plant now', async ({
  page,
}) => {
  await signIn(page, 'operator');
  const mark = `wo${Date.now().toString(36)}`;
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', { orgName: mark, orgCode: mark }); // prettier-ignore
  const site = { orgName: 'Pump house', orgCode: mark, consumerId, timeZone: HOME_ZONE };
  const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', site);
  const meter = { ammeterCode: 'P1', ammeterName: 'Pump', consumerId, siteId, intervalSeconds: 60 };
  const { id: ammeterId } = await call<{ id: number }>(page, 'archive/ammeter/add', meter);
  const { token } = await call<{ token: string }>(page, 'archive/gateway/add', {
    gatewayName: mark,
    consumerId,
  });
  await call(page, 'sys/orgEmployee/add', { userName: mark, name: 'Worker Wu', consumerId });
  const send = (PZ: number) =>
    page.request.post('/api/ingest/telemetry', {
      headers: { authorization: `Bearer ${token}` },
      data: { P1: [{ PZ }] },
    });
  await send(42.5);

  await visit(page, `/#/SDNMonitoring/SiteOverview?consumer=${consumerId}`);
  await expect(page.getByRole('main')).toContainText('42.5');
  await expectAccessible(page);

  await visit(page, `/#/SDNMonitoring/MonitoringChart?consumer=${consumerId}&tree=meter`);
  await page.getByRole('treeitem', { name: 'Pump', exact: true }).click();
  await page.getByRole('checkbox', { name: /Active power/ }).check();
  const told = page.getByRole('table', { name: 'Curves' });
  await expect(told).toContainText('42.50 kW');
  await send(44);
  await expect(told).toContainText('44.00 kW');
  await expect(page).toHaveURL(new RegExp(`items=${ammeterId}.PZ`));

  await visit(page, `/#/Customer/WorkOrder?consumer=${consumerId}`);
  await expect(page.getByRole('main')).toContainText('None');
  await page.getByRole('button', { name: 'New work order' }).click();
  await page.getByRole('dialog').getByLabel('Work order', { exact: true }).fill('Seal leaks');
  await page.getByRole('button', { name: 'Save' }).click();
  const drawer = page.getByRole('dialog', { name: 'Seal leaks' });
  await drawer.getByRole('button', { name: 'Assign', exact: true }).first().click();
  await drawer.getByLabel('Assigned to').click();
  await page.getByTitle('Worker Wu').click();
  await drawer.getByRole('button', { name: 'Assign', exact: true }).last().click();
  await drawer.getByRole('button', { name: 'Start' }).click();
  await drawer.getByRole('button', { name: 'Done', exact: true }).first().click();
  await drawer.getByLabel('What was done').fill('New seal');
  await drawer.getByRole('button', { name: 'Done', exact: true }).last().click();
  // Down in the cellar: the photo waits on the phone.
  await page.context().setOffline(true);
  await drawer
    .getByLabel('Take a photo or choose a file')
    .setInputFiles({ name: 'seal.png', mimeType: 'image/png', buffer: PNG });
  await expect(drawer.getByRole('listitem').filter({ hasText: 'seal.png' })).toContainText('not sent');
  await page.context().setOffline(false);
  await expect(drawer.getByRole('button', { name: 'seal.png', exact: true })).toBeVisible();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'not sent' })).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Accept' }).click();
  await expect(drawer).toContainText('Accepted');
  await expect(drawer.getByRole('listitem').filter({ hasText: 'New seal' })).toBeVisible();
});
