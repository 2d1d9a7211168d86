import { expect, test } from '@playwright/test';
import { expectAccessible, signIn, visit } from './person.ts';

test('tabs that have no room are all in the list at the end of their strip', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await signIn(page, 'steel');
  await visit(page, '/#/SDNControl/SDNControlPoint');
  await page.getByRole('button', { name: 'All tabs' }).click();
  const list = page.getByRole('dialog', { name: 'All tabs' });
  await expect(list.getByRole('link', { name: 'Control points' })).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
  await list.getByRole('link', { name: 'Shedding plans' }).press('Enter');
  await expect(page).toHaveURL(/SDNShedPlan/);
  await expect(list).toHaveCount(0);
  const strip = page.getByRole('navigation', { name: 'Remote control' });
  await expect(strip.getByRole('link', { name: 'Shedding plans' })).toBeInViewport({ ratio: 1 });
});
