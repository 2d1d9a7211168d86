import { expect, test, type Page } from '@playwright/test';
import { remember, signIn, visit } from './person.ts';

test.describe.configure({ mode: 'parallel' });

const title = (page: Page) => page.getByRole('banner').getByRole('heading', { level: 1 });
const options = (page: Page) => page.getByRole('option');

/** Opens the product with the find box made ready. */
async function open(page: Page, language: 'en' | 'zh' = 'en', person: 'steel' | 'operator' = 'steel') {
  await remember(page, { language });
  await signIn(page, person);
  await visit(page, '/');
  await expect(title(page)).not.toBeEmpty();
}

/** Asks by keyboard alone and takes the first hit once it is the one that is meant. */
async function choose(page: Page, query: string, first: string): Promise<void> {
  await page.keyboard.press('Control+k');
  // Chinese comes from an editor of its own, which writes into a field.
  await expect(page.getByRole('combobox', { name: /Find|查找/ })).toBeFocused();
  await page.keyboard.type(query);
  await expect(options(page).first()).toContainText(first);
  await page.keyboard.press('Enter');
}

test('people find screens, actions and meters by keyboard alone, in their own words', async ({ page }) => {
  await open(page);
  await choose(page, 'replace meter', 'Meter life');
  await expect(title(page)).toHaveText('Meter life');

  await choose(page, 'add a meter', 'Add a meter');
  await expect(title(page)).toHaveText('Meters');
  await expect(page.getByRole('dialog').getByLabel('Meter name')).toBeVisible();
  await expect(page).toHaveURL(/do=add/);
  await page.reload();
  await expect(page.getByRole('dialog').getByLabel('Meter name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/do=/);

  await choose(page, 'import meters', 'Import meters');
  await expect(page.getByRole('dialog')).toContainText('Import');
  await page.keyboard.press('Escape');
  await choose(page, 'export meters', 'Export meters');
  await expect(page.getByRole('menuitem', { name: 'Excel' })).toBeVisible();
});

test('actions open their dialog on pages that are no plain list', { tag: '@matrix' }, async ({ page }) => {
  await open(page);
  await choose(page, 'import readings', 'Import readings');
  await expect(page).toHaveURL(/SDNDataInput\?.*view=import/);
  await choose(page, 'enter a reading', 'Enter a reading');
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Meter' })).toBeVisible();
  await page.keyboard.press('Escape');

  await choose(page, 'form 12', 'Production processes');
  await expect(title(page)).toHaveText('Production processes');
  await choose(page, 'add a gateway', 'Add a gateway');
  await expect(page.getByRole('dialog').getByLabel('Gateway name')).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(page, 'apply', 'Apply');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(page, 'change password', 'Change password');
  await expect(title(page)).toHaveText('Change password');
});

test(
  'a meter is found by its code, an object opens in its tree, arrows choose',
  { tag: '@matrix' },
  async ({ page }) => {
    await open(page);
    const reply = await page.request.get('/api/archive/ammeter/getpage', { params: { pageSize: 3 } });
    const { data } = (await reply.json()) as { data: { list: { ammeterCode: string; id: number }[] } };
    const meter = data.list[0];
    await page.keyboard.press('Control+k');
    await page.keyboard.type(meter?.ammeterCode.toUpperCase() ?? '');
    await expect(options(page).first()).toContainText(meter?.ammeterCode ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/Meter/${meter?.id}\\b`));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('demand');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('Demand analysis');
  },
);

test(
  'the bill lies on paper, and appearance and language change, from the find box',
  { tag: '@matrix' },
  async ({ page }) => {
    await open(page, 'zh');
    await choose(page, '打印电费单', '打印电费单');
    await expect(page).toHaveURL(/SDNPowerBillPaper\?.*month=/);
    await expect(page.getByRole('button', { name: '保存 PDF' })).toBeVisible();
    await choose(page, '电费单', '电费账单');
    await choose(page, '夜间模式', '深色外观');
    await expect(page.locator('html')).toHaveAttribute('data-ground', 'dark');
    await choose(page, '语言', '切换为英文');
    await expect(title(page)).toHaveText('Electricity bill');
    await choose(page, '电费单', 'Electricity bill');
    await choose(page, 'log out', 'Log out');
    await expect(page.getByRole('alertdialog')).toContainText('Confirm exit?');
    await page.keyboard.press('Escape');
  },
);

test(
  'screens and actions are there before the first key, without a network',
  { tag: '@matrix' },
  async ({ page, context }) => {
    await open(page);
    // The bell is the last thing that a page fetches.
    await expect(page.getByRole('button', { name: /notice/i })).toBeVisible();
    // The box itself comes once the page has its figures.
    const come = "performance.getEntriesByType('resource').some(({ name }) => name.includes('FindDialog'))";
    await expect.poll(() => page.evaluate(come)).toBe(true);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('invoice');
    await expect(options(page).first()).toContainText('Invoices');
    await page.getByRole('combobox', { name: 'Find' }).fill('SDNPowerBill');
    await expect(options(page)).toHaveCount(0);
    await context.setOffline(false);
  },
);

test('the operator finds what is his, an enterprise does not', { tag: '@matrix' }, async ({ page }) => {
  await open(page, 'en', 'operator');
  await choose(page, 'new role', 'Add a role');
  await expect(page.getByRole('dialog').getByLabel('Role code')).toBeVisible();
  await open(page);
  await choose(page, 'add user', 'Add an account');
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeVisible();
  await open(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new role');
  await expect(page.getByRole('dialog')).toContainText('Nothing found');
});
