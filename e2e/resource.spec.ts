import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn } from './person.ts';

const METERS = '/SDNEquipment/SDNLedgerDetail';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog').last();
const rowOf = (page: Page, title: string) =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${title}`, exact: true }) });

/** Adds a row by the call that the form uses; answers its id. */
async function add(
  page: Page,
  path: string,
  row: Readonly<Record<string, string | number>>,
): Promise<number> {
  const reply = await page.request.post(`/api/${path}/add`, { form: row, headers: { 'X-Meterhouse': '1' } });
  const { code, message, data } = (await reply.json()) as {
    code: number;
    message: string;
    data: { id: number };
  };
  expect(code, message).toBe(200);
  return data.id;
}

/** Logs the operator in and makes an enterprise with one site; answers the enterprise's id. */
async function enterprise(page: Page, name: string): Promise<{ consumerId: number; siteId: number }> {
  await signIn(page, 'operator');
  const code = `${name.slice(0, 3)}${Date.now().toString(36)}`;
  const consumerId = await add(page, 'archive/consumer', { orgName: name, orgCode: code });
  const siteId = await add(page, 'archive/monitorSite', {
    orgName: 'North works',
    orgCode: 'N1',
    consumerId,
  });
  return { consumerId, siteId };
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialog(page).getByLabel(label).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
}

test('a list from the first row to the last', async ({ page }) => {
  test.slow();
  const { consumerId } = await enterprise(page, 'Journey works');
  await page.goto(`/#${METERS}?consumer=${consumerId}`);
  await expect(main(page)).toContainText('No data yet');

  await test.step('add: required fields are said, then the row is there', async () => {
    await main(page).getByRole('button', { name: 'Add' }).first().click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByText('Is required')).toHaveCount(3);
    const star = dialog(page).locator('label', { hasText: 'Meter name' }).locator('span');
    await expect(star).toHaveText('*');
    await expect(star).toHaveCSS('color', 'rgb(200, 35, 44)');
    await expect(dialog(page).locator('label', { hasText: 'Rated power' }).locator('span')).toHaveCount(0);
    await expectAccessible(page);
    await dialog(page).getByLabel('Meter name').fill('Arc furnace');
    await dialog(page).getByLabel('Meter code').fill('E-1');
    await dialog(page).getByLabel('Rated power').fill('many');
    await choose(page, 'Site', 'North works');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByText('Must be a number')).toBeVisible();
    await dialog(page).getByLabel('Rated power').fill('1,250.5');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(rowOf(page, 'Arc furnace')).toContainText('1,250.50');
    await expect(rowOf(page, 'Arc furnace')).toContainText('North works');
  });

  await test.step('the list fills the window, and / leads to its first cell', async () => {
    const below = await page.evaluate(
      "innerHeight - document.querySelector('main td[data-cell]').closest('[class*=page]').getBoundingClientRect().bottom",
    );
    expect([Number(below) >= 0, Number(below) <= 60]).toEqual([true, true]);
    await page.keyboard.press('/');
    await expect(main(page).locator('td[data-cell]').first()).toBeFocused();
  });

  await test.step('the same code again is refused under its field', async () => {
    await main(page).getByRole('button', { name: 'Add' }).click();
    await dialog(page).getByLabel('Meter name').fill('Twin');
    await dialog(page).getByLabel('Meter code').fill('E-1');
    await choose(page, 'Site', 'North works');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('lready exists');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  });

  await test.step('edit in place: Enter saves with a reason, Tab goes on, Esc leaves', async () => {
    await rowOf(page, 'Arc furnace').getByRole('cell', { name: 'E-1', exact: true }).dblclick();
    await page.getByRole('textbox', { name: 'Meter code', exact: true }).fill('E-100');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('new label');
    await page.keyboard.press('Enter');
    const code = rowOf(page, 'Arc furnace').getByRole('cell', { name: 'E-100', exact: true });
    await expect(code).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Meter code', exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: 'Site', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Site', exact: true })).toHaveCount(0);
  });

  await test.step('the page of the meter tells who changed what and why', async () => {
    await rowOf(page, 'Arc furnace').getByRole('link', { name: 'Arc furnace', exact: true }).click();
    await main(page).getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'People' }).click();
    await expect(main(page)).toContainText('new label');
    await expect(main(page).locator('del')).toHaveText('E-1');
    await expectAccessible(page);
    await page.goBack();
    await page.goBack();
    await expect(rowOf(page, 'Arc furnace')).toBeVisible();
  });

  await test.step('import: a dry run first, faulty rows with their reasons, then the good ones', async () => {
    const lines = [
      'Meter name,Meter code,Site,Meter type,Energy type,Interval (s)',
      'Rolling mill,E-2,North works,Electricity meter,Electricity,900',
      'Water main,W-1,North works,Water meter,Water,3600',
      'Arc furnace,E-100,North works,Electricity meter,Electricity,60',
      'Lost,E-3,Nowhere,Electricity meter,Electricity,often',
    ];
    await main(page).getByRole('button', { name: 'Import' }).click();
    await dialog(page)
      .locator('input[type="file"]')
      .setInputFiles({ name: 'meters.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
    await expect(dialog(page).getByRole('button', { name: /New 2/ })).toBeVisible();
    await expect(dialog(page).getByRole('row').filter({ hasText: 'Nowhere' })).toContainText('5');
    await expect(dialog(page).getByRole('row').filter({ hasText: 'often' })).toContainText('whole number');
    await expectAccessible(page);
    await dialog(page)
      .getByRole('button', { name: /Changed 1/ })
      .click();
    await expect(dialog(page).getByRole('row').filter({ hasText: 'Interval' })).toContainText('60');
    const download = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Download faulty rows' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    await dialog(page).getByRole('button', { name: 'Write 3 rows' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(main(page)).toContainText('3 in total');
  });

  await test.step('a filter stands in the address and outlives a reload', async () => {
    await page.getByRole('textbox', { name: 'Filter by Meter code' }).fill('E-');
    await page.keyboard.press('Enter');
    await expect(main(page)).toContainText('2 in total');
    await page.getByRole('button', { name: 'Meter code', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Meter code' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.reload();
    await expect(main(page)).toContainText('2 in total');
    await expect(page.getByRole('textbox', { name: 'Filter by Meter code' })).toHaveValue('E-');
    await expect(page.getByRole('columnheader', { name: 'Meter code' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });

  await test.step('columns are chosen, ordered by the keyboard, and remembered', async () => {
    const before = await page.getByRole('columnheader').allInnerTexts();
    const above = before[before.indexOf('State') - 1] ?? '';
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('checkbox', { name: 'Energy type' }).uncheck();
    // Columns that are not shown stand between, one step each.
    for (let step = 0; step < 5; step++)
      await page.getByRole('button', { name: 'Move column State' }).press('ArrowUp');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'State' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Energy type' })).toHaveCount(0);
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads.indexOf('State')).toBeLessThan(heads.indexOf(above));
  });

  await test.step('the export holds what is seen', async () => {
    const download = page.waitForEvent('download');
    await main(page).getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain('Arc furnace');
    expect(text).toContain('Rolling mill');
    expect(text).not.toContain('Water main');
    expect(text).not.toContain('Energy type');
  });

  await test.step('selected rows are deleted after one question', async () => {
    await main(page).getByRole('button', { name: 'Clear filters' }).click();
    await expect(main(page)).toContainText('3 in total');
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await main(page).getByRole('button', { name: 'Delete selected' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Water main');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(main(page)).toContainText('No data yet');
  });
});

test('a tree opens branch by branch and finds what lies deep', { tag: '@matrix' }, async ({ page }) => {
  const { consumerId, siteId } = await enterprise(page, 'Tree works');
  const meter = (ammeterCode: string, more: Record<string, number> = {}) =>
    add(page, 'archive/ammeter', {
      ammeterName: `Meter ${ammeterCode}`,
      ammeterCode,
      consumerId,
      siteId,
      ...more,
    });
  const top = await meter('T-1');
  const middle = await meter('T-2', { parentId: top });
  await meter('T-3', { parentId: middle });
  await page.goto(`/#${METERS}?consumer=${consumerId}&view=tree`);
  await expect(rowOf(page, 'Meter T-2')).toBeVisible();
  await expect(rowOf(page, 'Meter T-3')).toHaveCount(0);
  await main(page).getByRole('button', { name: 'Expand Meter T-2' }).click();
  await expect(rowOf(page, 'Meter T-3')).toBeVisible();
  await expectAccessible(page);
  // Whatever its level, a node can be edited and deleted, and others added.
  for (const code of ['T-1', 'T-3'])
    for (const act of ['Edit', 'Delete'])
      await expect(
        rowOf(page, `Meter ${code}`).getByRole('button', { name: `${act} Meter ${code}` }),
      ).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  await main(page).getByRole('button', { name: 'Collapse all' }).click();
  await expect(rowOf(page, 'Meter T-2')).toHaveCount(0);
  await main(page).getByRole('textbox', { name: 'Search' }).fill('T-3');
  await expect(rowOf(page, 'Meter T-3')).toBeVisible();
  await expect(rowOf(page, 'Meter T-1')).toBeVisible();
});

test('a token is shown once, and a new one only after its effect', { tag: '@matrix' }, async ({ page }) => {
  const { consumerId } = await enterprise(page, 'Token works');
  await page.goto(`/#/SDNCommunication/SDNGatewayCommunication?consumer=${consumerId}`);
  await main(page).getByRole('button', { name: 'Add' }).first().click();
  await dialog(page).getByLabel('Gateway name').fill('Gateway 1');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  const token = dialog(page).getByRole('textbox', { name: 'Gateway token' });
  await expect(token).toHaveValue(/^[\w-]{20,}$/);
  const first = await token.inputValue();
  await dialog(page).getByRole('button', { name: 'I have kept it' }).click();
  // A new gateway leads to its own page, which says how to connect it.
  await main(page).getByRole('button', { name: 'Issue a new token' }).click();
  await expect(dialog(page)).toContainText('old token stops working');
  await dialog(page).getByRole('button', { name: 'Issue a new token' }).click();
  await expect(token).toHaveValue(/^[\w-]{20,}$/);
  expect(await token.inputValue()).not.toBe(first);
});

test('on a narrow screen rows are cards', { tag: '@matrix' }, async ({ page }) => {
  const { consumerId, siteId } = await enterprise(page, 'Card works');
  await add(page, 'archive/ammeter', { ammeterName: 'Pump', ammeterCode: 'P-1', consumerId, siteId });
  await page.setViewportSize({ width: 420, height: 900 });
  await page.goto(`/#${METERS}?consumer=${consumerId}`);
  await expect(main(page).getByRole('listitem').filter({ hasText: 'P-1' })).toBeVisible();
  await expect(main(page).getByRole('table')).toHaveCount(0);
  await expectAccessible(page);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(420);
});

test('an address that leads nowhere says so', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'operator');
  await page.goto('/#/SDNNowhere/Nothing');
  await expect(page.getByTestId('not-found')).toBeVisible();
});
