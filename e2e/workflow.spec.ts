import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, remember, signIn } from './person.ts';

const REQUESTS = '/#/SDNSysAdmin/SDNWorkflowRequest';

async function leave(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('about:blank');
}

test('a request is applied for, agreed, and its history says so', { tag: '@matrix' }, async ({ page }) => {
  const title = `Second shift ${Date.now()}`;
  await remember(page, { language: 'en' });
  await signIn(page, 'steel');
  await page.goto(REQUESTS);
  await page.getByRole('button', { name: 'New request' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New request' });
  await dialog.getByLabel('Workflow').click();
  await page.getByTitle('General request').click();
  await expect(dialog.getByText('Handled by the platform')).toBeVisible();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('What is asked for: is required');
  await dialog.getByLabel('What is asked for').fill('Shift times from next month');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agree' })).toHaveCount(0);

  await leave(page);
  await signIn(page, 'operator');
  await page.goto(REQUESTS);
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Agree', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Comment').fill('Entered');
  await page.getByRole('dialog').getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByText('Entered')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await expectAccessible(page);

  await leave(page);
  await signIn(page, 'steel');
  await page.goto(`${REQUESTS}?view=mine`);
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('Entered')).toBeVisible();
  const history = page.locator('section', { hasText: 'History' }).getByRole('listitem');
  await expect(history).toContainText(['Agree', 'Read', 'Apply']);
});
