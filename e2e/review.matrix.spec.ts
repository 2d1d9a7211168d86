import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, visit } from './person.ts';
import { call, works } from './works.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog').last();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('from the network and the annual table to a review with its evidence', async ({ page }) => {
  test.slow();
  const consumerId = await works(page);

  await test.step('the network balances its incomer and can be edited', async () => {
    await page.goto(`/#/SDNEquipment/SDNGageNet?consumer=${consumerId}&begin=2019-07-14&end=2019-07-16`);
    await main(page).getByRole('button', { pressed: false }).filter({ hasText: 'kWh' }).first().click();
    await expect(main(page)).toContainText('Uncertainty (k=2)');
    await expect(main(page).getByRole('button', { name: 'Move below' })).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step('the annual table computes, and takes what a person enters', async () => {
    await visit(page, `/#/Archive/annualTable?consumer=${consumerId}&year=2019`);
    await expect(main(page).getByRole('row').filter({ hasText: 'Electricity' })).toContainText('0.07');
    await page.getByText('All 40 rows').click();
    const diesel = main(page).getByRole('row').filter({ hasText: 'Diesel' });
    await diesel.getByRole('button').nth(1).click();
    await dialog(page)
      .getByLabel(/^Value/)
      .fill('12.5');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(diesel).toContainText('12.50');
  });

  await test.step('a file is kept and shown', async () => {
    await visit(page, `/#/Archive/energyFlow?consumer=${consumerId}`);
    await main(page).getByRole('button', { name: 'Add' }).first().click();
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'flow.png', mimeType: 'image/png', buffer: PNG });
    await dialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
    const row = main(page).getByRole('row').filter({ hasText: 'flow.png' });
    await row.getByRole('button', { name: /more/i }).click();
    await page.getByRole('menuitem', { name: 'Preview' }).click();
    await expect(dialog(page).getByRole('img', { name: 'flow.png' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a plan is issued with its clauses and answered', async () => {
    await call(page, 'yunshui/companyPlaninfo/add', {
      planName: 'Review 2026',
      consumerId,
      year: 2026,
      checkOrg: 'Bureau',
      leader: 'Wu',
      basis: '2',
    });
    await visit(page, `/#/Archive/reviewPlan?consumer=${consumerId}`);
    await main(page)
      .getByRole('row')
      .filter({ hasText: 'Review 2026' })
      .getByRole('button', { name: /more/i })
      .click();
    await page.getByRole('menuitem', { name: 'Check list and steps' }).click();
    await expect(dialog(page).getByText('There are no clauses yet')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Add the usual clauses of JJF 1356' }).click();
    await dialog(page).getByRole('button', { name: 'Issue' }).click();
    await dialog(page).getByLabel('4.1 Result').click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'Does not conform' }).click();
    await dialog(page).getByLabel('4.1 Finding').fill('No leader is named');
    await dialog(page).getByRole('button', { name: 'Save 1 change' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Begin self-inspection' })).toBeEnabled();
    await expectAccessible(page);
  });
});
