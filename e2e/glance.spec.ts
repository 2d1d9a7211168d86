import { expect, test, type Page } from '@playwright/test';
import { alarmByHand } from './byHand.ts';
import { expectAccessible, signIn, visit } from './person.ts';

const main = (page: Page) => page.getByRole('main');
const dateOf = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

test('the balance network is the metering network: drawn to be read, walked by arrows, closed and opened', async ({
  page,
}) => {
  await signIn(page, 'steel');
  await visit(page, '/#/SDNPowerAudit/SDNBalanceNet?begin=2026-01-01&end=2026-01-07');
  await expect(page).toHaveURL(/SDNEquipment\/SDNGageNet\?.*begin=2026-01-01/);
  const area = main(page).getByRole('region', { name: /Network of meters/ });
  const boxes = area.locator('[data-meter]');
  await expect(boxes.nth(10)).toBeVisible();
  // It opens so that its names can be read, the incomer in sight; on request as a whole.
  await expect(main(page).getByRole('button', { name: /^80%/ })).toBeVisible();
  await expect(boxes.first()).toBeInViewport();
  await expect(main(page).locator('section svg rect').first()).toBeVisible();
  await main(page).getByRole('button', { name: 'Whole' }).click();
  const beyond = (): Promise<unknown> =>
    page.evaluate(
      "(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [scrollHeight - clientHeight, scrollWidth - clientWidth])(document.querySelector('[data-meter]').closest('section'))",
    );
  await expect.poll(beyond).toEqual([0, 0]);
  await expectAccessible(page);
  await boxes.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(boxes.first()).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(boxes.first()).toBeFocused();
  const all = await boxes.count();
  await page.keyboard.press('-');
  await expect(boxes.first()).toHaveAttribute('aria-expanded', 'false');
  expect(await boxes.count()).toBeLessThan(all);
  await main(page).getByRole('button', { name: 'Open all' }).click();
  await expect(boxes).toHaveCount(all);
  for (let i = 0; i < 6; i++) await main(page).getByRole('button', { name: 'Larger' }).click();
  await expect(main(page).locator('section svg rect').first()).toBeVisible();
});

test('views of one thing share a tab, and the question goes along', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'steel');
  await visit(page, '/#/SDNPowerAdmin/AirCtrlDataScatter?begin=2026-01-01&end=2026-01-05');
  const tabs = main(page).getByRole('navigation', { name: 'Key systems' });
  await expect(tabs.getByRole('link', { name: 'Air conditioning', exact: true })).toHaveAttribute('aria-current', 'true'); // prettier-ignore
  await expect(tabs.getByRole('link', { name: 'Air conditioning scatter' })).toHaveAttribute('aria-current', 'page'); // prettier-ignore
  await tabs.getByRole('link', { name: 'Air conditioning compared' }).click();
  await expect(page).toHaveURL(/AirCtrlDataCompare\?.*begin=2026-01-01/);
});

test(
  'a year by quarters of an hour: cut with the nearest as buttons, then a heat map that leads to a day',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    await visit(page, `/#/SDNPowerAdmin/SDNLoadAnalysis?interval=115&begin=${dateOf(200)}&end=${dateOf(1)}`);
    const note = main(page).getByRole('status').filter({ hasText: 'cannot exceed' });
    await expect(note).toContainText(`shown: ${dateOf(200)} to ${dateOf(186)}`);
    await note.getByRole('button', { name: /by Day/ }).click();
    await expect(page).toHaveURL(/interval=%22301%22/);
    await expect(note).toHaveCount(0);
    const panel = main(page)
      .locator('section')
      .filter({ hasText: 'Load of every quarter of an hour' })
      .last();
    await expect(panel.locator('canvas').first()).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Show as a table' }).press('Enter');
    await expect(panel.getByRole('row')).toHaveCount(201);
    await panel.getByRole('button', { name: dateOf(5) }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`interval=%22115%22.*begin=${dateOf(5)}.*end=${dateOf(5)}`));
  },
);

test(
  'the first cell of a list is two presses of Tab and Enter away',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    await visit(page, '/#/SDNEquipment/SDNLedgerDetail');
    await expect(main(page).locator('td[data-cell]').first()).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the table' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(main(page).locator('td[data-cell]').first()).toBeFocused();
  },
);

test('on a phone filters are one row that opens as a sheet, lines of a bill are cards, targets fit a finger', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'steel');
  await alarmByHand(page);
  // Alarms that wait for somebody stand over all figures.
  const alarms = main(page).getByRole('region', { name: 'Alarms to confirm' }).getByRole('link');
  await visit(page, '/#/SDNMonitoring/Overview');
  await expect(alarms).toContainText(/\d+ alarms? not confirmed/, { timeout: 60_000 });
  const figure = main(page)
    .getByRole('listitem')
    .filter({ hasText: /^Electricity today/ })
    .first();
  const [row, figures] = [await alarms.boundingBox(), await figure.boundingBox()];
  expect([(row?.height ?? 0) >= 44, (row?.y ?? 0) < (figures?.y ?? 0)]).toEqual([true, true]);
  await alarms.click();
  await expect(page).toHaveURL(/SDNRTAlertMonitor/);
  await visit(page, '/#/SDNPowerAudit/SDNPowerBill');
  const total = main(page).getByRole('listitem').filter({ hasText: 'Total' }).last();
  await expect(total).toContainText('CNY');
  await expect(main(page).getByRole('list', { name: 'Bill' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  const chosen = main(page).getByRole('button', { name: /^Filters/ });
  for (const target of [chosen, main(page).getByRole('button', { name: 'Actions' }), page.getByRole('button', { name: 'Open the menu' })]) {
    const box = await target.boundingBox();
    expect([(box?.width ?? 0) >= 44, (box?.height ?? 0) >= 44]).toEqual([true, true]);
  } // prettier-ignore
  await chosen.click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('button', { name: 'Previous' }).click();
  await expect(page).toHaveURL(/month=/);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toHaveCount(0);
  // The phone on its side.
  await page.setViewportSize({ width: 844, height: 390 });
  await chosen.click();
  expect((await sheet.getByRole('button', { name: 'Done' }).boundingBox())?.y).toBeLessThan(390 - 44);
});
