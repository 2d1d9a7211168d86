import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, fillIn, logIn, type Person, remember, signIn, visit } from './person.ts';

// Each test has its own browser context and changes nothing that another looks at.
test.describe.configure({ mode: 'parallel' });

const INPUT = '/SDNPowerAdmin/SDNDataInput';

const header = (page: Page) => page.getByRole('banner');
const title = (page: Page) => header(page).getByRole('heading', { level: 1 });

/** A page with the shell around it, in a session that is there. */
async function open(page: Page, person: Person, address = '/'): Promise<void> {
  await signIn(page, person);
  await visit(page, address);
  await expect(title(page)).not.toBeEmpty();
}

/** Keeps a layout on this device: with the account it would be that of every other test of the same person. */
const keepHere = async (page: Page): Promise<void> => {
  const reply = { json: { code: 200, message: 'ok', data: null } };
  await page.route('**/api/sys/preference/save', (route) => route.fulfill(reply));
};

test('a person logs in, is at home, and logs out after a question', async ({ page }) => {
  await logIn(page, 'steel');
  await expect(page).toHaveURL(/#\/SDNMonitoring\/overview/i);
  await expect(title(page)).toHaveText('Home');
  await expect(page.locator('main')).toHaveCount(1);

  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Warning' });
  await expect(question).toContainText('Confirm exit?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(title(page)).toHaveText('Home');

  await page.goto(`/#${INPUT}`);
  await expect(title(page)).toHaveText('Data input');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/#\/login/);
  await page.goto(`/#${INPUT}`);
  await expect(page).toHaveURL(/#\/login/);
});

test('log-out forgets where the person was', { tag: '@matrix' }, async ({ page }) => {
  await logIn(page, 'steel');
  await page.goto(`/#${INPUT}`);
  await expect(title(page)).toHaveText('Data input');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/#\/login/);
  await logIn(page, 'campus');
  await expect(page).toHaveURL(/#\/SDNMonitoring\/overview/i);
});

test(
  'a wrong password says so under its field, with the tries left',
  { tag: '@matrix' },
  async ({ page }) => {
    await page.goto('/#/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Enter the account')).toBeVisible();
    await page.locator('input[name="username"]').fill('nobody-of-the-shell-test');
    await page.locator('input[name="password"]').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: /\d+ tries left/ })).toBeVisible();
    await expect(page.locator('input[name="password"]')).toHaveAttribute('aria-invalid', 'true');
  },
);

test('the account name is remembered, never the password', { tag: '@matrix' }, async ({ page }) => {
  await page.goto('/#/login');
  await page.getByLabel('Remember me on this device').check();
  await page.locator('input[name="username"]').fill('campus');
  await page.locator('input[name="password"]').fill('campus-demo');
  await page.keyboard.press('Enter');
  await expect(title(page)).toBeVisible();
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
    'campus-demo',
  );
  await page.context().clearCookies();
  await page.goto('/#/login');
  await page.reload();
  await expect(page.locator('input[name="username"]')).toHaveValue('campus');
  await expect(page.locator('input[name="password"]')).toHaveValue('');
});

test('an expired session leads to the log-in and back to the same address', async ({ page }) => {
  await open(page, 'steel', `/#${INPUT}?some=filter`);
  await expect(title(page)).toHaveText('Data input');
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/#\/login/);
  await fillIn(page, 'steel');
  await expect(page).toHaveURL(/SDNDataInput\?.*some=filter/);
});

test('a 901 in the middle of work leads to the log-in and back', { tag: '@matrix' }, async ({ page }) => {
  await open(page, 'steel', `/#${INPUT}`);
  await expect(title(page)).toHaveText('Data input');
  await header(page).getByRole('button', { name: 'Language' }).click();
  await page.getByRole('radio', { name: '中文' }).click();
  await page.context().clearCookies();
  // A page that asks on its own may have noticed first.
  await page
    .getByRole('radio', { name: '中文' })
    .check({ timeout: 3000 })
    .catch(() => undefined);
  await expect(page).toHaveURL(/#\/login/);
  await fillIn(page, 'steel');
  await expect(page).toHaveURL(/#\/SDNPowerAdmin\/SDNDataInput/);
});

test('both languages, before and after log-in', async ({ page }) => {
  await page.goto('/#/login');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
  await logIn(page, 'steel');
  await expect(title(page)).toHaveText('首页');
  await header(page).getByRole('button', { name: '语言' }).click();
  await page.getByRole('radio', { name: 'English' }).check();
  await expect(title(page)).toHaveText('Home');
  await expect(page.getByRole('navigation', { name: 'Menu' })).toContainText('Archive');
  await page.reload();
  await expect(title(page)).toHaveText('Home');
});

test('language list and phrases are static files, readable without a session', async ({ request }) => {
  for (const file of ['languages', 'zh', 'en']) {
    const reply = await request.get(`/locales/${file}.json`);
    expect(reply.status()).toBe(200);
    expect(Object.keys((await reply.json()) as object).length).toBeGreaterThan(1);
  }
});

test('a Chinese browser starts in Chinese', { tag: '@matrix' }, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/#/login');
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await context.close();
});

test('skins and grounds are chosen, shown and kept', { tag: '@matrix' }, async ({ page }) => {
  await open(page, 'steel');
  await header(page).getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('radio', { name: 'Celadon' }).check();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'smart-style-3');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(12, 18, 17)');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-ground', 'dark');
});

test('layout flags force each other and are kept', { tag: '@matrix' }, async ({ page }) => {
  await keepHere(page);
  await open(page, 'steel');
  await header(page).getByRole('button', { name: 'Appearance' }).click();
  const flag = (name: string) => page.getByRole('checkbox', { name });
  await flag('Fixed header').uncheck();
  await expect(flag('Fixed menu')).not.toBeChecked();
  await flag('Fixed filter bar').check();
  await expect(flag('Fixed header')).toBeChecked();
  await expect(flag('Fixed menu')).toBeChecked();
  await page.reload();
  await header(page).getByRole('button', { name: 'Appearance' }).click();
  await expect(flag('Fixed filter bar')).toBeChecked();
});

test(
  'the shell keeps its measures, one wing is open at a time, and collapsing the menu forgets it',
  { tag: '@matrix' },
  async ({ page }) => {
    await keepHere(page);
    await open(page, 'steel');
    const menu = page.getByRole('complementary', { name: 'Menu' });
    expect((await header(page).boundingBox())?.height).toBe(64);
    expect((await menu.boundingBox())?.width).toBe(250);
    const enterprise = header(page).getByRole('button', { name: /^Enterprise/ });
    expect((await enterprise.boundingBox())?.width).toBe(260);
    await expect(menu.getByRole('navigation', { name: 'Menu' }).getByRole('listitem')).toHaveCount(11);
    const archive = menu.getByRole('button', { name: 'Archive' });
    const money = menu.getByRole('button', { name: 'Money' });
    await archive.click();
    await expect(archive).toHaveAttribute('aria-expanded', 'true');
    await money.click();
    await expect(money).toHaveAttribute('aria-expanded', 'true');
    await expect(archive).toHaveAttribute('aria-expanded', 'false');
    await menu.getByRole('button', { name: 'Collapse the menu' }).click();
    expect((await menu.boundingBox())?.width).toBe(64);
    await menu.getByRole('button', { name: 'Expand the menu' }).click();
    await expect(money).toHaveAttribute('aria-expanded', 'false');
  },
);

test('below 979 pixels the menu is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 978, height: 800 });
  await open(page, 'steel');
  await expect(page.getByRole('complementary', { name: 'Menu' })).toHaveCount(0);
  await header(page).getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('button', { name: 'Money' }).click();
  await drawer.getByRole('link', { name: 'Demand' }).click();
  await expect(title(page)).toHaveText('Demand analysis');
  await expect(drawer).toHaveCount(0);
  await page.setViewportSize({ width: 979, height: 800 });
  await expect(page.getByRole('complementary', { name: 'Menu' })).toBeVisible();
});

test(
  'the screens of a subject are tabs of one page, reached by keyboard, with their entry in sight',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    await page.goto('/#/SDNPowerAdmin/SDNDemandAnalysis');
    const menu = page.getByRole('complementary', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Demand', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    const tabs = page.getByRole('main').getByRole('navigation', { name: 'Demand' });
    await expect(tabs.getByRole('link')).toHaveText(['Demand analysis', 'Demand guard', 'Demand limits']);
    await tabs.getByRole('link', { name: 'Demand guard' }).press('Enter');
    await expect(page).toHaveURL(/SDNDemandGuard/);
    await expect(title(page)).toHaveText('Demand guard');
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('Money / Demand');
    await expect(menu.getByRole('link', { name: 'Demand', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  },
);

test(
  'a page that is starred stands over the menu, in any browser the person logs in with',
  { tag: '@matrix' },
  async ({ page, browser }) => {
    await signIn(page, 'campus');
    await page.goto('/#/SDNPowerAdmin/SDNLoadAnalysis');
    await expect(title(page)).toHaveText('Load analysis');
    const star = header(page).getByRole('button', { name: 'Star this page' });
    const starred = (one: Page) => one.getByRole('navigation', { name: 'Starred' }).getByRole('link');
    const saved = page.waitForResponse(/preference\/save/);
    await star.press('Enter');
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await expect(starred(page)).toHaveText(['Load analysis']);
    await saved;
    // A page is called what it is called in the language of now; only what shows one thing keeps that thing's name.
    await header(page).getByRole('button', { name: 'Language' }).click();
    await page.getByRole('radio', { name: '中文' }).click();
    await expect(page.getByRole('navigation', { name: '收藏' }).getByRole('link')).toHaveText(['负荷分析']);

    const other = await (await browser.newContext()).newPage();
    await signIn(other, 'campus');
    // Whoever stayed a while at a page finds it again.
    const stayed = other.waitForResponse(/preference\/save/);
    await other.goto('/#/SDNMonitoring/Overview');
    await stayed;
    await starred(other).click();
    await expect(title(other)).toHaveText('Load analysis');
    await expect(other.getByRole('navigation', { name: 'Recent' })).toContainText('Home');
    const undone = other.waitForResponse(/preference\/save/);
    await header(other).getByRole('button', { name: 'Star this page' }).click();
    await expect(starred(other)).toHaveCount(0);
    await undone;
    await other.context().close();
  },
);

test('an operator chooses an enterprise, and the address names it', { tag: '@matrix' }, async ({ page }) => {
  await open(page, 'operator');
  await header(page)
    .getByRole('button', { name: /^Enterprise/ })
    .click();
  await page.locator('.ant-select-item-option').last().click();
  await expect(page).toHaveURL(/consumer=\d+/);
  const chosen = await header(page)
    .getByRole('button', { name: /^Enterprise/ })
    .textContent();
  await page.reload();
  await expect(header(page).getByRole('button', { name: /^Enterprise/ })).toHaveText(chosen ?? '');
});

test(
  'Ctrl K finds a screen by name and pinyin initials, ? lists the keys',
  { tag: '@matrix' },
  async ({ page }) => {
    await remember(page, { language: 'zh' });
    await open(page, 'steel');
    await page.keyboard.press('Control+k');
    const find = page.getByRole('combobox', { name: '查找' });
    await find.fill('sjlr');
    await expect(page.getByRole('option').first()).toContainText('数据录入');
    await find.press('Enter');
    await expect(title(page)).toHaveText('数据录入');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: '快捷键' })).toContainText('Ctrl K');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: '快捷键' })).toHaveCount(0);
  },
);

test(
  'both spellings of an address lead to the page, an unknown one says so inside main',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    for (const path of ['/SDNMonitoring/Overview', '/sdnmonitoring/overview', '/']) {
      await page.goto(`/#${path}`);
      await expect(title(page)).toHaveText('Home');
    }
    await page.goto('/#/no/such/screen');
    await expect(page.locator('main').getByTestId('not-found')).toBeVisible();
  },
);

test(
  'the price screens stand at their very addresses and are loaded when they are opened',
  { tag: '@matrix' },
  async ({ page }) => {
    await open(page, 'steel', '/#/SDNUserAdmin/SDNUserInfo');
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto('/#/SDNPowerPrice/Scheme');
    await expect(title(page)).toHaveText('Price schemes');
    expect(scripts).not.toEqual([]);
    for (const [name, shown] of [
      ['Agreement', 'Price agreements'],
      ['Parameter', 'Fees'],
    ] as const) {
      await page.goto(`/#/SDNPowerPrice/${name}`);
      await expect(title(page)).toHaveText(shown);
      await page.goto(`/#/SDNPowerPrice/${name}/more`);
      await expect(page.locator('main').getByTestId('not-found')).toBeVisible();
    }
  },
);

test('an error is shown once within a second', { tag: '@matrix' }, async ({ page }) => {
  await page.route('**/api/task/dismiss', (route) =>
    route.fulfill({ json: { code: 409, message: 'This task is at work', data: null } }),
  );
  await page.route('**/api/task/getlist', (route) =>
    route.fulfill({
      json: {
        code: 200,
        message: '',
        data: {
          list: [
            { id: 1, kind: 'x', label: 'Import', state: 'failed', progress: 0.4, message: 'No time column' },
          ],
        },
      },
    }),
  );
  await open(page, 'steel');
  await header(page)
    .getByRole('button', { name: /^Tasks/ })
    .click();
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.click();
  await dismiss.click();
  await expect(page.getByRole('alert').filter({ hasText: 'This task is at work' })).toHaveCount(1);
});

const LOOKS = [
  ['en', 'light', 1400],
  ['zh', 'dark', 420],
] as const;
/** Only with `npm run test:all`. */
const FURTHER_LOOKS = [
  ['zh', 'dark', 1400],
  ['zh', 'light', 420],
  ['en', 'dark', 420],
] as const;
for (const [language, ground, width] of process.env['TEST_ALL'] ? [...LOOKS, ...FURTHER_LOOKS] : LOOKS) {
  test(`no serious fault of accessibility: ${language}, ${ground}, ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 850 });
    await remember(page, { language, appearance: { skin: 0, ground } });
    await page.goto('/#/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await open(page, 'steel', '/#/no/such/screen');
    await expect(page.getByTestId('not-found')).toBeVisible();
    await expectAccessible(page);
    await header(page)
      .getByRole('button', { name: language === 'zh' ? '外观' : 'Appearance' })
      .click();
    await expectAccessible(page);
  });
}
