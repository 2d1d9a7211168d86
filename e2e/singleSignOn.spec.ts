import { expect, test } from '@playwright/test';
import { startIdentityProvider } from '../test/identityProvider.ts';
import type { IdentityProvider } from '../test/identityProvider.ts';
import { expectAccessible, signIn, visit } from './person.ts';

const HEADERS = { 'X-Meterhouse': '1' };

let provider: IdentityProvider;
test.beforeAll(async ({ baseURL }) => {
  provider = await startIdentityProvider(`${baseURL}/singleSignOn`, Number(process.env['E2E_OIDC_PORT']));
  provider.people.set('wei', {
    name: 'Li Wei',
    preferred_username: 'li.wei',
    email: 'li.wei@works.example',
    email_verified: true,
    groups: ['journey'],
  });
  provider.people.set('stranger', {
    name: 'A stranger',
    preferred_username: 'stranger',
    groups: ['visitors'],
  });
});
test.afterAll(() => provider.close());

test('single sign-on: mapped, in by the provider, where one wanted to go, out again, refused', async ({
  page,
}) => {
  await signIn(page, 'steel');
  await signIn(page, 'operator');
  const list = async (path: string) =>
    ((await (await page.request.get(path)).json()) as { data: { id: number }[] }).data[0]?.id;
  const added = await page.request.post('/api/sys/signOnMapping/add', {
    headers: HEADERS,
    form: {
      groupName: 'journey',
      consumerId: String(await list('/api/archive/consumer/searchall')),
      roleIdList: String(await list('/api/sys/orgRole/searchall?roleCode=enterprise')),
      ix: '0',
    },
  });
  expect(await added.json()).toMatchObject({ code: 200 });

  await test.step('the log-in page offers it in both languages, by keyboard', async () => {
    await page.context().clearCookies();
    await visit(page, '/#/SDNUserAdmin/SDNUserInfo');
    const button = page.getByRole('button', { name: 'Continue with Works ID' });
    await expect(button).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: '中文' }).click();
    await expect(page.getByRole('button', { name: '使用示例统一认证登录' })).toBeVisible();
    await page.getByRole('button', { name: 'English' }).click();
    await button.focus();
    await page.keyboard.press('Enter');
  });

  await test.step('a first sign-in lands where the person wanted to go, and leaves no code behind', async () => {
    await page.getByLabel('Who are you').fill('wei');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/#\/SDNUserAdmin\/SDNUserInfo$/);
    await expect(page.locator('main')).toContainText('li.wei');
    expect(page.url()).not.toContain('code=');
  });

  await test.step('log-out goes on to the provider', async () => {
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await expect(page).toHaveURL(/#\/login$/);
  });

  await test.step('whoever has no group here is told so, and the operator reads why', async () => {
    await page.context().clearCookies();
    await visit(page, '/#/login');
    await page.getByRole('button', { name: 'Continue with Works ID' }).click();
    await page.getByLabel('Who are you').fill('stranger');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
    const why = 'Your groups give you no enterprise and role here';
    await expect(page.getByText(why).first()).toBeVisible();
    await signIn(page, 'operator');
    await visit(page, '/#/SDNSysAdmin/SDNSingleSignOn');
    await expect(page.getByText('The provider answers')).toBeVisible();
    await expect(page.getByText(why).first()).toBeVisible();
    await expect(page.getByRole('cell', { name: 'li.wei' }).first()).toBeVisible();
  });
});
