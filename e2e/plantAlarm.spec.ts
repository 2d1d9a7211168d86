import { expect, test } from '@playwright/test';
import { expectAccessible, signIn, visit } from './person.ts';
import { call } from './works.ts';

test('a gateway falls silent: once in the bell, from where its record shows the meters that follow from it', async ({
  page,
}) => {
  await signIn(page, 'operator');
  const mark = `plant${Date.now().toString(36)}`;
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: mark,
    orgCode: mark,
  });
  const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', {
    orgName: 'Melt shop',
    orgCode: `${mark}1`,
    consumerId,
  });
  const gatewayName = `Gateway ${mark}`;
  const { token } = await call<{ token: string }>(page, 'archive/gateway/add', {
    gatewayName,
    consumerId,
    siteId,
  });
  for (const n of [1, 2, 3])
    await call(page, 'archive/ammeter/add', {
      ammeterCode: `F-${n}`,
      ammeterName: `Fan ${n}`,
      consumerId,
      siteId,
      deviceType: '4',
      dataType: '1',
      intervalSeconds: 1,
    });
  // It speaks once, and no more.
  const ts = Date.now();
  const body = Object.fromEntries([1, 2, 3].map((n) => [`F-${n}`, [{ ts, values: { PP: 100 + n } }]]));
  const sent = await page.request.post('/api/ingest/telemetry', {
    headers: { authorization: `Bearer ${token}` },
    data: body,
  });
  expect(((await sent.json()) as { code: number }).code).toBe(200);

  await visit(page, `/#/SDNAlertConfig/SDNRTAlertMonitor?consumer=${consumerId}`);
  const rows = page.getByRole('table', { name: 'Open alarms' }).locator('tbody tr');
  await expect(rows).toHaveCount(4, { timeout: 80_000 });
  await expect(rows.nth(0)).toContainText(gatewayName);
  await page.getByRole('button', { name: /waiting|notice/i }).click();
  const entry = page.getByRole('link', { name: new RegExp(`Gateway “${gatewayName}” has sent nothing`) });
  await expect(entry).toHaveCount(1);
  await entry.click();
  await expect(page.getByRole('heading', { name: `Gateway silent · ${gatewayName}` })).toBeVisible();
  await expect(page.getByText('3 alarms follow from it, 3 active')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Meter silent · Fan 2' }).last().click();
  await expect(page.getByRole('heading', { name: 'Meter silent · Fan 2' })).toBeVisible();
  await expect(page.getByText('Follows from', { exact: true })).toBeVisible();
  await page.goto('/#/SDNUserAdmin/SDNUserInfo');
  await page.getByRole('checkbox', { name: /Mail/ }).check();
  await expect(page.getByText('How I am notified of alarms')).toBeVisible();
  await expectAccessible(page);
});
