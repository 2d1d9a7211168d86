import { expect, test } from '@playwright/test';
import { expectAccessible, remember, signIn } from './person.ts';

const SKINS = [0, 1, 2, 3, 4, 5, 6];
const SIZES = [
  ['zh', 1400],
  ['en', 420],
] as const;

for (const skin of SKINS) {
  for (const ground of ['light', 'dark'] as const) {
    for (const [language, width] of SIZES) {
      test(`skin ${skin}, ${ground}, ${language}, ${width}: readable, nothing runs out of the window`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 850 });
        await remember(page, { language, appearance: { skin, ground } });
        await signIn(page, 'steel');
        await page.goto('/');
        await expect(page.locator('main canvas').first()).toBeVisible();
        await expectAccessible(page);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      });
    }
  }
}
