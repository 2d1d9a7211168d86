import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn } from './person.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();

/** Sends a call as the forms do; answers its data. */
async function call<T>(
  page: Page,
  path: string,
  form: Readonly<Record<string, string | number>>,
): Promise<T> {
  const reply = await page.request.post(`/api/${path}`, { form, headers: { 'X-Meterhouse': '1' } });
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: T };
  expect(code, message).toBe(200);
  return data;
}

const add = async (
  page: Page,
  path: string,
  form: Readonly<Record<string, string | number>>,
): Promise<number> => (await call<{ id: number }>(page, `${path}/add`, form)).id;

test(
  'a ratio and a replacement with their effect told first, a sum, from the list of meters',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'operator');
    const code = `ML${Date.now().toString(36)}`;
    const consumerId = await add(page, 'archive/consumer', { orgName: `Life ${code}`, orgCode: code });
    const siteId = await add(page, 'archive/monitorSite', {
      orgName: 'North works',
      orgCode: 'N1',
      consumerId,
    });
    const meter = { consumerId, siteId, dataType: 1 };
    const ammeterId = await add(page, 'archive/ammeter', {
      ...meter,
      ammeterName: 'Feeder',
      ammeterCode: 'F1',
    });
    await add(page, 'archive/ammeter', { ...meter, ammeterName: 'Hall', ammeterCode: 'H1', deviceType: 11 });
    for (const [time, value] of [['2026-01-01T00:00:00+08:00', 100], ['2026-01-02T00:00:00+08:00', 200]] as const)
    await call(page, 'sdata/importData/insert', { consumerId, ammeterId, dataCode: 'PP', time, value }); // prettier-ignore

    await page.goto(`/#/SDNEquipment/SDNLedgerDetail?consumer=${consumerId}`);
    const more = (name: string) => page.getByRole('button', { name: new RegExp(`More.*${name}`) });
    await more('Hall').click();
    await page.getByRole('menuitem', { name: 'Parts of the sum' }).click();
    await dialog(page).getByRole('combobox').click();
    await page.getByTitle('Feeder F1').click();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toBeHidden();

    await more('Feeder').click();
    await page.getByRole('menuitem', { name: 'Recalculate' }).click();
    await expect(dialog(page)).toContainText('Readings stay as they are');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();

    await more('Feeder').click();
    await page.getByRole('menuitem', { name: 'Meter life' }).click();
    await expect(page.getByRole('heading', { name: 'Feeder F1' })).toBeVisible();
    await page.getByRole('button', { name: 'Add event' }).click();
    await dialog(page).getByLabel('CT ratio').fill('40');
    await expect(dialog(page).getByRole('row', { name: /2026-01/ })).toContainText('+3');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('row', { name: /First record/ })).toContainText('ratio 40');
    await expect(page.getByText('4,000.0', { exact: false }).first()).toBeVisible();

    await page.getByRole('button', { name: 'Edit event 1' }).click();
    await dialog(page).getByLabel('CT ratio').fill('0');
    await expect(dialog(page).getByRole('alert')).toContainText('above 0');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete event 1' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Nothing is recorded of this meter')).toBeVisible();
  },
);
