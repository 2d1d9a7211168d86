import { expect, test } from '@playwright/test';
import pg from 'pg';
import { databaseUrl } from '../bench/product.ts';
import {
  actOnAccount,
  approve,
  choose,
  dialog,
  enter,
  fill,
  leave,
  main,
  makeAccount,
  makeEnterprise,
  makeRole,
  menu,
  register,
  seeOnlyHome,
} from './operating.ts';
import { expectAccessible, logIn, signIn, visit } from './person.ts';

const FIRST = 'a first password';
const OWN = 'a password of my own';
const stamp = Date.now().toString(36);

test.use({ actionTimeout: 20_000 });

/** The newest message to a telephone, as the carrier would get it. */
async function codeFor(phone: string): Promise<string> {
  const client = new pg.Client({ connectionString: await databaseUrl(process.env['E2E_DATA_DIR'] ?? '') });
  await client.connect();
  try {
    const { rows } = await client.query<{ secret: string }>(
      `select secret from outbox where recipient = $1 and purpose = 'code' order by id desc limit 1`,
      [phone],
    );
    return rows[0]?.secret ?? '';
  } finally {
    await client.end();
  }
}

test('an operator makes an enterprise, a role and an account, which sees only what it may', async ({
  page,
}) => {
  test.slow();
  const works = `House works ${stamp}`;
  const role = `Viewer ${stamp}`;
  const userName = `viewer${stamp}`;
  const phone = `139${String(Date.now()).slice(-8)}`;
  await signIn(page, 'operator');

  await test.step('the enterprise', async () => {
    await makeEnterprise(page, works, `H${stamp}`);
  });

  await test.step('the role: functions by the tree', async () => {
    await makeRole(page, role, `viewer${stamp}`);
  });

  await test.step('the account, and its first password right after it', async () => {
    await makeAccount(page, {
      userName,
      phone,
      works,
      role,
      password: FIRST,
      operatorPassword: 'operator-demo',
    });
  });

  await test.step('what it may do, and through which role', async () => {
    await actOnAccount(page, userName, 'What it may do');
    await expect(main(page)).toContainText(role);
    await expect(main(page).getByRole('row').filter({ hasText: 'SDNMonitoring.Overview' })).toContainText(
      role,
    );
    await expectAccessible(page);
  });

  await test.step('the role changes: its effect is told first', async () => {
    await visit(page, `/#/SDNSysAdmin/SDNCharAdmin?q=viewer${stamp}`);
    await main(page)
      .getByRole('row')
      .filter({ hasText: role })
      .getByRole('button', { name: /^Edit/ })
      .click();
    const node = dialog(page)
      .locator('.ant-tree-treenode')
      .filter({ hasText: /^Money/ });
    await node.locator('.ant-tree-checkbox').first().click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('1 accounts hold the role');
    await expect(page.getByRole('alertdialog')).toContainText('They gain');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
  });

  await test.step('the account logs in, chooses its own password, and sees only what it may', async () => {
    await leave(page);
    await seeOnlyHome(page, { userName, first: FIRST, own: OWN });
  });

  await test.step('the screen locks, answers nothing, and comes back to the same page', async () => {
    await page.goto('/#/SDNUserAdmin/SDNUserInfo');
    await expect(main(page)).toContainText(works);
    await menu(page)
      .getByRole('button', { name: /Viewer/ })
      .click();
    await page.getByRole('button', { name: 'Lock the screen' }).click();
    await expect(page.getByRole('heading', { name: 'The screen is locked' })).toBeVisible();
    await expectAccessible(page);
    await expect(async () =>
      expect(await (await page.request.get('/api/sys/getUserInfo')).json()).toMatchObject({ code: 423 }),
    ).toPass();
    await page.goto('/#/SDNMonitoring/overview');
    await page.reload();
    await expect(page).toHaveURL(/lock/);
    await page.locator('input[name="password"]').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('tries left');
    await page.locator('input[name="password"]').fill(OWN);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/overview/i);
  });

  await test.step('a forgotten password: a code by SMS, then a new one', async () => {
    await leave(page);
    await page.getByRole('link', { name: 'Forgot the password' }).click();
    await page.locator('input[name="phone"]').fill(phone);
    await page.keyboard.press('Enter');
    await page.locator('input[name="code"]').fill('000000');
    const code = await codeFor(phone);
    if (code !== '000000') {
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toContainText('tries left');
    }
    await page.locator('input[name="code"]').fill(code);
    await page.keyboard.press('Enter');
    await page.locator('input[name="new-password"]').fill(`${OWN} anew`);
    await page.locator('input[name="repeat"]').fill(`${OWN} anew`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/login/);
    await enter(page, userName, `${OWN} anew`);
    await expect(page).toHaveURL(/overview/i);
  });
});

test(
  'an enterprise registers, an operator agrees, its first account logs in',
  { tag: '@matrix' },
  async ({ page }) => {
    test.slow();
    const works = `Register works ${stamp}`;
    const userName = `first${stamp}`;
    await page.goto('/#/register');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await expect(page.getByText('Is required').first()).toBeVisible();
    await expectAccessible(page);
    await register(page, { works, code: `R${stamp}`, userName, password: OWN });

    await logIn(page, 'operator');
    await approve(page, works);

    await leave(page);
    await enter(page, userName, OWN);
    await expect(page).toHaveURL(/overview/i);
    // What belongs to an enterprise is there, what belongs to the platform is not.
    await menu(page).getByRole('button', { name: 'Settings' }).click();
    await expect(menu(page)).toContainText('Accounts and rights');
    await expect(menu(page)).not.toContainText('Sign-in');
  },
);

test(
  'a display board shows its figures to whoever has the link, until it is void',
  { tag: '@matrix' },
  async ({ page, browser }) => {
    await signIn(page, 'steel');
    await page.goto('/#/SDNMonitoring/SDNDisplayBoard');
    await main(page).getByRole('button', { name: 'Add' }).first().click();
    await fill(page, { Name: `Gate ${stamp}` });
    await choose(page, 'Figures shown', 'Energy this month');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    const link = await dialog(page).getByRole('textbox', { name: 'Link of the board' }).inputValue();
    await dialog(page).getByRole('button', { name: 'I have kept it' }).click();

    const stranger = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-US' });
    const screen = await stranger.newPage();
    await screen.goto(link);
    await expect(screen.getByRole('heading', { level: 1 })).toContainText(`Gate ${stamp}`);
    await expect(screen.getByText('This month', { exact: true }).first()).toBeVisible();
    await expect(screen.getByText('Devices this month')).toHaveCount(0);
    await expectAccessible(screen);

    await main(page)
      .getByRole('row')
      .filter({ hasText: `Gate ${stamp}` })
      .getByRole('button', { name: /More/ })
      .click();
    await page.getByRole('menuitem', { name: 'Revoke the link' }).click();
    await dialog(page).getByRole('button', { name: 'Revoke the link' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await screen.reload();
    await expect(screen.getByText('The link does not work')).toBeVisible();
    await stranger.close();
  },
);

test('the menu is reordered by keys and hidden', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'operator');
  await page.goto('/#/SDNSysAdmin/SDNMenuAdmin');
  const tree = main(page).getByRole('tree');
  await tree.getByText('Archive', { exact: true }).first().click();
  const tools = main(page).getByRole('toolbar');
  await tools.getByRole('button', { name: 'Hide' }).click();
  await expect(tools.getByRole('button', { name: 'Show' })).toBeVisible();
  await expect(menu(page)).not.toContainText('Archive');
  await tools.getByRole('button', { name: 'Show' }).click();
  await expect(menu(page)).toContainText('Archive');
  await expect(tree.getByText('Hidden', { exact: true })).toHaveCount(0);
  const order = () => tree.locator('.ant-tree-treenode').allInnerTexts();
  const before = await order();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await order()).join()).not.toBe(before.join());
  // Fast: one step up again, two down, one up.
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(`Alt+${key}`);
  await expect.poll(async () => (await order()).join()).toBe(before.join());
  await expectAccessible(page);
});
