import { expect, test, type Page } from '@playwright/test';
import { main } from './operating.ts';
import { type Person, signIn } from './person.ts';
import { watchPolicy } from './policy.ts';

/** Opens what a page has to open: a tooltip, a list of choices, a dialog. */
async function poke(page: Page): Promise<void> {
  const quick = { timeout: 400 };
  const canvas = main(page).locator('canvas').first();
  if ((await canvas.count()) > 0) await canvas.hover(quick).catch(() => {});
  await main(page)
    .locator('.ant-select, .ant-picker')
    .first()
    .click(quick)
    .catch(() => {});
  await page.keyboard.press('Escape');
  const buttons = main(page).getByRole('button', { name: /^(Add|New|Edit|Import|Export)/ });
  await buttons
    .first()
    .click(quick)
    .catch(() => {});
  await page.keyboard.press('Escape');
}

/** The addresses of a person's menu. */
async function screensOf(page: Page): Promise<string[]> {
  const reply = await page.request.get('/api/sys/getAllMenus');
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'url' && typeof inner === 'string' && inner.startsWith('/')) found.push(inner);
      else walk(inner);
    }
  };
  walk(await reply.json());
  return [...new Set(found)];
}

for (const person of ['steel', 'operator'] satisfies Person[]) {
  test(`${person}: no screen asks for what the page’s policy refuses`, async ({ page }) => {
    test.slow();
    const refused = await watchPolicy(page);
    await signIn(page, person);
    await page.goto('/');
    await expect(main(page)).not.toBeEmpty();
    const screens = await screensOf(page);
    expect(screens.length).toBeGreaterThan(15);
    for (const address of screens) {
      await page.goto(`/#${address}`);
      await expect(main(page).locator('*').first()).toBeVisible();
      await page.waitForTimeout(400);
      await poke(page);
    }
    expect(refused).toEqual([]);
  });
}
