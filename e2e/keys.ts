import { expect, type Locator, type Page } from '@playwright/test';

// What a person does without a mouse: Tab, Enter and typing.

/** More stops than a page of the product has before its content. */
const MOST_STOPS = 80;

/** Moves the focus by Tab until it is on what is meant; fails where Tab does not lead there. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  const held = page.locator(':focus').and(goal);
  for (let stop = 0; stop < MOST_STOPS && (await held.count()) === 0; stop++)
    await page.keyboard.press('Tab');
  await expect(goal).toBeFocused();
}

/** Reaches a button and presses it. */
export async function pressKey(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

/** Types into fields in their order, and sends the last. */
export async function typeIn(page: Page, fields: readonly (readonly [Locator, string])[]): Promise<void> {
  for (const [field, text] of fields) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
}

/** Gives a name and a password to the log-in page. */
export async function enterByKeys(page: Page, userName: string, password: string): Promise<void> {
  await page.goto('/#/login');
  await typeIn(page, [
    [page.locator('input[name="username"]'), userName],
    [page.locator('input[name="password"]'), password],
  ]);
}

/** Logs out by the menu of the person, and ends up at the log-in page; in English. */
export async function leaveByKeys(page: Page): Promise<void> {
  await pressKey(page, page.getByRole('button', { name: /^User menu/ }));
  await pressKey(page, page.getByRole('button', { name: 'Log out', exact: true }));
  await pressKey(page, page.getByRole('alertdialog').getByRole('button').last());
  await expect(page).toHaveURL(/login/);
}
