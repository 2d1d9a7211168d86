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
import { expectAccessible, signIn, visit } from './person.ts';

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

  await test.step('its holder chooses a password, then is led to the set-up, and nowhere else', async () => {
    await leave(page);
    await enter(page, userName, FIRST);
    await chooseOwn(page, FIRST, OWN);
    await expect(page).toHaveURL(/SDNSecurity/);
    await page.goto('/#/SDNMonitoring/overview');
    await expect(page).toHaveURL(/SDNSecurity/);
    const early: unknown = await page.evaluate(async () =>
      (await fetch('/api/archive/ammeter/getall')).json(),
    );
    expect(early).toMatchObject({ code: 403, data: { secondFactorDue: 1 } });
    await expectAccessible(page);
  });

  await test.step('by keyboard: password, key, first code, recovery codes', async () => {
    await main(page).locator('input[name="password"]').fill(OWN);
    await page.keyboard.press('Enter');
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
    await main(page).getByRole('button', { name: 'Save as a file' }).click();
    expect((await saving).suggestedFilename()).toContain('recovery');
    await main(page).getByRole('button', { name: 'I have kept them' }).click();
    await expect(page).toHaveURL(/overview/i);
    await expect(menu(page)).toContainText('Home');
  });

  await test.step('signing in takes the code: a wrong one is said, the right one works', async () => {
    await leave(page);
    await enter(page, userName, OWN);
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    await expect(page.locator('input[name="code"]')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'tries left' })).toBeVisible();
    await page.locator('input[name="code"]').fill(await nextCode(page, secret));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/overview/i);
  });

  await test.step('another browser comes in by a recovery code; ended from here, its open page goes', async () => {
    const stranger = await browser.newContext({ locale: 'en-US' });
    const other = await stranger.newPage();
    await enter(other, userName, OWN);
    await other.locator('input[name="code"]').fill(recovery);
    await other.keyboard.press('Enter');
    await expect(other).toHaveURL(/overview/i);

    await visit(page, '/#/SDNUserAdmin/SDNSecurity');
    const sessions = main(page).getByRole('table', { name: 'Sessions' });
    // Besides the head: this one, the one that was left without a log-out, and the other browser's.
    await expect(sessions.getByRole('row')).toHaveCount(4);
    await expect(sessions).toContainText('This one');
    await expect(main(page)).toContainText('9 recovery codes left');
    await expect(main(page).getByRole('table', { name: 'Security events' })).toContainText(
      'A recovery code was used',
    );
    await expectAccessible(page);
    await main(page).getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
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
