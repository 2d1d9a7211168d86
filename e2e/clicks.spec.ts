import { expect, test, type Page } from '@playwright/test';
import { logIn, remember, untilFilled } from './person.ts';
import { main, menu } from './operating.ts';

// How many times somebody who has just logged in must press the mouse for what they came for.

/** Counts what is pressed with the mouse from now on, over page loads too; keys do not count. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`addEventListener('click', (event) => {
    if (event.isTrusted && event.detail > 0)
      sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1));
  }, true)`);
  return async () => Number(await page.evaluate<string>(`sessionStorage.getItem('clicks') ?? '0'`));
}

const open = async (page: Page, wing: string, subject: string): Promise<void> => {
  await menu(page).getByRole('button', { name: wing }).click();
  await menu(page).getByRole('link', { name: subject, exact: true }).click();
};

test.beforeEach(({ page }) => remember(page, { language: 'en' }));

test('who changed the price: three clicks', async ({ page }) => {
  const clicks = await countClicks(page);
  await logIn(page, 'steel');
  await open(page, 'Money', 'Prices');
  await main(page).getByRole('cell').getByRole('button').first().click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByText(/^Added · operator/)).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(3);
});

test('the bill of last month on paper: three clicks', { tag: '@matrix' }, async ({ page }) => {
  test.setTimeout(420_000);
  const clicks = await countClicks(page);
  await logIn(page, 'steel');
  await untilFilled(page);
  await open(page, 'Money', 'Bills');
  await main(page).getByRole('button', { name: 'Print' }).click();
  await expect(page.getByRole('article', { name: 'Bill on paper' })).toContainText('Peak energy');
  expect(await clicks()).toBeLessThanOrEqual(3);
});

test('the meter that lacks data: two clicks', async ({ page }) => {
  const clicks = await countClicks(page);
  await logIn(page, 'steel');
  await open(page, 'Meters and data', 'Collection rate');
  // The lowest stand first, below the row of all.
  const rates = main(page).getByRole('table').getByRole('row').filter({ hasText: /\d/ });
  await expect(rates.nth(1)).toBeVisible();
  await expect(main(page).getByText(/The lowest first/)).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(2);
});

test('the first value of a new gateway on the screen: six clicks', { tag: '@matrix' }, async ({ page }) => {
  const clicks = await countClicks(page);
  await logIn(page, 'campus');
  await open(page, 'Meters and data', 'Gateways');
  await page.getByRole('button', { name: 'Add a gateway' }).first().click();
  await page
    .getByRole('dialog')
    .getByLabel('Gateway name')
    .fill(`Six ${Date.now().toString(36)}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const token = await page.getByRole('textbox', { name: 'Gateway token' }).inputValue();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.request.post('/api/ingest/telemetry', {
    headers: { authorization: `Bearer ${token}` },
    data: { chiller: [{ values: { energy: 4321.5 } }] },
  });
  await page.getByRole('tab', { name: /Not mapped/ }).click();
  await expect(page.getByRole('list', { name: 'Not mapped' })).toContainText('4321.5', { timeout: 20_000 });
  expect(await clicks()).toBeLessThanOrEqual(6);
});
