import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, remember, signIn } from './person.ts';
import { call, works } from './works.ts';

const main = (page: Page) => page.getByRole('main');

const address = (consumerId: number, more = ''): string =>
  `/#/SDNMonitoring/Overview?consumer=${consumerId}&date=2019-07-15${more}`;

/** A figure of the strip by its label. */
const figure = (page: Page, label: string) => main(page).getByRole('listitem').filter({ hasText: label });

test.describe('the overview', () => {
  let consumerId = 0;
  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage();
    consumerId = await works(page);
    await page.close();
  });

  test(
    'tells the maximum demand of the settlement month with its window, down to its quarter of an hour',
    { tag: '@matrix' },
    async ({ page }) => {
      await signIn(page, 'operator');
      await page.goto(address(consumerId));
      const demand = main(page).locator('section', { hasText: 'Maximum demand by settlement month' }).last();
      const month = demand.getByRole('row', { name: '2019-07' });
      await expect(month).toContainText('2019-07-15 11:00–11:15');
      await month.getByRole('button', { name: '2019-07: 37.00, where it comes from' }).click();
      const origin = page.getByRole('complementary', { name: 'Where it comes from' });
      await expect(origin.getByTestId('origin-value')).toContainText('9.25');
    },
  );

  test('tells a day of a past year and opens every figure down to readings', async ({ page }) => {
    const faults: string[] = [];
    page.on('pageerror', (fault) => faults.push(fault.message));
    await signIn(page, 'operator');
    await page.goto(address(consumerId));
    // 96 × 2.5 + 6.75; the month and the year hold three days.
    await expect(figure(page, 'Electricity on the day')).toContainText('246.8 kWh');
    await expect(figure(page, 'Electricity on the day').getByRole('button')).toHaveAttribute(
      'title',
      '246.75 kWh',
    );
    await expect(figure(page, 'Electricity the day before')).toContainText('240.0 kWh');
    await expect(figure(page, 'Electricity in 2019-07')).toContainText('726.8 kWh');
    await expect(figure(page, 'Peak demand on the day')).toContainText('11:00');
    await expect(figure(page, 'Highest 15 min of 2019')).toContainText('9.25 kWh');
    await expect(main(page).locator('canvas').first()).toBeVisible();

    // Rankings have ten rows, those without an entry say so.
    const devices = main(page).locator('section', { hasText: 'Top 10 devices' }).getByRole('listitem');
    await expect(devices).toHaveCount(10);
    await expect(devices.first()).toContainText('Arc furnace');
    await expect(devices.first()).toContainText('144.0');
    await expect(devices.nth(2)).toContainText('--');
    const hours = main(page).locator('section', { hasText: 'Top 10 hours' }).getByRole('listitem');
    await expect(hours.first()).toContainText('11:00');
    await expect(hours.first()).toContainText('16.8');

    // The year opens to its month, day, and an hour to registers and readings.
    await figure(page, 'Electricity in 2019').last().getByRole('button').click();
    const origin = page.getByRole('complementary', { name: 'Where it comes from' });
    await expect(origin.getByTestId('origin-value')).toContainText('726.75');
    await origin.getByRole('button', { name: '2019-07', exact: true }).click();
    await origin.getByRole('button', { name: '07-15', exact: true }).click();
    await expect(origin.getByTestId('origin-value')).toContainText('246.75');
    await page.keyboard.press('Escape');
    await hours.first().getByRole('button').click();
    await expect(origin.getByTestId('origin-value')).toContainText('16.75');
    await expect(origin).toContainText('registers (1359.25 − 1350) × 1 = 9.25');
    const readings = origin.getByTestId('origin-readings');
    await expect(readings.getByRole('row')).toHaveCount(6);
    await expect(readings).toContainText('07-15 11:00:00');
    await expect(readings).toContainText('1,359.25');
    await expect(readings).toContainText('Device');

    // The address carries it all.
    await page.reload();
    await expect(origin.getByTestId('origin-value')).toContainText('16.75');
    await page.goBack();
    await expect(origin.getByTestId('origin-value')).toContainText('246.75');
    await origin.getByRole('button', { name: 'Close' }).click();
    await expect(origin).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test(
    'shows the same numbers as a table, the power, and the year by month',
    { tag: '@matrix' },
    async ({ page }) => {
      await signIn(page, 'operator');
      await page.goto(address(consumerId, '&span=year'));
      const panels = main(page).locator('section:has(> header)');
      const [day, period] = [panels.nth(0), panels.nth(1)];
      await expect(day.locator('canvas')).toBeVisible();
      await day.getByRole('button', { name: 'Show as a table' }).click();
      await expect(day.getByRole('row', { name: /2019-07-15 11:00/ })).toContainText('16.8');
      await period.getByRole('button', { name: 'Show as a table' }).click();
      await expect(period.getByRole('row', { name: /2019-07/ })).toContainText('726.8');
      await day.getByText('Power', { exact: true }).click();
      await expect(page).toHaveURL(/chart=power/);
      await expect(main(page).getByText('15 min mean power')).toBeVisible();
    },
  );

  test(
    'goes to the neighbouring day, a site and back to today by what is in the address',
    { tag: '@matrix' },
    async ({ page }) => {
      await signIn(page, 'operator');
      await page.goto(address(consumerId));
      await main(page).getByRole('button', { name: 'Next' }).click();
      await expect(page).toHaveURL(/date=2019-07-16/);
      await expect(figure(page, 'Electricity on the day')).toContainText('240.0 kWh');
      await main(page).getByRole('button', { name: 'Back to today' }).click();
      await expect(page).not.toHaveURL(/date=/);
      await expect(figure(page, 'Electricity today')).toContainText('--');
      await page.goBack();
      await expect(figure(page, 'Electricity on the day')).toContainText('240.0 kWh');
      await page.goto(`/#/SDNMonitoring/overview?consumer=${consumerId}&date=2019-07-15`);
      await expect(figure(page, 'Electricity on the day')).toContainText('246.8 kWh');
    },
  );

  for (const [language, ground, width] of [
    ['zh', 'light', 420],
    ['en', 'dark', 1280],
  ] as const) {
    test(`is accessible in ${language}, ${ground}, ${width} wide`, { tag: '@matrix' }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await remember(page, { language, appearance: { skin: 0, ground } });
      await signIn(page, 'operator');
      await page.goto(address(consumerId));
      await expect(figure(page, language === 'zh' ? '当日用电' : 'Electricity on the day')).toContainText(
        '246.8 kWh',
      );
      await expect(main(page).locator('canvas').first()).toBeVisible();
      await expectAccessible(page);
      // Nothing is wider than the screen.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await figure(page, language === 'zh' ? '当日用电' : 'Electricity on the day')
        .getByRole('button')
        .click();
      await expect(page.getByTestId('origin-value')).toContainText('246.75');
      await expectAccessible(page);
    });
  }

  test('an enterprise without meters gets the short path', async ({ page }) => {
    await signIn(page, 'operator');
    const mark = Date.now().toString(36);
    const { id } = await call<{ id: number }>(page, 'archive/consumer/add', {
      orgName: `New ${mark}`,
      orgCode: `N${mark}`,
    });
    await page.goto(`/#/SDNMonitoring/Overview?consumer=${id}`);
    await expect(main(page).getByText('Getting started')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Go there: Add a site' })).toBeVisible();
    await expectAccessible(page);
  });

  test('a panel that fails says so and tries again', { tag: '@matrix' }, async ({ page }) => {
    await signIn(page, 'operator');
    await page.route('**/getHourTop*', (route) =>
      route.fulfill({ json: { code: 500, message: 'Something went wrong, request 7', data: null } }),
    );
    await page.goto(address(consumerId));
    const failed = main(page).locator('section', { hasText: 'Top 10 hours' });
    await expect(failed.getByRole('alert')).toContainText('request 7');
    await expect(figure(page, 'Electricity on the day')).toContainText('246.8 kWh');
    await page.unroute('**/getHourTop*');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(failed.getByRole('listitem').first()).toContainText('11:00');
  });
});
