import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn, visit } from './person.ts';
import { call } from './works.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog').last();
const options = (page: Page) => page.locator('.ant-select-dropdown:visible .ant-select-item-option');

async function enterprise(page: Page, name: string): Promise<{ consumerId: number; siteId: number }> {
  const mark = Date.now().toString(36);
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: `${name} ${mark}`,
    orgCode: `${name.slice(0, 3)}${mark}`,
  });
  const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', {
    orgName: 'North works',
    orgCode: 'N1',
    consumerId,
  });
  return { consumerId, siteId };
}

test('a meter measures the energies of its kind, in the form and in a cell', async ({ page }) => {
  test.slow();
  await signIn(page, 'operator');
  const { consumerId } = await enterprise(page, 'Kinds');
  await page.goto(`/#/SDNEquipment/SDNLedgerDetail?consumer=${consumerId}`);
  await main(page).getByRole('button', { name: 'Add' }).first().click();
  await dialog(page).getByLabel('Meter name').fill('Town water');
  await dialog(page).getByLabel('Meter code').fill('W-1');
  await dialog(page).getByLabel('Site').click();
  await options(page).filter({ hasText: 'North works' }).click();
  await dialog(page).getByLabel('Meter type').click();
  await options(page).filter({ hasText: 'Water meter' }).click();
  await dialog(page).getByLabel('Energy type').click();
  await expect(options(page)).toHaveText(['Water', 'Reclaimed water']);
  await options(page).filter({ hasText: 'Reclaimed water' }).click();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = main(page).getByRole('row').filter({ hasText: 'Town water' });
  await expect(row).toContainText('Reclaimed water');

  await test.step('a cell offers the energies of the kind; a kind with several others is refused there', async () => {
    await row.getByRole('cell', { name: 'Reclaimed water', exact: true }).dblclick();
    await page.getByRole('combobox', { name: 'Energy type', exact: true }).click();
    await expect(options(page)).toHaveText(['Water', 'Reclaimed water']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await row.getByRole('cell', { name: 'Water meter', exact: true }).dblclick();
    await page.getByRole('combobox', { name: 'Meter type', exact: true }).click();
    await options(page).filter({ hasText: 'Gas meter' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(main(page).getByRole('alert')).toContainText('A gas meter measures natural gas');
    await page.getByRole('combobox', { name: 'Meter type', exact: true }).click();
    await options(page).filter({ hasText: 'Heat meter' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(row).toContainText('Thermal power');
  });
});

test(
  'the selector of the operator has enterprises below their groups',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'operator');
    const { consumerId } = await enterprise(page, 'Grouped');
    const mark = Date.now().toString(36);
    await call(page, 'archive/group/add', {
      groupName: `Coast ${mark}`,
      groupCode: mark,
      consumerIdList: String(consumerId),
    });
    await visit(page, `/#/SDNMonitoring/overview?consumer=${consumerId}`);
    const banner = page.getByRole('banner');
    await expect(banner.getByText(`Coast ${mark}`)).toBeVisible();
    await banner.getByRole('button', { name: /^Enterprise: Grouped/ }).click();
    await page.keyboard.type('Grouped');
    const list = page.locator('.ant-select-dropdown:visible');
    await expect(list.locator('.ant-select-item-group').filter({ hasText: `Coast ${mark}` })).toBeVisible();
    await expect(list.locator('.ant-select-item-option').first()).toContainText('Grouped');
  },
);

test(
  'the code lists by number and word; one that is handed out says where it comes from',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'operator');
    await visit(page, '/#/SDNSysAdmin/SDNDataDictionary');
    await main(page).getByRole('searchbox', { name: 'Find by name or code' }).fill('17');
    await main(page)
      .getByRole('button', { name: /Classes of key equipment.*17 · deviceType/ })
      .click();
    await expect(main(page).getByRole('heading', { name: /17 Classes of key equipment/ })).toBeVisible();
    await expect(main(page)).toContainText('Handed out by the provincial platform');
    await visit(page, '/#/SDNSysAdmin/SDNConfigDataDic/14');
    await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText('Uses of energy');
    await expectAccessible(page);
  },
);
