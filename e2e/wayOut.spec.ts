import { expect, test, type Page } from '@playwright/test';
import { logIn, signIn, visit } from './person.ts';

// What comes out of the product as a file comes by the way that every call takes: its failures are told like theirs.
const ADDRESS = '/#/SDNPowerAdmin/SDNPowerAnalysis?begin=2019-07-14&end=2019-07-16';

const main = (page: Page) => page.getByRole('main');
const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

/** The page with everything answered, so that the export is the one call that is left. */
async function open(page: Page): Promise<void> {
  await visit(page, ADDRESS);
  await expect(main(page).getByRole('button', { name: 'Export' })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function exportSheet(page: Page): Promise<void> {
  await main(page).getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /xlsx/ }).click();
}

/** Notes what the browser saves from now on. */
function downloadsOf(page: Page): string[] {
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  return names;
}

test('an export meets every end: a file, a refusal, a proxy’s page, no network, a session that is over', async ({
  page,
}) => {
  await signIn(page, 'steel');
  await open(page);
  const downloads = downloadsOf(page);

  await test.step('a refusal is told in its own sentence', async () => {
    await page.route('**/export?*', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/interval=\d+/, 'interval=7'),
      }),
    );
    await exportSheet(page);
    await expect(alert(page, /interval|Interval/)).toBeVisible();
    await page.unroute('**/export?*');
  });

  await test.step('the page of a proxy is no file', async () => {
    await page.route('**/export?*', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await exportSheet(page);
    await expect(alert(page, 'cannot be read (502)')).toBeVisible();
    await page.unroute('**/export?*');
  });

  await test.step('nor is what a lost connection leaves', async () => {
    await page.route('**/export?*', (route) => route.abort('connectionreset'));
    await exportSheet(page);
    await expect(alert(page, 'cannot be reached')).toBeVisible();
    await page.unroute('**/export?*');
  });

  await test.step('a file is saved under its name', async () => {
    const saving = page.waitForEvent('download');
    await exportSheet(page);
    expect((await saving).suggestedFilename()).toMatch(/2019-07-14 2019-07-16\.xlsx$/);
  });

  await test.step('a session that is over leads to the log-in and back', async () => {
    await page.context().clearCookies();
    await exportSheet(page);
    await expect(page).toHaveURL(/#\/login/);
    await page.locator('input[name="username"]').fill('steel');
    await page.locator('input[name="password"]').fill('steel-demo');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/SDNPowerAnalysis\?.*begin=2019-07-14/);
  });

  expect(downloads).toHaveLength(1);
});

test('a list that can no longer be exported leads to the log-in, and saves nothing', async ({ page }) => {
  // A session of its own: it is ended on the server.
  await logIn(page, 'campus');
  await visit(page, '/#/SDNEquipment/SDNLedgerDetail');
  await expect(main(page)).toContainText('in total');
  const downloads = downloadsOf(page);
  const reply = await page.request.post('/api/sys/logout', { headers: { 'X-Meterhouse': '1' } });
  expect(await reply.json()).toMatchObject({ code: 200 });
  // Another call of the page may be told first: then there is nothing left to press.
  await Promise.race([exportSheet(page).catch(() => undefined), page.waitForURL(/#\/login/)]);
  await expect(page).toHaveURL(/#\/login/);
  expect(downloads).toEqual([]);
});
