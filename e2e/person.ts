import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** A demonstration account. */
export type Person = 'operator' | 'steel' | 'campus';

/** Opens the log-in page and logs in; ends where the product leads. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/#/login');
  await page.locator('input[name="username"]').fill(person);
  await page.locator('input[name="password"]').fill(`${person}-demo`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).not.toBeEmpty();
}

/** Sets what the browser of this context remembers before the product starts. */
export async function remember(page: Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  const stored = Object.entries(values).map(([key, value]) => [
    `meterhouse.${key}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  await page.addInitScript(
    `for (const [key, value] of ${JSON.stringify(stored)}) localStorage.setItem(key, value)`,
  );
}

/** Expects no serious or critical fault of accessibility (WCAG 2.2 A and AA) on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  expect(serious).toEqual([]);
}
