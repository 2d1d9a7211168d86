import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn, visit } from './person.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog').last();

test(
  'news: written, published, read by an enterprise; a script in it is only words',
  { tag: '@matrix' },
  async ({ page, browser }) => {
    test.slow();
    const title = `Upgrade ${Date.now().toString(36)}`;
    await signIn(page, 'operator');
    await page.goto('/#/SDNOperationAdmin/SDNNews');
    await main(page).getByRole('button', { name: 'Add' }).first().click();
    await expect(page).toHaveURL(/SDNEditNews/);
    await main(page).getByRole('button', { name: 'Publish' }).click();
    await expect(main(page).getByText('Is required').first()).toBeVisible();

    await main(page).getByLabel('Title').fill(title);
    await main(page)
      .getByRole('textbox', { name: 'Text' })
      .fill('Readings go on. <script>document.title = "taken"</script>');
    await main(page).getByRole('button', { name: 'H2 Heading' }).click();
    await main(page)
      .locator('input[type="file"]')
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
    await expectAccessible(page);
    await main(page).getByRole('button', { name: 'Save as draft' }).click();
    await expect(page).toHaveURL(/id=\d+/);
    await main(page).getByRole('button', { name: 'Publish' }).click();
    await expect(main(page).getByRole('button', { name: 'Withdraw' })).toBeVisible();

    // The same by the call, with marks that a browser would run.
    const id = Number(/id=(\d+)/.exec(page.url())?.[1]);
    const info =
      '<p>Readings go on.<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script></p>';
    const reply = await page.request.post('/api/service/news/editNoFiles', {
      form: { id, info },
      headers: { 'X-Meterhouse': '1' },
    });
    expect(await reply.json()).toMatchObject({ code: 200 });

    const context = await browser.newContext({ locale: 'en-US' });
    const reader = await context.newPage();
    await signIn(reader, 'steel');
    await reader.goto('/#/SDNUserAdmin/SDNNewsCenter');
    await main(reader).getByRole('button', { name: title }).click();
    await expect(main(reader).getByRole('article')).toContainText('Readings go on.');
    await expect(main(reader).getByRole('article').locator('img, script')).toHaveCount(0);
    expect(await reader.title()).not.toBe('taken');
    const download = reader.waitForEvent('download');
    await main(reader).getByRole('button', { name: 'Download plan.txt' }).click();
    expect((await download).suggestedFilename()).toBe('plan.txt');
    await expectAccessible(reader);

    await main(page).getByRole('button', { name: 'Withdraw' }).click();
    await expect(main(page).getByRole('button', { name: 'Publish' })).toBeVisible();
    await reader.reload();
    await expect(main(reader)).toContainText('withdrawn');
    await context.close();
  },
);

test(
  'dictionary: a category with entries, ordered and put out of use; the log tells it',
  { tag: '@matrix' },
  async ({ page }) => {
    test.slow();
    const code = `kind${Date.now().toString(36)}`;
    await signIn(page, 'operator');
    await page.goto('/#/SDNSysAdmin/SDNDataDictionary');
    await main(page).getByRole('button', { name: 'New category' }).click();
    await dialog(page).getByLabel('Category', { exact: true }).fill('Kinds of pumps');
    await dialog(page).getByLabel('Category code').fill(code);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(main(page).getByRole('heading', { name: code })).toBeVisible();

    const words = '<img src=x onerror="document.title=1">';
    for (const name of ['Rotary', 'Piston']) {
      await main(page).getByRole('button', { name: 'Add', exact: true }).first().click();
      await dialog(page).getByLabel('Name', { exact: true }).fill(name);
      await dialog(page).getByLabel('Code', { exact: true }).fill(name.toLowerCase());
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    const row = async (entry: string): Promise<{ id: number }> => {
      const reply = await page.request.get(
        `/api/sys/dictionary/getByCode?code=${entry}&categoryCode=${code}`,
      );
      const { data } = (await reply.json()) as { data: { id: number }[] };
      return data[0] ?? { id: 0 };
    };
    const names = main(page).getByRole('button', { name: /^(Rotary|Piston)$/ });
    await expect(names).toHaveText(['Rotary', 'Piston']);
    await main(page)
      .getByRole('button', { name: /More.*Piston/ })
      .click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect(names).toHaveText(['Piston', 'Rotary']);
    await main(page)
      .getByRole('button', { name: /More.*Rotary/ })
      .click();
    await page.getByRole('menuitem', { name: 'Enable / disable' }).click();
    await expect(main(page).getByRole('row').filter({ hasText: 'Rotary' })).toContainText('Out of use');
    // A name that a browser would run is shown as what it is.
    const named = await page.request.post('/api/sys/dictionary/editfield', {
      form: { id: Number((await row('piston')).id), fieldName: 'nameEn', fieldValue: words },
      headers: { 'X-Meterhouse': '1' },
    });
    expect(await named.json()).toMatchObject({ code: 200 });
    await page.reload();
    await expect(main(page)).toContainText(words);
    await expect(main(page).locator('img')).toHaveCount(0);
    // Down by its foot, the page has the head of the categories right under the header.
    await page.evaluate('scrollTo(0, 36)');
    await expectAccessible(page);
    const offered = await page.request.get(`/api/sys/dictionary/getByCategroyCode?code=${code}`);
    expect(await offered.json()).toMatchObject({ data: [{ code: 'piston' }] });

    await visit(page, `/#/SDNSysAdmin/SDNConfigDataDic/${code}`);
    // English readers see the English name, whatever it is.
    await expect(main(page).getByRole('cell', { name: /^(rotary|piston)$/ })).toHaveText([
      'piston',
      'rotary',
    ]);
    await visit(page, '/#/SDNSysAdmin/SDNSystemLogs');
    // Other accounts write into the log meanwhile.
    await main(page).getByRole('textbox', { name: 'Filter by Object' }).fill('dictionary');
    await expect(main(page).getByRole('row').filter({ hasText: 'Out of use' }).first()).toContainText(
      'Dictionary entries',
    );
    await expect(main(page).getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
    await expectAccessible(page);
  },
);
