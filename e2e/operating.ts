import { expect, type Locator, type Page } from '@playwright/test';
import { visit } from './person.ts';

// What an operator of the platform does on its screens, and who comes after; in English.

export const main = (page: Page) => page.getByRole('main');
export const dialog = (page: Page) => page.getByRole('dialog').last();
export const menu = (page: Page) => page.getByRole('complementary');

/** The field of the open dialog under a label, with or without the star of what is required. */
const labelled = (page: Page, label: string) => dialog(page).getByLabel(new RegExp(`^\\*?${label}$`));

/** Fills the fields of the open dialog by their labels. */
export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await labelled(page, label).fill(value);
}

/** Chooses an option of a list of the open form by its name. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await labelled(page, label).click();
  await page.keyboard.type(option);
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
  // A list that takes several stays open until the next field is pressed.
  await labelled(page, 'Remark').click();
}

/** Gives a name and a password to the log-in page; where that leads is for the caller to see. */
export async function enter(page: Page, userName: string, password: string): Promise<void> {
  await page.goto('/#/login');
  await page.locator('input[name="username"]').fill(userName);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
}

/** Ends up at the log-in page without a session. */
export async function leave(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/#/login');
  await page.reload();
}

export async function makeEnterprise(page: Page, works: string, code: string): Promise<void> {
  await visit(page, '/#/SDNOperationAdmin/SDNCustomerAdmin');
  await main(page).getByRole('button', { name: 'Add' }).first().click();
  await fill(page, { 'Enterprise name': works, 'Enterprise code': code });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** A role that may see the overview, chosen in the tree of functions. */
export async function makeRole(
  page: Page,
  role: string,
  code: string,
  more?: (form: Locator) => Promise<void>,
): Promise<void> {
  await visit(page, '/#/SDNSysAdmin/SDNCharAdmin');
  await main(page).getByRole('button', { name: 'Add' }).first().click();
  await fill(page, { 'Role name': role, 'Role code': code });
  const node = dialog(page)
    .getByRole('tree')
    .locator('.ant-tree-treenode')
    .filter({ hasText: /^Home$/ });
  await node.locator('.ant-tree-checkbox').first().click();
  await more?.(dialog(page));
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

export interface NewAccount {
  readonly userName: string;
  readonly phone: string;
  readonly works: string;
  readonly role: string;
  /** The first one, which its holder changes. */
  readonly password: string;
  readonly operatorPassword: string;
}

/** An account, and its first password in the dialog that follows. */
export async function makeAccount(page: Page, account: NewAccount): Promise<void> {
  await visit(page, '/#/SDNSysAdmin/SDNAccountsAdmin');
  await main(page).getByRole('button', { name: 'Add' }).first().click();
  await fill(page, { 'User name': account.userName, Name: 'Viewer', Telephone: account.phone });
  await choose(page, 'Enterprise', account.works);
  await choose(page, 'Roles', account.role);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).getByRole('button', { name: 'Set a password instead' }).click();
  await fill(page, {
    'Your own password': account.operatorPassword,
    'New password': account.password,
    'New password again': account.password,
  });
  await dialog(page).getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Opens one of the further actions on an account in the list of accounts. */
export async function actOnAccount(page: Page, userName: string, action: string): Promise<void> {
  await visit(page, `/#/SDNSysAdmin/SDNAccountsAdmin?q=${userName}`);
  await main(page)
    .getByRole('row')
    .filter({ hasText: userName })
    .getByRole('button', { name: /More/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Whoever logged in with a password that another person set chooses its own. */
export async function chooseOwn(page: Page, first: string, own: string): Promise<void> {
  await expect(page).toHaveURL(/SDNResetPwd/);
  await page.locator('input[name="old"]').fill(first);
  await page.locator('input[name="new"]').fill(own);
  await page.locator('input[name="repeat"]').fill(own);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/SDNResetPwd/);
}

/** The account of `makeRole` and `makeAccount` logs in, must choose a password, and finds the overview alone. */
export async function seeOnlyHome(
  page: Page,
  { userName, first, own }: { userName: string; first: string; own: string },
): Promise<void> {
  await enter(page, userName, first);
  await expect(page).toHaveURL(/SDNResetPwd/);
  // Nothing else is answered before the password is changed, whoever asks.
  const early = await page.request.get('/api/archive/ammeter/getall');
  expect(await early.json()).toMatchObject({ code: 403, data: { passwordExpired: 1 } });
  await chooseOwn(page, first, own);
  await expect(page).toHaveURL(/overview/i);
  await expect(menu(page)).toContainText('Home');
  await expect(menu(page)).not.toContainText('Settings');
  await expect(menu(page)).not.toContainText('Archive');
  await page.goto('/#/SDNSysAdmin/SDNAccountsAdmin');
  await expect(main(page)).toContainText(/permission/i);
  const reply = await page.request.get('/api/sys/orgEmployee/getall');
  expect(await reply.json()).toMatchObject({ code: 403 });
}

/** Fills in and sends the open form of an enterprise that wants in. */
export async function register(
  page: Page,
  { works, code, userName, password }: { works: string; code: string; userName: string; password: string },
): Promise<void> {
  const answers = {
    orgName: works,
    orgCode: code,
    contactName: 'A person',
    phone: '13800138000',
    userName,
    password,
    repeat: password,
  };
  for (const [name, value] of Object.entries(answers))
    await page.locator(`input[name="${name}"]`).fill(value);
  await page.getByRole('button', { name: 'Send the request' }).click();
  await expect(page.getByRole('heading', { name: 'Your request is with the platform' })).toBeVisible();
}

/** Agrees to the request of that title. */
export async function approve(page: Page, title: string): Promise<void> {
  await page.goto('/#/SDNSysAdmin/SDNWorkflowRequest');
  await main(page).getByText(title).first().click();
  await page.getByRole('button', { name: 'Agree', exact: true }).first().click();
  await dialog(page).getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(main(page)).toContainText('Agreed');
}
