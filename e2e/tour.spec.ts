import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { chooseOwn, enter } from './operating.ts';
import { remember, signIn, visit } from './person.ts';
import { call } from './works.ts';

const title = (page: Page) => page.getByRole('banner').getByRole('heading', { level: 1 });
const tour = (page: Page) => page.locator('.ant-tour');
const place = (page: Page, at: string) => expect(tour(page)).toContainText(at, { timeout: 20_000 });

/** Keeps how far the tour is on this device: with the account it would be that of every other journey of the person. */
async function keepHere(page: Page): Promise<void> {
  const reply = { json: { code: 200, message: 'ok', data: null } };
  await page.route('**/api/sys/preference/save', (route) => route.fulfill(reply));
}

async function open(page: Page, address = '/'): Promise<void> {
  await keepHere(page);
  await signIn(page, 'steel');
  await visit(page, address);
  await expect(title(page)).not.toBeEmpty();
}

test(
  'the tour is offered, never opens by itself, turns by arrows, is left by Esc and taken up after a reload',
  { tag: '@matrix' },
  async ({ page }) => {
    await open(page);
    const offer = page.getByRole('complementary').getByRole('button', { name: 'Guided tour' });
    await expect(offer).toBeVisible();
    await expect(tour(page)).toHaveCount(0);
    await offer.click();
    await place(page, '1 / ');
    const { violations } = await new AxeBuilder({ page }).include('.ant-tour').analyze();
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await place(page, '2 / ');
    await page.keyboard.press('ArrowRight');
    await place(page, '3 / ');
    await expect(title(page)).toHaveText('Demand guard');
    await page.keyboard.press('ArrowRight');
    await place(page, '4 / ');
    await expect(title(page)).toHaveText('Electricity bill');
    await page.keyboard.press('Escape');
    await expect(tour(page)).toHaveCount(0);
    await page.reload();
    await expect(title(page)).toHaveText('Electricity bill');
    await expect(tour(page)).toHaveCount(0);
  },
);

test(
  'the page stays in use beside the tour, the language may change, and whoever goes elsewhere leaves it',
  { tag: '@matrix' },
  async ({ page }) => {
    await open(page);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused();
    await page.keyboard.type('guided tour');
    await expect(page.getByRole('option').first()).toContainText('Guided tour');
    await page.keyboard.press('Enter');
    await place(page, '1 / ');
    // A field of the page keeps its arrows.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find' }).fill('demand');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Find' })).toHaveCount(0);
    await place(page, '1 / ');
    await page.getByRole('banner').getByRole('button', { name: 'Language' }).click();
    await page.getByRole('radio', { name: '中文' }).click();
    await expect(tour(page)).toContainText('今天怎么样');
    await visit(page, '/#/SDNUserAdmin/SDNHelp');
    await expect(tour(page)).toHaveCount(0);
  },
);

test(
  'at the width of a phone and in the dark it begins in the help and stays inside the window',
  { tag: '@matrix' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await remember(page, { appearance: { skin: 0, ground: 'dark' } });
    await open(page, '/#/SDNUserAdmin/SDNHelp');
    await page.locator('main').getByRole('button', { name: 'Take the tour' }).click();
    for (const at of ['1 / ', '2 / ', '3 / ']) {
      await place(page, at);
      const box = await tour(page).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
      await tour(page).getByRole('button', { name: 'Next' }).click();
    }
  },
);

test(
  'an account of an enterprise without data is led around, and goes on elsewhere where it left',
  { tag: '@matrix' },
  async ({ browser, page }) => {
    const mark = Date.now().toString(36);
    const [first, own] = ['a first password', 'a password of my own'];
    const userName = `tour-${mark}`;
    await signIn(page, 'operator');
    const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
      orgName: `Tour ${mark}`,
      orgCode: `t${mark}`,
    });
    const roles = await page.request.get('/api/sys/orgRole/searchall', {
      params: { roleCode: 'enterprise' },
    });
    const { data } = (await roles.json()) as { data: { id: number }[] };
    const { id: userId } = await call<{ id: number }>(page, 'sys/orgEmployee/add', {
      userName,
      name: 'A new person',
      consumerId,
      roleIdList: String(data[0]?.id),
    });
    await call(page, 'sys/orgEmployee/updateEmpPassword', {
      userId,
      adminPassword: 'operator-demo',
      userPassword: first,
    });
    await page.context().clearCookies();
    await enter(page, userName, first);
    await chooseOwn(page, first, own);
    const kept = page.waitForResponse(
      (reply) =>
        reply.url().includes('/api/sys/preference/save') &&
        (reply.request().postData() ?? '').includes('demand'),
    );
    await page.getByRole('complementary').getByRole('button', { name: 'Guided tour' }).click();
    await place(page, '1 / ');
    await page.keyboard.press('ArrowRight');
    await place(page, '2 / ');
    await page.keyboard.press('ArrowRight');
    await place(page, '3 / ');
    await kept;

    const other = await browser.newContext();
    const second = await other.newPage();
    await enter(second, userName, own);
    await expect(title(second)).not.toBeEmpty();
    await expect(tour(second)).toHaveCount(0);
    await second.getByRole('complementary').getByRole('button', { name: 'Go on with the tour' }).click();
    await place(second, '3 / ');
    await other.close();
  },
);
