import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { PASSWORD, type RunningProduct, startProduct } from '../bench/product.ts';
import {
  approve,
  chooseOwn,
  enter,
  leave,
  main,
  makeAccount,
  makeEnterprise,
  makeRole,
  register,
  seeOnlyHome,
} from './operating.ts';
import { expectAccessible } from './person.ts';

// The product without the demonstration: what its first operator finds and does.

const FIRST = 'a first password';
const OWN = 'a password of my own';
const SHOWN = 'Operator account: operator / ';

test.use({ actionTimeout: 20_000 });
test.slow();

/** Runs `fn` with a page of a new browser on a product that starts in a folder, and ends it again. */
async function onProduct(
  browser: import('@playwright/test').Browser,
  settings: Readonly<Record<string, string>>,
  fn: (page: Page, product: RunningProduct) => Promise<void>,
): Promise<void> {
  const product = await startProduct({ DEMO: 'off', ...settings });
  const context = await browser.newContext({ baseURL: product.baseUrl, locale: 'en-US' });
  try {
    await fn(await context.newPage(), product);
  } finally {
    await context.close();
    await product.stop();
  }
}

test('with a password of its own: enterprise, role and account by hand, another enterprise by registration', async ({
  browser,
}) => {
  await onProduct(browser, {}, async (page, product) => {
    expect(product.told(SHOWN)).toBeUndefined();
    const start = await page.request.get('/');
    expect(start.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    await enter(page, 'operator', PASSWORD);
    await expect(main(page)).toContainText('There is no enterprise yet');
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Add an enterprise' }).click();
    await expect(page).toHaveURL(/SDNCustomerAdmin/);
    await makeEnterprise(page, 'First works', 'FW-1');
    await makeRole(page, 'Viewer', 'viewer');
    await makeAccount(page, {
      userName: 'viewer',
      phone: '13900000000',
      works: 'First works',
      role: 'Viewer',
      password: FIRST,
      operatorPassword: PASSWORD,
    });
    await leave(page);
    await seeOnlyHome(page, { userName: 'viewer', first: FIRST, own: OWN });

    await leave(page);
    await page.getByRole('link', { name: 'Register an enterprise' }).click();
    await register(page, { works: 'Second works', code: 'SW-1', userName: 'second', password: OWN });
    await enter(page, 'operator', PASSWORD);
    await expect(page).toHaveURL(/home\/support/);
    await approve(page, 'Second works');
    await leave(page);
    await enter(page, 'second', OWN);
    await expect(page).toHaveURL(/overview/i);
    await expect(page.getByRole('banner')).toContainText('Second works');
    await expect(page.getByRole('banner')).not.toContainText('First works');
    await page.goto('/#/SDNUserAdmin/SDNUserInfo');
    await expect(main(page)).toContainText('Second works');
  });
});

test('without one: a random password, shown at the first start and never again', async ({ browser }) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'meterhouse-first-'));
  try {
    let password = '';
    await onProduct(browser, { DATA_DIR, ADMIN_PASSWORD: '' }, async (page, product) => {
      const line = product.told(SHOWN) ?? '';
      password = line.slice(line.indexOf(SHOWN) + SHOWN.length).split(' ')[0] ?? '';
      expect(password.length).toBeGreaterThan(11);
      await enter(page, 'operator', password);
      await chooseOwn(page, password, OWN);
      await expect(page).toHaveURL(/home\/support/);
    });
    await onProduct(browser, { DATA_DIR, ADMIN_PASSWORD: '' }, async (page, product) => {
      expect(product.told(SHOWN)).toBeUndefined();
      expect(product.told(password)).toBeUndefined();
      await enter(page, 'operator', OWN);
      await expect(page).toHaveURL(/home\/support/);
    });
  } finally {
    await rm(DATA_DIR, { recursive: true, force: true });
  }
});
