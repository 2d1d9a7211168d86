import { expect, test, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import {
  actOnAccount,
  chooseOwn,
  enter,
  leave,
  main,
  makeAccount,
  makeEnterprise,
  makeRole,
  menu,
} from './operating.ts';
import { enterByKeys, leaveByKeys, pressKey, typeIn } from './keys.ts';
import { expectAccessible, signIn, visit } from './person.ts';
import { call } from './works.ts';

const FIRST = 'a first pass phrase';
const OWN = 'something of my own';
const stamp = Date.now().toString(36);
const userName = `signer${stamp}`;

test.use({ actionTimeout: 20_000 });

let lastStep = 0;

/** The next code that was not used yet: each works once. */
async function nextCode(page: Page, secret: string): Promise<string> {
  while (Math.floor(Date.now() / 30_000) + 1 <= lastStep) await page.waitForTimeout(1000);
  // A code of the next step is taken too; so two of them need no wait.
  lastStep = Math.max(Math.floor(Date.now() / 30_000), lastStep + 1);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: lastStep * 30_000 });
}

/** The key on the screen, as a person would type it into an authenticator. */
const shownKey = async (page: Page): Promise<string> =>
  (await main(page).locator('code').innerText()).replaceAll(/\s/g, '');

test('a second factor: asked for by a role, set up, used, and what goes with it', async ({
  page,
  browser,
}) => {
  test.slow();
  let secret = '';
  let recovery = '';

  await test.step('an operator makes a role that asks for it, and an account', async () => {
    await signIn(page, 'operator');
    await makeEnterprise(page, `Sign works ${stamp}`, `S${stamp}`);
    await makeRole(page, `Strict ${stamp}`, `strict${stamp}`, async (form) => {
      await form.getByLabel(/Second factor required/).click();
    });
    await makeAccount(page, {
      userName,
      phone: `137${String(Date.now()).slice(-8)}`,
      works: `Sign works ${stamp}`,
      role: `Strict ${stamp}`,
      password: FIRST,
      operatorPassword: 'operator-demo',
    });
  });

  await test.step('its holder, by keyboard, chooses a password, then is led to the set-up, and nowhere else', async () => {
    await leave(page);
    await enterByKeys(page, userName, FIRST);
    await expect(page).toHaveURL(/SDNResetPwd/);
    await typeIn(page, [
      [page.locator('input[name="old"]'), FIRST],
      [page.locator('input[name="new"]'), OWN],
      [page.locator('input[name="repeat"]'), OWN],
    ]);
    await expect(page).toHaveURL(/SDNSecurity/);
    await page.goto('/#/SDNMonitoring/overview');
    await expect(page).toHaveURL(/SDNSecurity/);
    const early: unknown = await page.evaluate(async () =>
      (await fetch('/api/archive/ammeter/getall')).json(),
    );
    expect(early).toMatchObject({ code: 403, data: { secondFactorDue: 1 } });
    await expectAccessible(page);
  });

  await test.step('by keyboard: password, key, first code, recovery codes, log-out', async () => {
    await typeIn(page, [[main(page).locator('input[name="password"]'), OWN]]);
    await expect(main(page).getByRole('figure', { name: 'Code to scan' })).toBeVisible();
    await expectAccessible(page);
    secret = await shownKey(page);
    await page.keyboard.type(await nextCode(page, secret));
    await page.keyboard.press('Enter');
    const codes = main(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    recovery = await codes.first().innerText();
    await expectAccessible(page);
    const saving = page.waitForEvent('download');
    await pressKey(page, main(page).getByRole('button', { name: 'Save as a file' }));
    expect((await saving).suggestedFilename()).toContain('recovery');
    await pressKey(page, main(page).getByRole('button', { name: 'I have kept them' }));
    await expect(page).toHaveURL(/overview/i);
    await expect(menu(page)).toContainText('Home');
    await leaveByKeys(page);
    const after = await page.request.get('/api/sys/getUserInfo');
    expect(await after.json()).toMatchObject({ code: 901 });
  });

  await test.step('signing in by keyboard takes the code: a wrong one is said, the right one works', async () => {
    await enterByKeys(page, userName, OWN);
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    const code = page.locator('input[name="code"]');
    await expect(code).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'tries left' })).toBeVisible();
    await expect(code).toHaveValue('');
    await typeIn(page, [[code, await nextCode(page, secret)]]);
    await expect(page).toHaveURL(/overview/i);
  });

  await test.step('another browser, in Chinese, comes in by a recovery code; ended from here, its open page goes', async () => {
    const stranger = await browser.newContext({ locale: 'zh-CN' });
    const other = await stranger.newPage();
    await enterByKeys(other, userName, OWN);
    await expect(other.getByRole('heading', { name: '两步验证' })).toBeVisible();
    await expect(other.getByText(`账号 ${userName} 已开启两步验证，请打开验证器输入验证码。`)).toBeVisible();
    await expect(other.locator('input[name="code"]')).toBeFocused();
    await other.keyboard.type('000000');
    await other.keyboard.press('Enter');
    await expect(other.getByRole('alert').filter({ hasText: '还可尝试' })).toBeVisible();
    await expect(other.locator('input[name="code"]')).toHaveValue('');
    await typeIn(other, [[other.locator('input[name="code"]'), recovery]]);
    await expect(other).toHaveURL(/overview/i);

    await visit(page, '/#/SDNUserAdmin/SDNSecurity');
    const sessions = main(page).getByRole('table', { name: 'Sessions' });
    // Besides the head: this one and the other browser's. What was logged out is gone.
    await expect(sessions.getByRole('row')).toHaveCount(3);
    await expect(sessions).toContainText('This one');
    await expect(main(page)).toContainText('9 recovery codes left');
    await expect(main(page).getByRole('table', { name: 'Security events' })).toContainText(
      'A recovery code was used',
    );
    await expectAccessible(page);
    await pressKey(page, main(page).getByRole('button', { name: 'End all others' }));
    await pressKey(page, page.getByRole('alertdialog').getByRole('button').last());
    await expect(sessions.getByRole('row')).toHaveCount(2);
    // Nobody touches it: what the page asks by itself, or its cut connection, tells it.
    await expect(other).toHaveURL(/login/, { timeout: 90_000 });
    await stranger.close();
  });

  await test.step('what a role asks for is not switched off; an operator removes it, the holder sets up anew', async () => {
    await expect(main(page).getByRole('button', { name: 'Switch it off' })).toHaveCount(0);
    await page.context().clearCookies();
    await signIn(page, 'operator');
    await actOnAccount(page, userName, 'Remove the second factor');
    const dialog = page.getByRole('dialog').last();
    await dialog.getByLabel(/Your own password/).fill('operator-demo');
    await dialog.getByRole('button', { name: 'Remove the second factor' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await leave(page);
    await enter(page, userName, OWN);
    await expect(page).toHaveURL(/SDNSecurity/);
  });
});

test('the rules of signing in are one page, and hold at once', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'operator');
  await visit(page, '/#/SDNSysAdmin/SDNSignInRule');
  await expect(main(page).getByRole('radio', { name: /Only holders of roles/ })).toBeChecked();
  await expectAccessible(page);
  await main(page).locator('input[name="idleMinutes"]').fill('1');
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('alert')).toBeVisible();
  await main(page).locator('input[name="idleMinutes"]').fill('600');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved').first()).toBeVisible();
  await page.reload();
  await expect(main(page).locator('input[name="idleMinutes"]')).toHaveValue('600');
  await main(page).locator('input[name="idleMinutes"]').fill('720');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved').first()).toBeVisible();
});

test.describe('in Chinese', { tag: '@matrix' }, () => {
  test.use({ locale: 'zh-CN' });

  /** No sentence of another language is left on the page; names of apps, keys and browsers are none. */
  async function expectChinese(page: Page): Promise<void> {
    const text = await main(page).innerText();
    expect(text).toMatch(/\p{Script=Han}/u);
    expect(text.replaceAll(/Microsoft Authenticator|\b[A-Z2-7]{4}\b/g, '')).not.toMatch(
      /[A-Za-z]{2,} [A-Za-z]{2,}/,
    );
  }

  test('a password that is due, a second factor, its recovery codes, and the list of sessions', async ({
    page,
    browser,
  }) => {
    test.slow();
    const mark = `${stamp}zh`;
    const name = `cn${mark}`;
    let secret = '';
    let recovery = '';

    await test.step('an account whose role asks for a second factor', async () => {
      await signIn(page, 'operator');
      const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
        orgName: `钢厂${mark}`,
        orgCode: mark,
      });
      const { id: strict } = await call<{ id: number }>(page, 'sys/orgRole/add', {
        roleName: `严格${mark}`,
        roleCode: `strict${mark}`,
        secondFactor: 'true',
      });
      const roles = await page.request.get('/api/sys/orgRole/searchall', {
        params: { roleCode: 'enterprise' },
      });
      const { data } = (await roles.json()) as { data: { id: number }[] };
      const { id: userId } = await call<{ id: number }>(page, 'sys/orgEmployee/add', {
        userName: name,
        name: '王工',
        consumerId,
        roleIdList: `${data[0]?.id},${strict}`,
      });
      await call(page, 'sys/orgEmployee/updateEmpPassword', {
        userId,
        adminPassword: 'operator-demo',
        userPassword: FIRST,
      });
      await leave(page);
    });

    await test.step('it must choose a password first', async () => {
      await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
      await enter(page, name, FIRST);
      await expect(page).toHaveURL(/SDNResetPwd/);
      await expect(main(page)).toContainText('密码已过期或须更换，请设置新密码后继续。');
      await expectChinese(page);
      await expectAccessible(page);
      await main(page).getByLabel('旧密码').fill(FIRST);
      await main(page).getByLabel('新密码', { exact: true }).fill(FIRST);
      await main(page).getByLabel('再次输入新密码').fill(OWN);
      await page.keyboard.press('Enter');
      // What is wrong is told in Chinese too.
      await expect(main(page).getByText('两次输入不一致')).toBeVisible();
      await expectChinese(page);
      await chooseOwn(page, FIRST, OWN);
    });

    await test.step('then it sets up the second factor, by keyboard', async () => {
      await expect(page).toHaveURL(/SDNSecurity/);
      await expect(main(page)).toContainText('您的账号须使用两步验证。请先完成设置，之后即可继续。');
      await expectChinese(page);
      await main(page).getByLabel('您的密码').fill(OWN);
      await page.keyboard.press('Enter');
      await expect(main(page).getByRole('figure', { name: '用验证器扫描的二维码' })).toBeVisible();
      await expectChinese(page);
      secret = await shownKey(page);
      await page.keyboard.type('000000');
      await page.keyboard.press('Enter');
      await expect(main(page).getByRole('alert')).toContainText('还可尝试');
      await main(page)
        .getByLabel('验证码')
        .fill(await nextCode(page, secret));
      await page.keyboard.press('Enter');
      const codes = main(page).getByRole('list', { name: '恢复码' }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      recovery = await codes.first().innerText();
      await expect(main(page)).toContainText('请保存恢复码：它们只显示这一次。');
      await main(page).getByRole('button', { name: '我已保存' }).click();
      await expect(page).toHaveURL(/overview/i);
    });

    await test.step('signing in takes the code', async () => {
      await leave(page);
      await enter(page, name, OWN);
      await expect(page.getByRole('heading', { name: '两步验证' })).toBeVisible();
      await expect(page.getByText(`账号 ${name} 已开启两步验证，请打开验证器输入验证码。`)).toBeVisible();
      await page.keyboard.type('000000');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: '还可尝试' })).toBeVisible();
      await page.locator('input[name="code"]').fill(await nextCode(page, secret));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/overview/i);
    });

    await test.step('another browser comes in by a recovery code, and is ended from here', async () => {
      const stranger = await browser.newContext({ locale: 'zh-CN' });
      const other = await stranger.newPage();
      await enter(other, name, OWN);
      await other.locator('input[name="code"]').fill(recovery);
      await other.keyboard.press('Enter');
      await expect(other).toHaveURL(/overview/i);

      await visit(page, '/#/SDNUserAdmin/SDNSecurity');
      const sessions = main(page).getByRole('table', { name: '登录会话' });
      await expect(sessions).toContainText('当前会话');
      await expect(main(page)).toContainText('剩余恢复码 9 个');
      await expect(main(page).getByRole('table', { name: '安全记录' })).toContainText('使用了一个恢复码');
      await expectChinese(page);
      await expectAccessible(page);
      await main(page).getByRole('button', { name: '结束其他全部会话' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('除当前会话外，其他浏览器和设备上的登录立即失效');
      await question.getByRole('button').last().click();
      await expect(sessions.getByRole('row')).toHaveCount(2);
      const after = await stranger.request.get('/api/sys/getUserInfo');
      expect(await after.json()).toMatchObject({ code: 901 });
      await stranger.close();
    });
  });
});
