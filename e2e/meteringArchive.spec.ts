import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn, visit } from './person.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog').last();
const rowOf = (page: Page, text: string) => main(page).getByRole('row').filter({ hasText: text });

async function add(
  page: Page,
  path: string,
  form: Readonly<Record<string, string | number>>,
): Promise<number> {
  const reply = await page.request.post(`/api/${path}/add`, { form, headers: { 'X-Meterhouse': '1' } });
  const { code, message, data } = (await reply.json()) as {
    code: number;
    message: string;
    data: { id: number };
  };
  expect(code, `${path}: ${message}`).toBe(200);
  return data.id;
}

/** Chooses a code by what is typed. */
async function pick(page: Page, label: string, word: string, option: string): Promise<void> {
  await dialog(page).getByLabel(label, { exact: true }).click();
  await page.keyboard.type(word);
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
}

const save = async (page: Page): Promise<void> => {
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('from a process to the verified meter', async ({ page }) => {
  test.slow();
  await signIn(page, 'operator');
  const orgCode = `MA${Date.now().toString(36)}`;
  const consumerId = await add(page, 'archive/consumer', { orgName: `Archive ${orgCode}`, orgCode });
  const at = (tab: string): string => `/#/Archive/${tab}?consumer=${consumerId}`;

  await test.step('a process is added and held by its unit', async () => {
    await visit(page, at('processConfigure'));
    await main(page).getByRole('button', { name: 'Add' }).first().click();
    await dialog(page).getByLabel('Process code').fill('00');
    await dialog(page).getByLabel('Process', { exact: true }).fill('Melting');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('format');
    await dialog(page).getByLabel('Process code').fill('01');
    await save(page);
    await expect(rowOf(page, 'Melting')).toBeVisible();
    await add(page, 'yunshui/unitConfigure', {
      consumerId,
      processCode: '01',
      unitCode: '01',
      unitName: 'Hall 1',
    });
    await main(page).getByRole('button', { name: 'Delete Melting' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Hall 1')).toBeVisible();
    await expect(rowOf(page, 'Melting')).toBeVisible();
  });

  await test.step('an item gets its code from its parts', async () => {
    await visit(page, at('dataCollectConfigure'));
    await main(page).getByRole('button', { name: 'Add' }).first().click();
    await dialog(page).getByLabel('Collection item').fill('Electricity of the hall');
    await pick(page, 'Scope', '', 'Process unit');
    await pick(page, 'Process', 'Mel', '01 Melting');
    await pick(page, 'Process unit', 'Hall', '01 Hall 1');
    await pick(page, 'Class of data', '02', '02 Secondary energy');
    await pick(page, 'Energy type', '3300', '3300 Electricity');
    await dialog(page).getByLabel('Collection item').click();
    await pick(page, 'Use', '20', '20 Consumed');
    await pick(page, 'Origin of data', '4', '4 Field instrument');
    await pick(page, 'Frequency', '', 'Daily');
    await expectAccessible(page);
    await save(page);
    await expect(rowOf(page, 'Electricity of the hall')).toContainText('0101000002330020');
  });

  await test.step('a meter is verified: its next date moves, its life tells it', async () => {
    await add(page, 'yunshui/gaugeConfigure', {
      consumerId, meterName: 'Incomer', serNo: 'S-1', manageNo: 'M-1', meterType: '15260500', meterLevel: 1,
      params: '3300', dataCode: '0101000002330020', manufacturer: 'Maker', model: 'DTZ', precisionLevel: '0.5S',
      ranges: '5 A', alignCycle: 24, lastAlignDate: '2020-02-29', alignOrg: 'Institute', location: 'Hall 1',
      installTime: '2019-01-31',
    }); // prettier-ignore
    await visit(page, at('gaugeVerifyConfigure'));
    await main(page).getByRole('button', { name: 'Add' }).first().click();
    await dialog(page).getByLabel('Serial number').fill('S-1');
    await dialog(page).getByLabel('Management number').fill('M-1');
    await dialog(page).getByLabel('Verifying body').fill('Bureau');
    await dialog(page).getByLabel('Verified on').fill('2024-02-29');
    // Enter takes the day and saves the form.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await visit(page, at('gaugeConfigure'));
    await expect(rowOf(page, 'Incomer')).toContainText('2026-02-28');
    await page.getByRole('button', { name: /More.*Incomer/ }).click();
    await page.getByRole('menuitem', { name: 'Life' }).click();
    await expect(dialog(page)).toContainText('2024-02-29');
    await expect(dialog(page)).toContainText('Not linked');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('calendar and overview show where the archive stands', async () => {
    await visit(page, at('VerificationCalendar'));
    await expect(rowOf(page, 'Incomer')).toContainText('overdue');
    await visit(page, at('Overview'));
    await expect(main(page).getByRole('link', { name: /15\s*Data collection items/ })).toContainText('1 row');
    await expect(main(page).getByRole('link', { name: /1\s*Contacts/ })).toContainText('empty');
    await expectAccessible(page);
    await main(page)
      .getByRole('link', { name: /25\s*Instrument list/ })
      .click();
    await main(page).getByRole('button', { name: 'From the archive' }).click();
    await expect(dialog(page)).toContainText('1 will be added');
    await dialog(page).getByRole('button', { name: 'Write' }).click();
    await expect(rowOf(page, 'Incomer')).toBeVisible();
  });
});
