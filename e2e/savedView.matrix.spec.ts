import { expect, test } from '@playwright/test';
import { unique } from '../test/build/row.ts';
import { signIn } from './person.ts';

test('a view of an analysis is saved, opens its screen, is updated and deleted', async ({ page }) => {
  const name = unique('View');
  await signIn(page, 'campus');
  await page.goto('/#/SDNPowerAdmin/SDNCycleAnalysis');
  await page.getByLabel('Relative range').click();
  await page.getByTitle('Last month').click();
  await expect(page).toHaveURL(/span=lastMonth/);
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('button', { name: 'Save these settings…' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByLabel('Open this screen with it').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const menu = page.getByRole('button', { name: `View: ${name}` });
  await expect(menu).toBeVisible();

  await page.goto('/#/SDNMonitoring/Overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.goto('/#/SDNPowerAdmin/SDNCycleAnalysis');
  await expect(menu).toBeVisible();
  await expect(page).toHaveURL(/span=lastMonth/);

  await page.getByLabel('Relative range').click();
  await page.getByTitle('Last 7 days').click();
  await expect(menu).toContainText('changed');
  await menu.click();
  await page.getByRole('button', { name: `Update “${name}” to these settings` }).click();
  await expect(menu).not.toContainText('changed');
  await menu.click();
  await page.getByRole('button', { name: `Delete the view: ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('button', { name: /^Views/ })).toBeVisible();
});
