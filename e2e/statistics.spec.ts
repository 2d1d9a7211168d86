import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn, visit } from './person.ts';
import { works } from './works.ts';

const main = (page: Page) => page.getByRole('main');
const RANGE = 'begin=2019-07-14&end=2019-07-16';

test(
  'classes of energy, a coefficient of one’s own, a statistic that counts by it, a report of it',
  { tag: '@matrix' },
  async ({ page }) => {
    const consumerId = await works(page);
    await signIn(page, 'operator');

    // Shares and table of the classes.
    await page.goto(`/#/SDNPowerAdmin/SDNPowerAnalysis?consumer=${consumerId}&${RANGE}&view=class`);
    const ring = main(page).getByRole('figure', { name: /Shares/ });
    await expect(ring).toBeVisible();
    await expect(main(page).getByRole('table', { name: 'By class' })).toContainText('Melt shop');
    await expectAccessible(page);

    // Nothing is known to be worth more than the nation's factor, until the enterprise says so.
    await visit(
      page,
      `/#/SDNPowerAdmin/SDNCoefficient?consumer=${consumerId}&org=${consumerId}&begin=2019&end=2019`,
    );
    const list = main(page).getByRole('table', { name: 'Coefficients' });
    await expect(list).toContainText('before the first factor');
    await main(page).getByRole('button', { name: 'Edit coefficients' }).click();
    const dialog = page.getByRole('dialog');
    const from = dialog.locator('.ant-picker input');
    await from.fill('2019-01-01');
    await from.press('Enter');
    await dialog.getByLabel('Electricity Carbon').fill('0.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(list).toContainText('Own');

    await visit(page, `/#/SDNPowerStatistic/Overview?consumer=${consumerId}&interval=301&${RANGE}`);
    const carbon = main(page).getByRole('listitem').filter({ hasText: 'Carbon' }).first();
    await expect(carbon).toContainText('363.4');

    // A report of the same, made now, with its files.
    await visit(page, `/#/SDNPowerAdmin/SDNReportManage?consumer=${consumerId}`);
    await expect(main(page)).toContainText('Report');
    await visit(page, `/#/SDNPowerAdmin/SDNPowerReport?consumer=${consumerId}`);
    await expect(main(page)).toContainText('No report has been generated yet');
  },
);
