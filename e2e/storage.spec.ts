import { expect, test } from '@playwright/test';
import { expectAccessible, signIn, visit } from './person.ts';

test('a person sees the live flow, opens where a settled energy comes from, and the statement of a month', async ({
  page,
}) => {
  await signIn(page, 'campus');
  await visit(page, '/#/SDNGuangchuchong/Overview');
  await expect(page.getByText('Load of the site').first()).toBeVisible();
  await expectAccessible(page);
  await visit(page, '/#/SDNGuangchuchong/CostBenefitAnalysis');
  const lines = page.getByRole('table', { name: 'Lines' });
  await expect(async () => {
    // The history of the microgrid comes in while the demonstration fills.
    await page.reload();
    await expect(lines.getByRole('cell', { name: 'Discharging', exact: true }).first()).toBeVisible({
      timeout: 5000,
    });
  }).toPass({ timeout: 100_000 });
  await lines.getByRole('button').first().click();
  await expect(page.getByRole('complementary').filter({ hasText: 'kWh' }).last()).toBeVisible();
  await page.getByRole('link', { name: 'Statement of a month' }).click();
  await expect(page.getByRole('article', { name: 'Settlement of storage and PV' })).toContainText('Net');
  await expectAccessible(page);
});
