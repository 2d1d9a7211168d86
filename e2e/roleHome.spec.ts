import { expect, test, type Page } from '@playwright/test';
import { alarmByHand } from './byHand.ts';
import { expectAccessible, logIn, remember, signIn, visit } from './person.ts';

const main = (page: Page) => page.getByRole('main');
const title = (page: Page) => page.getByRole('banner').getByRole('heading', { level: 1 });
const block = (page: Page, name: string | RegExp) =>
  main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name }) });
const figure = (page: Page, label: string) => main(page).getByRole('listitem').filter({ hasText: label });

/** The steel plant's people see it once it is entered. */
const untilEntered = (page: Page) =>
  expect(async () => {
    const filling = await page.request.get('/api/sys/demonstration/getFilling');
    expect(await filling.json()).not.toMatchObject({ data: { stage: 'entering' } });
  }).toPass({ intervals: [1_000], timeout: 110_000 });

test('a duty electrician begins at the duty desk: what is silent, who knows, the power of each feeder', async ({
  page,
}) => {
  test.slow();
  await remember(page, { language: 'en', appearance: { skin: 0, ground: 'dark' } });
  await logIn(page, 'electrician');
  await expect(page).toHaveURL(/home\/electrician/);
  await expect(title(page)).toHaveText('Duty desk');
  await untilEntered(page);
  const entered = await alarmByHand(page);
  await expect(block(page, /^Abnormal now/)).toBeVisible();
  await expect(block(page, /^Gateways not online/)).toContainText(/\d+ \/ \d+ online/);
  // Open alarms are dealt with where they stand.
  const alarms = block(page, /^Open alarms \d+/);
  await expect(alarms).toBeVisible({ timeout: 60_000 });
  const alarm = alarms.getByRole('listitem').filter({ hasText: entered });
  await expect(alarm).toBeVisible({ timeout: 60_000 });
  const handle = alarm.getByRole('button', { name: /^Handle/ });
  await handle.click();
  await expect(handle).toHaveAttribute('aria-expanded', 'true');
  await alarm.getByLabel('What is done').fill('Seen by the journey');
  await alarm.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible();
  await expect(main(page).getByRole('link', { name: /^Open the diagram/ })).toBeVisible();
  const feeders = block(page, /^Feeders/);
  await expect(feeders.getByRole('listitem').first()).toContainText(/kW/, { timeout: 60_000 });
  // What a day costs is not the duty's affair.
  await expect(main(page)).not.toContainText('CNY');
  await expectAccessible(page);
  await feeders.getByRole('listitem').first().getByRole('link').click();
  await expect(page).toHaveURL(/Meter\/\d+/);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/home\/electrician/);
});

test(
  'an accountant begins at the billing desk, and a month leads to its bill',
  { tag: '@matrix' },
  async ({ page }) => {
    test.slow();
    await logIn(page, 'accountant');
    await expect(page).toHaveURL(/home\/accountant/);
    await expect(title(page)).toHaveText('Billing desk');
    await untilEntered(page);
    await page.reload();
    await expect(figure(page, 'Months not issued')).toContainText(/\d/, { timeout: 60_000 });
    const month = main(page).getByRole('row').getByRole('link').first();
    await expect(month).toHaveText(/^\d{4}-\d{2}$/, { timeout: 60_000 });
    await expectAccessible(page);
    await month.click();
    await expect(page).toHaveURL(/SDNPowerBill\?.*month=\d{4}-\d{2}/);
  },
);

test(
  'a metering inspector begins with what is overdue, and the figure leads to the calendar',
  { tag: '@matrix' },
  async ({ page }) => {
    await logIn(page, 'inspector');
    await expect(page).toHaveURL(/home\/inspector/);
    await expect(title(page)).toHaveText('Metering desk');
    await expect(block(page, /^Archive files/)).toContainText(/\d \/ 8 kinds uploaded/);
    await expectAccessible(page);
    await figure(page, 'Overdue').getByRole('link').first().click();
    await expect(page).toHaveURL(/VerificationCalendar\?.*span=overdue/);
  },
);

test(
  "the operator's support begins with all enterprises, and may begin at the overview instead",
  { tag: '@matrix' },
  async ({ page }) => {
    // Kept here: with the account it would be that of other journeys.
    const saved: string[] = [];
    await page.route('**/api/sys/preference/save', (route) => {
      saved.push(route.request().postData() ?? '');
      return route.fulfill({ json: { code: 200, message: 'ok', data: null } });
    });
    await logIn(page, 'operator');
    await expect(page).toHaveURL(/home\/support/);
    await expect(
      block(page, /^Collection rate by enterprise/)
        .getByRole('row')
        .nth(1),
    ).toBeVisible({
      timeout: 60_000,
    });
    await expectAccessible(page);
    const tabs = main(page).getByRole('navigation', { name: 'Home' });
    await expect(tabs).toContainText('You begin here after log-in');
    await tabs.getByRole('link', { name: 'Overview' }).click();
    await tabs.getByRole('button', { name: 'Begin here after log-in' }).click();
    await expect(tabs).toContainText('You begin here after log-in');
    expect(saved.some((body) => body.includes('name=home') && body.includes('Overview'))).toBe(true);
  },
);

test('a role is given a home by its name', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'operator');
  await visit(page, '/#/SDNSysAdmin/SDNCharAdmin');
  await main(page).getByRole('button', { name: 'Add' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Home' }).fill('Duty');
  await expect(page.getByText('Duty electrician · Duty desk')).toBeVisible();
  await expect(page.getByTitle('Homes by role')).toBeVisible();
});
