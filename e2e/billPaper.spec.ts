import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn } from './person.ts';
import { call, works } from './works.ts';

const main = (page: Page) => page.getByRole('main');

test(
  'last month’s bill is on paper with three clicks, with the invoice beside it and no buttons',
  { tag: '@matrix' },
  async ({ page }) => {
    const consumerId = await works(page);
    const prices = { price1: 1, price2: 1, price3: 0.5, price4: 1, demandPrice: 30, capacityPrice: 20 };
    const { id: planId } = await call<{ id: number }>(page, 'price/priceScheme/add', { consumerId, schemeName: 'Paper', basicCharge: '1', ...prices }); // prettier-ignore
    await call(page, 'price/priceAgreement/add', { consumerId, orgId: consumerId, planId, measureAccount: `A-${consumerId}`, beginDt: '2019-01-01', capacity: 400 }); // prettier-ignore
    await call(page, 'price/priceInvoice/add', { consumerId, measureAccount: `A-${consumerId}`, month: '2019-07-01', item: 'basic', amount: 8100 }); // prettier-ignore
    await signIn(page, 'operator');
    await page.goto(`/#/?consumer=${consumerId}`);

    await page.getByRole('complementary').getByRole('button', { name: 'Money' }).click();
    await page.getByRole('complementary').getByRole('link', { name: 'Bills' }).click();
    // The only month with readings is long ago.
    await page.goto(`/#/SDNPowerAudit/SDNPowerBill?consumer=${consumerId}&month=2019-07`);
    await main(page).getByRole('button', { name: 'Print' }).click();

    const paper = main(page).getByRole('article', { name: 'Bill on paper' });
    await expect(paper.getByRole('heading', { level: 1 })).toHaveText('Electricity bill, July 2019');
    const basic = paper.getByRole('row', { name: /Basic charge, capacity/ }).first();
    await expect(basic).toContainText('8,000.00');
    await expect(basic).toContainText('8,100.00');
    await expect(basic).toContainText('+100.00');
    await expect(paper.getByText(/^SHA-256 [0-9a-f]{32}/)).toBeVisible();
    await expectAccessible(page);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main(page).getByRole('button', { name: 'Save as PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`Bill on paper A-${consumerId} 2019-07.pdf`);

    // What is printed is the sheet alone.
    await page.emulateMedia({ media: 'print' });
    await expect(paper.getByText(`A-${consumerId}-2019-07`)).toBeVisible();
    await expect(paper.locator('address')).toBeAttached();
    const shown = (role: 'banner' | 'complementary' | 'button' | 'link') =>
      page.getByRole(role).filter({ visible: true }).filter({ hasNotText: 'Skip to the content' });
    for (const role of ['banner', 'complementary', 'button', 'link'] as const)
      await expect(shown(role)).toHaveCount(0);
    // A sum of twelve digits is whole: no cell is narrower than what it says.
    await page.evaluate("document.querySelector('article td:last-child').textContent = '123,456,789,012.34'");
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('article td')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)",
      ),
    ).toEqual([]);
    expect((await page.pdf({ preferCSSPageSize: true })).subarray(0, 5).toString()).toBe('%PDF-');
    await page.emulateMedia({ media: 'screen' });

    // A copied address leads to the same paper, and from there back to its bill.
    await page.reload();
    await expect(paper).toBeVisible();
    await main(page).getByRole('link', { name: 'Back to the bill' }).click();
    await expect(main(page).getByText('Bill 2019-07')).toBeVisible();
  },
);
