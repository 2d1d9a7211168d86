import { expect, test, type Page } from '@playwright/test';
import { remember, signIn, visit } from './person.ts';
import { call } from './works.ts';

// Small things that the specifications say in so many words, as a person meets them.
test.describe.configure({ mode: 'parallel' });

const main = (page: Page) => page.getByRole('main');
const METERS = '/#/SDNEquipment/SDNLedgerDetail';

test(
  'the footer has the year and the filing number, which leads to where it is looked up',
  { tag: '@matrix' },
  async ({ page }) => {
    await page.goto('/#/login');
    const filing = page.getByRole('link', { name: '京ICP备2026000001号-1' });
    await expect(filing).toHaveAttribute('href', 'https://beian.miit.gov.cn/');
    await signIn(page, 'steel');
    await visit(page, '/');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(`© ${new Date().getFullYear()} Meterhouse`);
    await expect(footer).toContainText('Filing no. 京ICP备2026000001号-1');
  },
);

test(
  'a group of the menu opens and closes in 200 ms, at once for whoever wants no motion',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    await visit(page, '/');
    const menu = page.getByRole('complementary', { name: 'Menu' });
    const group = menu.getByRole('button', { name: 'Archive' });
    const below = group.locator('xpath=following-sibling::div');
    // Transitions of the menu that have come to their end, in milliseconds.
    await page.evaluate(`window.moved = []; document.addEventListener('transitionend', (event) => {
    if (event.propertyName === 'grid-template-rows') window.moved.push(Math.round(event.elapsedTime * 1000));
  });`);
    const moved = () => page.evaluate('window.moved');
    await group.click();
    await expect(group).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(moved).toEqual([200]);
    expect((await below.boundingBox())?.height).toBeGreaterThan(100);
    await group.click();
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await expect(below).toHaveCount(0);
    expect(await moved()).toEqual([200, 200]);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await group.click();
    expect((await below.boundingBox())?.height).toBeGreaterThan(100);
    await group.click();
    await expect(below.getByRole('link')).toHaveCount(0);
    expect(await moved()).toEqual([200, 200]);
  },
);

test(
  'a question stays open when the mask is pressed; a dialog without a width of its own is 600 wide',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    await visit(page, '/');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    const question = page.getByRole('alertdialog', { name: 'Warning' });
    await expect(question).toBeVisible();
    expect((await question.boundingBox())?.width).toBe(600);
    await page.mouse.click(20, 20);
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog');
    expect((await keys.boundingBox())?.width).toBe(600);
    await page.mouse.click(20, 20);
    await expect(keys).toHaveCount(0);
  },
);

test('rows are deleted after a question whose details name them all', async ({ page }) => {
  await signIn(page, 'operator');
  const mark = Date.now().toString(36);
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: `Details ${mark}`,
    orgCode: `d${mark}`,
  });
  for (const n of [1, 2, 3, 4, 5, 6, 7])
    await call(page, 'archive/monitorSite/add', { orgName: `Hall ${n}`, orgCode: `H${n}`, consumerId });
  await visit(page, `/#/SDNEquipment/SDNMonitorsite?consumer=${consumerId}`);
  await expect(main(page)).toContainText('7 in total');
  await page.getByRole('checkbox', { name: /Select all/ }).check();
  await main(page)
    .getByRole('button', { name: /Delete/ })
    .last()
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('Hall 7', { exact: true })).toBeHidden();
  await question.getByRole('button', { name: 'Details' }).click();
  await expect(question.getByText('Hall 7', { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(main(page)).toContainText('7 in total');
});

test('a field edited in its cell is answered by 修改成功, for three seconds', async ({ page }) => {
  await remember(page, { language: 'zh' });
  await signIn(page, 'operator');
  const mark = Date.now().toString(36);
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: `Cells ${mark}`,
    orgCode: `c${mark}`,
  });
  await call(page, 'archive/monitorSite/add', { orgName: '北厂', orgCode: 'N1', consumerId });
  await visit(page, `/#/SDNEquipment/SDNMonitorsite?consumer=${consumerId}`);
  await main(page).getByRole('cell', { name: 'N1', exact: true }).dblclick();
  await page.keyboard.press('End');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  const notice = page.getByRole('status').filter({ hasText: '修改成功' });
  await expect(notice).toBeVisible();
  await page.waitForTimeout(2000);
  await expect(notice).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test(
  'a move in the tree of units waits for its answer, says 修改成功, and both trees come anew',
  { tag: '@matrix' },
  async ({ page }) => {
    await remember(page, { language: 'zh' });
    await signIn(page, 'operator');
    const mark = Date.now().toString(36);
    const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
      orgName: `Units ${mark}`,
      orgCode: `u${mark}`,
    });
    for (const [ix, name] of ['甲', '乙', '丙'].entries())
      await call(page, 'sys/orgUnit/add', {
        orgName: name,
        orgCode: `U${ix}`,
        consumerId,
        orgType: '42',
        ix,
      });
    await visit(page, `/#/SDNEquipment/SDNStationTree?consumer=${consumerId}`);
    const tree = main(page).getByRole('tree').first();
    const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}`) });
    await item('甲').click();
    let answered = 0;
    const query: string[] = [];
    await page.route('**/api/sys/orgUnit/editIx', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      answered += 1;
      await route.continue();
    });
    page.on('request', (request) => query.push(new URL(request.url()).pathname));
    await item('甲').press('Alt+ArrowDown');
    await expect(tree).toHaveAttribute('aria-busy', 'true');
    // A second move before the answer would start from an order that is no more.
    await item('甲').press('Alt+ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: '修改成功' })).toBeVisible();
    await expect(item('甲')).toHaveAttribute('aria-posinset', '2');
    await expect(tree).toHaveAttribute('aria-busy', 'false');
    expect(answered).toBe(1);
    const after = query.slice(query.indexOf('/api/sys/orgUnit/editIx') + 1);
    expect(after).toContain('/api/sys/orgUnit/getdatatable');
    expect(after.some((path) => path.startsWith('/api/archive/monitorObject/'))).toBe(true);
  },
);

test(
  'pages hold ten rows; lists of resources offer 10/15/25/50/100, other tables 10/20/30/40/50/100',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    const offered = async (): Promise<string[]> => {
      await main(page).locator('.ant-pagination-options .ant-select').last().click();
      return page.locator('.ant-select-dropdown:visible .ant-select-item-option').allInnerTexts();
    };
    await visit(page, METERS);
    await expect(
      main(page)
        .getByRole('row')
        .filter({ has: page.getByRole('checkbox') }),
    ).toHaveCount(11);
    expect((await offered()).map((text) => Number.parseInt(text, 10))).toEqual([10, 15, 25, 50, 100]);
    await visit(page, '/#/SDNCommunication/SDNMeterCommunication');
    await expect(main(page)).toContainText('in total');
    expect((await offered()).map((text) => Number.parseInt(text, 10))).toEqual([10, 20, 30, 40, 50, 100]);
  },
);

test('the list to choose an industry from is 250 high', { tag: '@matrix' }, async ({ page }) => {
  await signIn(page, 'operator');
  await visit(page, '/#/SDNOperationAdmin/SDNCustomerAdmin');
  await main(page).getByRole('button', { name: 'Add' }).first().click();
  await page.getByRole('dialog').getByLabel('Industry code').click();
  const list = page.locator('.ant-select-dropdown:visible .ant-select-tree-list-holder');
  await expect(list).toHaveCSS('max-height', '250px');
});

test(
  'days to come cannot be chosen in the filter of a list, where they cannot have come',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'operator');
    await visit(page, '/#/SDNSysAdmin/SDNSystemLogs');
    await main(page)
      .getByRole('textbox', { name: /Filter by Time/ })
      .first()
      .click();
    const days = page.locator('.ant-picker-dropdown:visible');
    await expect(days.locator('td.ant-picker-cell-today')).not.toHaveClass(/disabled/);
    await expect(
      days
        .locator('td.ant-picker-cell-today ~ td')
        .first()
        .or(days.locator('tr:has(.ant-picker-cell-today) + tr td').first())
        .first(),
    ).toHaveClass(/disabled/);
  },
);

test(
  'an upload that is stopped on its way says 取消上传 and writes nothing',
  { tag: '@matrix' },
  async ({ page }) => {
    await remember(page, { language: 'zh' });
    await signIn(page, 'steel');
    await visit(page, METERS);
    await main(page).getByRole('button', { name: '导入', exact: true }).click();
    // The file never arrives: the person takes it back.
    await page.route('**/api/archive/ammeter/importFile', () => {});
    await page
      .getByRole('dialog')
      .locator('input[type="file"]')
      .setInputFiles({ name: 'meters.csv', mimeType: 'text/csv', buffer: Buffer.alloc(8_000_000, 'a,b\n') });
    await page.getByRole('dialog').getByRole('button', { name: '停止' }).click();
    await expect(page.getByRole('status').filter({ hasText: '取消上传' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);
