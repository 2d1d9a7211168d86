import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, remember, signIn } from './person.ts';

// A wing takes minutes: both workers walk.
test.describe.configure({ mode: 'parallel' });

interface MenuNode {
  readonly funCode: string;
  readonly url: string | null;
  readonly children?: readonly MenuNode[];
}
interface Look {
  readonly name: string;
  readonly language: 'zh' | 'en';
  readonly ground: 'light' | 'dark';
  readonly width: number;
}

const HOME = 'SDNMonitoring.Overview';
const WINGS = [
  HOME,
  'Watch',
  'Energy',
  'Money',
  'SDNGuangchuchong',
  'Meters',
  'Archive',
  'Reporting',
  'Statistics',
  'Customer',
  'Settings',
];
const LOOKS: readonly Look[] = [
  { name: 'zh-light', language: 'zh', ground: 'light', width: 1440 },
  { name: 'en-dark', language: 'en', ground: 'dark', width: 1440 },
];
const WIDTHS = [390, 1920];
/** So many screens are looked at in other widths too, in tests of so many. */
const SOME = 40;
const EACH = 10;

const LOADING = /^(正在加载|载入中|Loading)\.*$/;

const FAILED = /没有加载出来|could not be loaded|no such call|没有这个接口/;

const screensOf = ({ url, children = [] }: MenuNode): string[] => [
  ...(url === null || url === '' ? [] : [`/${url.replace(/^[#/]+/, '')}`]),
  ...children.flatMap(screensOf),
];

/** The wings of the whole menu with the addresses of their screens, as the operator sees them, about the steel works. */
async function open(page: Page, { language, ground, width }: Look) {
  await page.setViewportSize({ width, height: 900 });
  await remember(page, { language, appearance: { skin: 0, ground } });
  await signIn(page, 'steel');
  const own = await page.request.get('/api/archive/consumer/getpage', { params: { pageSize: 1 } });
  const { data } = (await own.json()) as { data: { list: readonly { id: number }[] } };
  await signIn(page, 'operator');
  const menu = await page.request.get('/api/sys/getAllMenus');
  const sent = ((await menu.json()) as { data: MenuNode | MenuNode[] }).data;
  const [root] = [sent].flat();
  const wings = new Map((root?.children ?? []).map((wing) => [wing.funCode, [...new Set(screensOf(wing))]]));
  return { consumerId: data.list[0]?.id ?? 0, wings };
}

/** Expects that nothing in the page waits for its answer. */
async function expectLoaded(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const waiting = main.getByRole('status', { name: LOADING }).or(main.getByText(LOADING));
  await expect(waiting.or(main.locator('[aria-busy="true"]'))).toHaveCount(0);
}

/** Takes a picture of each screen, and answers what is wrong with any: all of them are looked at before it is told. */
async function faultsOf(
  page: Page,
  { name, width }: Look,
  consumerId: number,
  screens: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const screen of screens) {
    await page.goto('about:blank');
    await page.goto(`/#${screen}?consumer=${consumerId}`);
    try {
      await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).not.toBeEmpty();
      await expectLoaded(page);
      // What is drawn on a canvas moves into its place; one answer often asks for the next.
      await page.waitForTimeout(700);
      await expectLoaded(page);
      await page.screenshot({
        path: join('test-results', 'look', `${name}-${width}`, `${screen.slice(1).replaceAll('/', '.')}.png`),
      });
      await expect(page.getByRole('main').getByText(FAILED)).toHaveCount(0, { timeout: 1 });
      const wide = Number(await page.evaluate('document.documentElement.scrollWidth'));
      if (wide > width) faults.push(`${screen}: ${wide} px wide in a window of ${width}`);
      await expectAccessible(page);
    } catch (error) {
      faults.push(`${screen}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return faults;
}

for (const look of LOOKS)
  for (const wing of WINGS)
    test(`every screen of ${wing}, ${look.name}`, { tag: '@matrix' }, async ({ page }) => {
      test.setTimeout(1_800_000);
      const { consumerId, wings } = await open(page, look);
      expect([...wings.keys()]).toEqual(WINGS);
      const screens = wings.get(wing) ?? [];
      expect(screens.length).toBeGreaterThan(0);
      expect(await faultsOf(page, look, consumerId, screens)).toEqual([]);
    });

for (const width of WIDTHS)
  for (let from = 0; from < SOME; from += EACH)
    test(
      `screens ${from + 1} to ${from + EACH} of ${SOME}, ${width} px`,
      { tag: '@matrix' },
      async ({ page }) => {
        test.setTimeout(300_000);
        const look: Look = { name: 'zh-light', language: 'zh', ground: 'light', width };
        const { consumerId, wings } = await open(page, look);
        const all = [...wings.values()].flat();
        const some = Array.from({ length: SOME }, (_, i) => all[Math.floor((i * all.length) / SOME)] ?? '');
        expect(new Set(some).size).toBe(SOME);
        expect(await faultsOf(page, look, consumerId, some.slice(from, from + EACH))).toEqual([]);
      },
    );
