import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import mqtt from 'mqtt';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { expectAccessible, signIn } from './person.ts';
import { call } from './works.ts';

const MINUTE = 60_000;

test(
  'a person adds a signal point, maps a gateway to it and sees the breaker move, its day and its sheet',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'operator');
    const mark = `sig${Date.now().toString(36)}`;
    const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
      orgName: mark,
      orgCode: mark,
    });
    const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', {
      orgName: 'Substation',
      orgCode: mark,
      consumerId,
      timeZone: HOME_ZONE,
    });
    const { id: gatewayId, token } = await call<{ id: number; token: string }>(page, 'archive/gateway/add', {
      gatewayName: `G ${mark}`,
      consumerId,
      siteId,
    });

    await page.goto(`/#/SDNMonitoring/Signal?consumer=${consumerId}`);
    await expect(page.getByRole('main')).toContainText('This enterprise has no signal points yet');
    const { id: signalPointId } = await call<{ id: number }>(page, 'archive/signalPoint/add', {
      pointName: 'Feeder breaker',
      pointCode: 'Q1',
      consumerId,
      siteId,
      normalState: 1,
      expectedSeconds: 0,
    });
    await call(page, 'archive/gatewayMapping/add', {
      gatewayId,
      consumerId,
      deviceName: 'RTU 1',
      dataKey: 'q1',
      signalPointId,
    });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Feeder breaker' });
    await expect(row).toContainText('never heard');

    const { host, port } = await call<{ host: string; port: number }>(page, 'sys/mqtt/getConfig', {});
    const gateway = await mqtt.connectAsync(`ws://${host}:${port}/mqtt`, { username: token });
    const send = (ts: number, q1: boolean | string) =>
      gateway.publishAsync('v1/gateway/telemetry', JSON.stringify({ 'RTU 1': [{ ts, values: { q1 } }] }), {
        qos: 1,
      });
    const now = Date.now();
    await send(now - 3 * MINUTE, true);
    await expect(row).toContainText('Closed');
    await send(now - 2 * MINUTE, 'open');
    await expect(row).toContainText('Open');
    await send(now - MINUTE, true);
    await expect(row).toContainText('Closed');
    // What comes late belongs to the day, and not to the present.
    await send(now - 4 * MINUTE, false);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Feeder breaker' }).click();
    const drawer = page.getByRole('dialog');
    const days = drawer.getByRole('table', { name: 'By day' });
    await expect
      .poll(async () => {
        const cells = await days.getByRole('row').nth(1).getByRole('cell').allTextContents();
        return cells.at(-1);
      })
      // Open, closed, open, closed: three operations, unless midnight lies between.
      .toMatch(/^[0-3]$/);
    const intervals = drawer.getByRole('table', { name: 'Intervals' });
    await expect(intervals.getByRole('row').filter({ hasText: 'Closed' }).first()).toBeVisible();
    await expect(intervals.getByRole('row').filter({ hasText: 'Unknown' }).first()).toBeVisible();
    await expectAccessible(page);

    await drawer.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /csv/i }).click();
    const sheet = await readFile(await (await download).path(), 'utf8');
    expect(sheet).toContain('Operations');
    expect(sheet.trim().split('\n')).toHaveLength(8);
    await gateway.endAsync();
  },
);

test('the demonstration shows positions that move with the plant', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'steel');
  await page.goto('/#/SDNMonitoring/Signal');
  const row = page.getByRole('row').filter({ hasText: 'Contactor of air compressor 1' });
  await expect(row).toContainText('Running');
  await page.getByRole('button', { name: 'Breaker of arc furnace 1' }).click();
  const days = page.getByRole('dialog').getByRole('table', { name: 'By day' });
  await expect(days.getByRole('row')).not.toHaveCount(1);
});
