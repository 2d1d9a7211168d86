import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, logIn, visit } from './person.ts';

const main = (page: Page) => page.getByRole('main');
const figure = (page: Page, label: string) => main(page).getByRole('listitem').filter({ hasText: label });

interface Answer {
  readonly data: {
    readonly day: {
      readonly cost: { readonly value: number | null };
      readonly coverage: number | null;
    } | null;
  } | null;
}

/** The day before today in the plant's zone. */
const yesterday = (): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() - 86_400_000);

test('what the day before cost, its demand against the limit, the month by tariff period, and where each leads', async ({
  page,
}) => {
  // The demonstration fills its history first.
  test.setTimeout(420_000);
  await logIn(page, 'steel');
  const date = yesterday();
  const reply = await page.request.get('/api/archive/consumer/getpage', { params: { pageSize: 1 } });
  const { data } = (await reply.json()) as { data: { list: readonly { id: number }[] } };
  const consumerId = data.list[0]?.id ?? 0;
  let before: number | null = null;
  await expect(async () => {
    const params = { consumerId, dataType: 1, date };
    const got = await page.request.get('/api/monitoring/overview/getMoney', { params });
    const { data: money } = (await got.json()) as Answer;
    const [last, cost] = [before, money?.day?.cost.value ?? null];
    before = cost;
    expect(money?.day?.coverage).toBe(100);
    expect(cost).toBe(last);
    // The office enters the supplier's invoice last.
    const reported = await page.request.get('/api/monitoring/overview/getAttention', { params });
    const { data: list } = (await reported.json()) as { data: { list: readonly { kind: string }[] } };
    expect(list.list.map(({ kind }) => kind)).toContain('invoice');
  }).toPass({ intervals: [3_000], timeout: 360_000 });

  const address = `/#/SDNMonitoring/Overview?consumer=${consumerId}&date=${date}`;
  await visit(page, address);
  const cost = figure(page, 'Cost of the day');
  await expect(cost).toContainText(/[\d,]+\.\d{2} CNY/);
  const amount = /[\d,]+\.\d{2}/.exec((await cost.textContent()) ?? '')?.[0] ?? '';
  await expect(figure(page, 'Mean price')).toContainText(/0\.\d{4}/);
  // The first day of a month shows the month before.
  const demand = main(page)
    .getByRole('listitem')
    .filter({ hasText: /^Peak demand(, month| \d{4}-\d{2})/ });
  // The limit that the demonstration's office has entered, else its standard line.
  await expect(demand.first()).toContainText(/(limit|line) [\d,]{5,} ?\d+%/);
  await expectAccessible(page);

  // The month by tariff period, as a table too.
  const month = main(page).locator('section:has(> header)').nth(1);
  await expect(month.getByText('Sharp', { exact: true }).first()).toBeVisible();
  await month.getByRole('button', { name: 'Show as a table' }).click();
  await expect(month.getByRole('columnheader', { name: 'Valley' })).toBeVisible();

  // What the first screen says is what the page of each says.
  await cost.getByRole('link').first().click();
  await expect(page).toHaveURL(/SDNCoulometryChargeAnalysis/);
  await expect(figure(page, 'Cost').first()).toContainText(amount);
  await page.goBack();
  await demand.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/SDNDemandAnalysis/);
  await page.goBack();
  // A device's name leads to its page.
  const device = main(page).locator('section', { hasText: 'Top 10 devices' }).getByRole('link').first();
  const name = (await device.textContent()) ?? '';
  await device.click();
  await expect(page).toHaveURL(/\/Meter\/\d+/);
  await expect(main(page).getByRole('heading', { level: 2, name }).first()).toBeVisible();
  await page.goBack();
  // So does a node of the energy flow; the first column stands at the left edge of the drawing.
  const flow = main(page)
    .locator('section', { hasText: /^Where it went/ })
    .locator('canvas')
    .first();
  await expect(flow).toBeVisible();
  const height = (await flow.boundingBox())?.height ?? 0;
  for (const part of [0.5, 0.35, 0.65]) {
    await flow.click({ position: { x: 8, y: height * part } });
    const led = page.waitForURL(/\/Meter\/\d+/, { timeout: 3_000 });
    if (await led.then(() => true, () => false)) break; // prettier-ignore
  }
  await expect(page).toHaveURL(/\/Meter\/\d+/);
  await visit(page, address);
  // What is worth attention leads to where it is dealt with.
  const attention = main(page).locator('section', { hasText: 'Worth attention' });
  const invoice = attention.getByRole('listitem').filter({ hasText: 'Invoice of' });
  const difference = (await invoice.locator('b').textContent()) ?? '';
  expect(difference).toMatch(/^[\d,]+\.\d{2}$/);
  await invoice.getByRole('link', { name: 'Reconcile' }).click();
  await expect(page).toHaveURL(/SDNPowerBill\?.*month=\d{4}-\d{2}/);
  const total = main(page)
    .locator('section', { hasText: 'Difference' })
    .getByRole('row', { name: /^Total/ });
  await expect(total.last()).toContainText(`+${difference}`);
});
