import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, remember, signIn, visit } from './person.ts';
import { works } from './works.ts';

const main = (page: Page) => page.getByRole('main');
const RANGE = 'begin=2019-07-14&end=2019-07-16';

test.describe('analyses', () => {
  let consumerId = 0;
  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage();
    consumerId = await works(page);
    await page.close();
  });
  const address = (screen: string, more = ''): string =>
    `/#/SDNPowerAdmin/${screen}?consumer=${consumerId}&${RANGE}${more}`;
  const details = (page: Page) =>
    main(page)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /^(Details|明细)$/ }) });
  const rows = (page: Page) => details(page).locator('.ant-table-tbody tr.ant-table-row');

  test('tell a range day by day, open a figure, and export the same rows', async ({ page }) => {
    await signIn(page, 'operator');
    await page.goto(address('SDNPowerAnalysis'));
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Total' })).toContainText('726.8 kWh');
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Highest' })).toContainText('2019-07-15');
    await expect(main(page).locator('canvas').first()).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).nth(1)).toContainText('246.8');

    await rows(page).nth(1).getByRole('button', { name: '246.8' }).click();
    await expect(page.getByTestId('origin-value')).toContainText('246.75');
    await page.keyboard.press('Escape');

    const saving = page.waitForEvent('download');
    await main(page).getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /xlsx/ }).click();
    expect((await saving).suggestedFilename()).toMatch(/2019-07-14 2019-07-16\.xlsx$/);

    // The interval is in the address; a day of hours fits the month that hours may have.
    await main(page).getByText('Hour', { exact: true }).click();
    await expect(page).toHaveURL(/interval=.*201/);
    await expect(details(page).locator('.ant-pagination-total-text')).toHaveText('72 rows');
  });

  test('rank parts, and a part leads to its page', { tag: '@matrix' }, async ({ page }) => {
    await signIn(page, 'operator');
    await page.goto(address('SDNPowerRankPage', '&by=all'));
    await expect(rows(page).first()).toContainText('Infeed');
    await expect(rows(page).nth(1)).toContainText('Arc furnace');
    await rows(page).nth(1).getByRole('button', { name: 'Arc furnace' }).click();
    await expect(page).toHaveURL(/\/Meter\/\d+/);
  });

  test('every analysis shows its rows', { tag: '@matrix' }, async ({ page }) => {
    await signIn(page, 'operator');
    for (const screen of [
      'SDNTimeShareAnalysis',
      'SDNCycleAnalysis',
      'SDNPeakPage',
      'SDNLoadAnalysis',
      'SDNCompareAnalysis',
      'SDNPowerFlowPage',
      'SDNStatementStatistics',
    ]) {
      await visit(page, address(screen));
      await expect(page).toHaveURL(new RegExp(screen));
      await expect(rows(page).first()).toBeVisible();
    }
    // One page has two addresses.
    const title = page.getByRole('banner').getByRole('heading', { level: 1 });
    for (const screen of ['SDNLoadAnalysis', 'SDNDemand']) {
      await visit(page, address(screen, '&interval=115'));
      await expect(title).toHaveText('Load analysis');
      await expect(
        main(page)
          .getByRole('listitem')
          .filter({ hasText: /^Load factor\d/ }),
      ).toBeVisible();
      await expect(main(page).getByRole('row', { name: /Day before.*2019-07-15/ })).toBeVisible();
    }
  });

  test('say that they are loading until their answer is there', { tag: '@matrix' }, async ({ page }) => {
    await signIn(page, 'operator');
    const meters = await page.request.get('/api/archive/ammeter/searchall', { params: { consumerId } });
    const [meter] = ((await meters.json()) as { data: { id: number }[] }).data;
    const line = `&lines=${meter?.id}~PP~301~2019-07-14~2019-07-16`;
    for (const [screen, more, call] of [
      ['SDNLoadAnalysis', '&interval=115', 'analysis/load/getData'],
      ['SDNLoadAnalysis', '&interval=301', 'analysis/load/getData'],
      ['SDNCompareAnalysis', '', 'analysis/compare/getData'],
      ['SDNEnergyTrend', line, 'sdata/monitoring/operation'],
    ] as const) {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(`**/api/${call}*`, async (route) => {
        await held;
        await route.continue();
      });
      await visit(page, address(screen, more));
      const loading = main(page).getByRole('status', { name: 'Loading' }).first();
      await expect(loading).toBeVisible();
      await expect(main(page).locator('canvas')).toHaveCount(0);
      release();
      await expect(main(page).locator('canvas').first()).toBeVisible();
      await expect(main(page).getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('are accessible in zh, dark, 420 wide', { tag: '@matrix' }, async ({ page }) => {
    await remember(page, { language: 'zh', appearance: { skin: 0, ground: 'dark' } });
    await page.setViewportSize({ width: 420, height: 900 });
    await signIn(page, 'operator');
    await page.goto(address('SDNPowerAnalysis'));
    await expect(rows(page).first()).toBeVisible();
    await expectAccessible(page);
  });
});
