import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn } from './person.ts';

const main = (page: Page) => page.getByRole('main');
const CALENDARS = '/SDNTimeConfig/SDNTimeItem';

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

test(
  'a calendar is drawn by keyboard and pointer, its effect is shown before it is saved',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'operator');
    const code = `cal${Date.now().toString(36)}`;
    const consumer = await add(page, 'archive/consumer', { orgName: `Calendars ${code}`, orgCode: code });
    await add(page, 'archive/monitorSite', { orgName: 'North', orgCode: 'N', consumerId: consumer });
    await page.goto(`/#${CALENDARS}?consumer=${consumer}`);
    await expect(main(page).getByText('This enterprise has no time-of-use calendar yet')).toBeVisible();

    await main(page).getByRole('button', { name: 'New calendar' }).last().click();
    await main(page).getByLabel('Calendar', { exact: true }).fill('Own rules');
    const bar = main(page).getByRole('group', { name: 'Periods of the day: All other days' });
    const parts = async (): Promise<(string | null)[]> =>
      Promise.all((await bar.getByRole('button').all()).map((part) => part.getAttribute('aria-label')));
    await bar.getByRole('button', { name: '00:00–24:00 Flat' }).focus();
    await page.keyboard.press('s');
    await page.keyboard.press('4');
    await bar.getByRole('slider', { name: 'Border at 12:00' }).press('ArrowLeft');
    expect(await parts()).toEqual(['00:00–11:45 Valley', '11:45–24:00 Flat']);
    const box = await bar.boundingBox();
    const border = await bar.getByRole('slider').boundingBox();
    if (!box || !border) throw new Error('the bar has no place on the page');
    await page.mouse.move(border.x + border.width / 2, border.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 3, border.y + 10, { steps: 6 });
    await page.mouse.up();
    expect(await parts()).toEqual(['00:00–08:00 Valley', '08:00–24:00 Flat']);

    await main(page).getByRole('button', { name: 'Add a rule' }).click();
    await expect(main(page).getByRole('group', { name: 'Periods of the day: Rule 2' })).toBeVisible();
    await main(page).getByRole('button', { name: 'Delete rule 2' }).click();
    await expectAccessible(page);

    await main(page).getByRole('link', { name: 'Whole list, import and export' }).click();
    const leaving = page.getByRole('alertdialog', { name: 'Leave what is not saved?' });
    await leaving.getByRole('button', { name: 'Cancel' }).click();
    await expect(main(page).getByLabel('Calendar', { exact: true })).toHaveValue('Own rules');

    await main(page).getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Save the calendar' });
    await expect(question).toContainText('only later data are affected');
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(main(page).getByRole('button', { name: 'Own rules from' })).toContainText('in force');

    await page.reload();
    await expect(main(page).getByRole('group', { name: 'Periods of the day: All other days' })).toBeVisible();
    expect(await parts()).toEqual(['00:00–08:00 Valley', '08:00–24:00 Flat']);
    await main(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(main(page).getByText('This enterprise has no time-of-use calendar yet')).toBeVisible();
  },
);
