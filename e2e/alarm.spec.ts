import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn, visit } from './person.ts';
import { call } from './works.ts';

const MONITOR = '/#/SDNAlertConfig/SDNRTAlertMonitor';
const EVENTS = '/#/SDNEventAlert/SDNEventAlert';
const MINUTE = 60_000;

interface Plant {
  readonly consumerId: number;
  readonly siteId: number;
  readonly ammeterId: number;
}

/** An enterprise with two sites and a meter on the first. */
async function plant(page: Page): Promise<Plant> {
  await signIn(page, 'operator');
  const mark = `alarm${Date.now().toString(36)}`;
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: mark,
    orgCode: mark,
  });
  const site = (orgName: string, orgCode: string) =>
    call<{ id: number }>(page, 'archive/monitorSite/add', { orgName, orgCode, consumerId });
  const { id: siteId } = await site('Melt shop', `${mark}1`);
  await site('Rolling mill', `${mark}2`);
  const meter = {
    ammeterCode: 'E-141',
    ammeterName: 'Fan 2',
    consumerId,
    siteId,
    deviceType: '4',
    dataType: '1',
  };
  const { id: ammeterId } = await call<{ id: number }>(page, 'archive/ammeter/add', meter);
  return { consumerId, siteId, ammeterId };
}

const raise = (page: Page, { consumerId, ammeterId }: Plant, recordName: string, alarmLevel: string, agoMinutes: number) =>
  call<{ id: number }>(page, 'alarm/record/add', {
    recordName, alarmLevel, consumerId, ammeterId, raisedAt: new Date(Date.now() - agoMinutes * MINUTE).toISOString(),
  }); // prettier-ignore

test('the monitor: the gravest first, confirmed by keys, a new one comes by itself, sound is off until it is turned on', async ({
  page,
}) => {
  const works = await plant(page);
  await visit(page, `${MONITOR}?consumer=${works.consumerId}`);
  await expect(page.getByText('No alarm is open')).toBeVisible();
  await raise(page, works, 'Current high', '1', 16);
  await raise(page, works, 'Flow low', '4', 2);
  await raise(page, works, 'Pressure low', '2', 4);
  const rows = page.getByRole('table', { name: 'Open alarms' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('Current high');
  await expect(rows.nth(1)).toContainText('Pressure low');
  await expect(rows.nth(2)).toContainText('Flow low');
  await expect(page.getByText('1 urgent alarm not confirmed')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sound off' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expectAccessible(page);

  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'Current high' })).toBeVisible();
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('c');
  const note = page.getByLabel('What is done');
  await expect(note).toBeFocused();
  await note.press('Enter');
  await expect(page.getByText('Confirmation: is required')).toBeVisible();
  await page.getByRole('button', { name: 'Somebody is sent' }).click();
  await note.press('Enter');
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('1 urgent alarm not confirmed')).toBeHidden();
  await expect(page.getByText(/confirmed: Somebody is sent/)).toBeVisible();

  await raise(page, works, 'Oil hot', '1', 0);
  await expect(rows.nth(0)).toContainText('Oil hot');
  await expect(page.getByText('1 urgent alarm not confirmed')).toBeVisible();
  await page.getByRole('radio', { name: 'Unconfirmed' }).check({ force: true });
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/shown=unconfirmed/);
  await expectAccessible(page);
});

test(
  'many open alarms: only what is in sight is drawn, and the last is reached',
  { tag: '@matrix' },
  async ({ page }) => {
    const works = await plant(page);
    const [many, at] = [600, 60];
    for (let i = 0; i < many; i += at)
      await Promise.all(
        Array.from({ length: at }, (_, j) => raise(page, works, `Alarm ${i + j + 1}`, '3', i + j + 1)),
      );
    await visit(page, `${MONITOR}?consumer=${works.consumerId}`);
    const rows = page.getByRole('table', { name: 'Open alarms' }).locator('tbody tr');
    await expect(rows.first()).toContainText('Alarm 1');
    expect(await rows.count()).toBeLessThan(150);
    await page.getByRole('region', { name: 'Open alarms' }).press('End');
    await expect(rows.last()).toContainText('Alarm 600');
    expect(await rows.count()).toBeLessThan(150);
  },
);

test('alarm events: several are confirmed at once, what could not be is told; statistics; on a phone one thumb confirms', async ({
  page,
}) => {
  const works = await plant(page);
  const { id: first } = await raise(page, works, 'Current high', '1', 30);
  await raise(page, works, 'Voltage low', '2', 20);
  await call(page, 'alarm/record/editState', { ids: first, state: 1, procInfo: 'seen' });
  await call(page, 'alarm/record/editState', { ids: first, state: 3, procInfo: 'handled' });
  await visit(page, `${EVENTS}?consumer=${works.consumerId}`);
  const table = page.getByRole('table', { name: 'Alarm records' });
  await expect(table.locator('tbody tr')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByLabel('Select this page').check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByPlaceholder('What is done').fill('all seen');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const results = page.getByRole('dialog', { name: 'Results' });
  await expect(results).toContainText('1 done, 1 not');
  await expect(results.getByRole('row', { name: /Current high/ })).toContainText('cannot go there');
  await results.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('radio', { name: 'Statistics' }).check({ force: true });
  await expect(page.getByText('Split by level and target')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('50.0%');
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await raise(page, works, 'Oil hot', '1', 1);
  await visit(page, `${MONITOR}?consumer=${works.consumerId}`);
  await page.getByRole('button', { name: /Oil hot/ }).click();
  await expect(page).toHaveURL(new RegExp(`record=${id}`));
  await page.getByRole('button', { name: 'Load is reduced' }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText(/confirmed: Load is reduced/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page.getByRole('list', { name: 'Open alarms' })).toContainText('Oil hot');
});
