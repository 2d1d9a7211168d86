import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, logIn, signIn, visit } from './person.ts';

const main = (page: Page) => page.getByRole('main');
const tabs = (page: Page) => main(page).getByRole('navigation', { name: 'Tabs' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true });

/** The furnace of the demonstration. */
async function furnaceOf(page: Page): Promise<{ id: number; name: string; code: string }> {
  const reply = await page.request.get('/api/sys/find', { params: { text: 'arc furnace 1' } });
  const { data } = (await reply.json()) as {
    data: readonly { id: number; name: string; code: string; kind: string }[];
  };
  const found = data.find(({ kind }) => kind === 'meter');
  if (!found) throw new Error('The demonstration has no furnace.');
  return found;
}

/** The month before that of today in the plant's zone: `2026-10`. */
function lastMonth(): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now());
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

test('from log-in furnace 1 last month in energy and money in three clicks, and why the number is so in one', async ({
  page,
}) => {
  // The demonstration fills its history first.
  test.setTimeout(420_000);
  await logIn(page, 'steel');
  const furnace = await furnaceOf(page);
  const month = lastMonth();
  await expect(async () => {
    const params = { dataAmmeterId: furnace.id, interval: '501', begin: `${month}-01`, end: `${month}-28` };
    const reply = await page.request.get('/api/sdata/chargeAnalysis/getDayDetails', { params });
    const { data } = (await reply.json()) as {
      data: readonly { CZ: number | null; coverage: number | null }[];
    };
    expect(data[0]).toMatchObject({ coverage: expect.any(Number) });
    expect(data[0]?.CZ ?? 0).toBeGreaterThan(0);
  }).toPass({ intervals: [3_000], timeout: 360_000 });
  await page.reload();

  let clicks = 0;
  const click = async (target: ReturnType<Page['getByRole']>): Promise<void> => {
    await target.click();
    clicks += 1;
  };
  await click(page.getByRole('button', { name: /Find/ }));
  await page.keyboard.type('arc furnace 1');
  await click(page.getByRole('option').filter({ hasText: furnace.code }));
  await expect(page).toHaveURL(new RegExp(`/Meter/${furnace.id}\\b`));
  const row = main(page)
    .getByRole('table', { name: 'The last 13 months' })
    .getByRole('row')
    .filter({ hasText: month });
  await expect(row).toContainText(/[\d,.]+/);
  const energy = row.getByRole('button');
  await expect(energy).toHaveText(/^[\d,]+(\.\d+)?$/);
  const cost = row.getByRole('link');
  await expect(cost).toHaveText(/^[\d,]+\.\d{2}$/);
  expect(clicks).toBeLessThanOrEqual(3);

  // Why is this number so: one click.
  const amount = (await energy.getAttribute('title')) ?? '';
  await energy.click();
  const origin = page.getByRole('complementary', { name: 'Where it comes from' });
  await expect(origin.getByTestId('origin-value')).toContainText(amount.split(' ')[0] ?? '');
  await page.reload();
  await expect(origin.getByTestId('origin-value')).toContainText(amount.split(' ')[0] ?? '');

  // The same money on the page of charges.
  const money = (await cost.textContent()) ?? '';
  await cost.click();
  await expect(page).toHaveURL(/tab=cost/);
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Cost' }).first()).toContainText(money);
});

test(
  'the head leads up the tree, tabs have an address, and every screen inside is about the furnace',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    const furnace = await furnaceOf(page);
    await visit(page, `/#/Meter/${furnace.id}`);
    const title = main(page).getByRole('heading', { level: 2 }).first();
    await expect(title).toContainText(furnace.name);
    await expect(title).toContainText('Arc furnace 1');
    await expect(title).toContainText(furnace.code);
    await expectAccessible(page);
    for (const name of [
      'Cost',
      'Demand',
      'Quality',
      'Life',
      'Communication',
      'Repair',
      'Archive',
      'People',
    ]) {
      await tab(page, name).click();
      await expect(page).toHaveURL(new RegExp(`tab=${name.toLowerCase()}`));
      await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
      await expect(main(page).getByRole('alert')).toHaveCount(0);
      // What a screen is about is held: none offers another choice.
      await expect(main(page).getByRole('combobox', { name: /^(Object|Meter)$/ })).toHaveCount(0);
      await expect(main(page).locator('section:has(> header), table, form').nth(1)).toBeVisible();
    }
    await expectAccessible(page);
    // A copied address, and back.
    await page.reload();
    await expect(tab(page, 'People')).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect(tab(page, 'Archive')).toHaveAttribute('aria-current', 'page');
    // Up the tree.
    const place = main(page).getByText('Where it is').locator('..').getByRole('link');
    await place.nth(1).click();
    await expect(page).toHaveURL(/\/Object\/\d+/);
    await tab(page, 'Meters').click();
    await expect(main(page).getByRole('link', { name: furnace.name, exact: true })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'what is not there, is of another enterprise, or has no number says so and leads on',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    const furnace = await furnaceOf(page);
    await signIn(page, 'campus');
    for (const id of [furnace.id, 2_147_483_000, 'x']) {
      await visit(page, `/#/Meter/${id}`);
      await expect(main(page)).toContainText('There is no such meter, or your account may not see it');
    }
    await visit(page, '/#/Object/2147483000');
    await expect(main(page)).toContainText('There is no such site, unit or object');
    await expectAccessible(page);
  },
);
