import { expect, test, type Page } from '@playwright/test';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { expectAccessible, signIn } from './person.ts';
import { call } from './works.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An enterprise whose compressor chatters around 100 kW for an hour of yesterday and stands above it for another. */
async function build(page: Page): Promise<{ consumerId: number; alarmId: number; name: string }> {
  await signIn(page, 'operator');
  const name = `rep${Date.now().toString(36)}`;
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: name,
    orgCode: name,
  });
  const site = { orgName: 'Works', orgCode: name, consumerId, timeZone: HOME_ZONE };
  const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', site);
  const meter = { ammeterCode: 'C1', ammeterName: 'Compressor', consumerId, siteId, intervalSeconds: 60 };
  const { id: ammeterId } = await call<{ id: number }>(page, 'archive/ammeter/add', meter);
  const { token } = await call<{ token: string }>(page, 'archive/gateway/add', {
    gatewayName: `G ${name}`,
    consumerId,
  });
  const from = Math.floor(Date.now() / HOUR) * HOUR - 30 * HOUR;
  const power = (minute: number): number => {
    if (minute < 60) return minute % 2 ? 99 : 101;
    return minute >= 120 && minute < 180 ? 130 : 60;
  };
  const sent = await page.request.post('/api/ingest/telemetry', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      C1: Array.from({ length: 240 }, (_, i) => ({ ts: from + i * MINUTE, values: { PZ: power(i) } })),
    },
  });
  expect(((await sent.json()) as { code: number }).code).toBe(200);
  const { id: alarmId } = await call<{ id: number }>(page, 'event/alarm/add', {
    alarmName: `Power ${name}`,
    consumerId,
    triggerMethod: 'above',
    triggerFieldName: 'PZ',
    limitValue: 120,
    triggerInterval: 0,
    recoverInterval: 0,
    enable: 0,
  });
  await call(page, 'event/objectAlarm/add', { alarmId, consumerId, ammeterId });
  return { consumerId, alarmId, name };
}

test(
  'a rule is tried on history, tuned by a proposal, and switched on',
  { tag: '@matrix' },
  async ({ page }) => {
    const { consumerId, alarmId, name } = await build(page);
    await page.goto(`/#/SDNAlertConfig/SDNAlertConfig?consumer=${consumerId}`);
    const row = page.getByRole('row').filter({ hasText: `Power ${name}` });
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Replay' }).click();
    await expect(page).toHaveURL(new RegExp(`/SDNAlertConfig/Replay.*alarm=${alarmId}`));
    await expect(page.getByRole('main')).toContainText('Nothing was replayed yet');
    await expectAccessible(page);

    // By the keyboard: the limit, then Enter.
    const limit = page.getByRole('spinbutton', { name: 'Limit' });
    await limit.fill('100');
    await limit.press('Enter');
    const lane = page.getByRole('figure').filter({ hasText: 'Draft' });
    await expect(lane).toContainText('v1 in force', { timeout: 60_000 });
    const table = page.getByRole('table', { name: 'Old and new' });
    await expect(table.getByRole('row').filter({ hasText: 'Rings' }).first()).toContainText('31');
    await expect(page).toHaveURL(/replay=\d+/);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Apply proposal 1, replay' }).click();
    await expect(table.getByRole('row').filter({ hasText: 'Real events' })).toContainText('1 / 1', {
      timeout: 60_000,
    });
    await expect(async () => {
      const cells = await table.getByRole('row').nth(1).getByRole('cell').allTextContents();
      expect(Number(cells[2])).toBeLessThan(5);
    }).toPass({ timeout: 60_000 });

    // What was found is there again after a reload.
    await page.reload();
    await expect(table).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: /Save and switch on|Switch on anyway/ }).click();
    await expect(page.getByText('The rule is saved')).toBeVisible();
    const reply = await page.request.get(`/api/event/alarm/get?id=${alarmId}`);
    const { data } = (await reply.json()) as { data: { enable: boolean; limitValue: unknown } };
    expect([data.enable, Number(data.limitValue)]).toEqual([true, 100]);
  },
);
