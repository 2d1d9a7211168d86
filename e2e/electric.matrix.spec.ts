import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn } from './person.ts';
import { works } from './works.ts';

const main = (page: Page) => page.getByRole('main');
const RANGE = 'begin=2019-07-14&end=2019-07-16';

test.describe('electrical analyses', () => {
  let consumerId = 0;
  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage();
    consumerId = await works(page);
    await page.close();
  });
  const address = (screen: string, more = ''): string =>
    `/#/SDNPowerAdmin/${screen}?consumer=${consumerId}&${RANGE}${more}`;
  const figure = (page: Page, name: string) => main(page).getByRole('listitem').filter({ hasText: name });

  test('a line of demand is set, what lies above it is counted and shown alone', async ({ page }) => {
    await signIn(page, 'operator');
    await page.goto(address('SDNDemandAnalysis', '&interval=115'));
    // The quarter of an hour from 11:00 of the second day took 9.25 kWh, the others 2.5.
    await expect(figure(page, 'Highest demand')).toContainText('37.00 kW');
    await expect(figure(page, 'Highest demand')).toContainText('2019-07-15 11:00–11:15');
    await main(page).getByRole('button', { name: 'Set lines' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Standard line').fill('20');
    await dialog.getByLabel('Maximum line').fill('30');
    await dialog.getByLabel('Second line').fill('40');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('alert')).toContainText('second line cannot be above');
    await dialog.getByLabel('Second line').fill('25');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(figure(page, 'Windows above it')).toContainText('1');
    await expect(figure(page, 'Time above it')).toContainText('15');
    await main(page).getByRole('checkbox', { name: 'Above the standard only' }).check();
    await expect(main(page).locator('.ant-table-tbody tr.ant-table-row')).toHaveCount(1);
    await expectAccessible(page);
  });

  test('peaks have their lists, load its other days, a comparison says what it misses', async ({ page }) => {
    await signIn(page, 'operator');
    await page.goto(address('SDNPeakPage'));
    await expect(main(page).getByRole('heading', { name: 'Highest hours' })).toBeVisible();
    await expect(main(page).getByRole('button', { name: '16.8' }).first()).toBeVisible();
    await page.goto(address('SDNLoadAnalysis', '&interval=115'));
    await expect(main(page).getByRole('row', { name: /Day before.*2019-07-15/ })).toContainText('37');
    await page.goto(address('SDNCompareAnalysis', '&by=2&items=none'));
    await expect(main(page)).toContainText('please choose comparison time');
    await page.goto(address('SDNCompareAnalysis', '&by=2'));
    await expect(main(page).getByRole('heading', { name: 'Summary' })).toBeVisible();
  });

  test('quality and key systems say what is missing where there are no data', async ({ page }) => {
    await signIn(page, 'operator');
    await page.goto(address('SDNElectricQualityAnalysis', '&interval=301'));
    await expect(main(page)).toContainText('Nothing was beyond the limits');
    await page.goto(address('AirCtrlEfficiencyAnalysis'));
    await expect(main(page)).toContainText('no key energy system of this kind');
  });
});
