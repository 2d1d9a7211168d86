import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { chooseOwn, enter } from './operating.ts';
import { expectAccessible, signIn, visit } from './person.ts';

const SCREEN = '/#/SDNPowerAdmin/SDNDataInput';
const STEEL = join(process.env['SAMPLE_DIR'] ?? '../shared/data', 'steel_industry_15min_2018.csv');
const FIRST = 'set by somebody else';
const PASSWORD = 'chosen by its holder';

const main = (page: Page) => page.getByRole('main');

async function call<T>(
  page: Page,
  path: string,
  form: Readonly<Record<string, string | number>>,
): Promise<T> {
  const reply = await page.request.post(`/api/${path}`, { form, headers: { 'X-Meterhouse': '1' } });
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: T };
  expect(code, `${path}: ${message}`).toBe(200);
  return data;
}

async function ask<T>(
  page: Page,
  path: string,
  params: Readonly<Record<string, string | number>>,
): Promise<T> {
  const reply = await page.request.get(`/api/${path}`, { params });
  return ((await reply.json()) as { data: T }).data;
}

/** An enterprise with one meter and a person of its own, who is logged in at the end. */
async function newPerson(page: Page): Promise<void> {
  await signIn(page, 'operator');
  const mark = Date.now().toString(36);
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: `Steel ${mark}`,
    orgCode: mark,
  });
  const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', {
    orgName: 'Works',
    orgCode: 'W1',
    consumerId,
    timeZone: HOME_ZONE,
  });
  await call(page, 'archive/ammeter/add', {
    ammeterName: 'Incomer',
    ammeterCode: 'E-100',
    consumerId,
    siteId,
  });
  const roles = await ask<{ id: number }[]>(page, 'sys/orgRole/searchall', { roleCode: 'enterprise' });
  const userName = `new-${mark}`;
  const { id: userId } = await call<{ id: number }>(page, 'sys/orgEmployee/add', {
    userName,
    name: 'A new person',
    consumerId,
    roleIdList: String(roles[0]?.id),
  });
  await call(page, 'sys/orgEmployee/updateEmpPassword', {
    userId,
    adminPassword: 'operator-demo',
    userPassword: FIRST,
  });
  await page.context().clearCookies();
  await enter(page, userName, FIRST);
  await chooseOwn(page, FIRST, PASSWORD);
}

/** The steel year, or where it is missing a month of the same form. */
async function steelFile(): Promise<{ buffer: Buffer; rows: number; total: string; july: string | null }> {
  if (existsSync(STEEL)) {
    return { buffer: await readFile(STEEL), rows: 35_040, total: '959640.31', july: '81674.41' };
  }
  const lines = ['date,Usage_kWh'];
  for (let day = 1; day <= 31; day++) {
    for (let quarter = 1; quarter <= 96; quarter++) {
      const minute = (quarter % 96) * 15;
      const time = [Math.floor(minute / 60), minute % 60].map((n) => String(n).padStart(2, '0')).join(':');
      lines.push(`${String(day).padStart(2, '0')}/07/2018 ${time},1.25`);
    }
  }
  return { buffer: Buffer.from(lines.join('\r\n')), rows: 2976, total: '3720', july: '3720' };
}

interface DayChange {
  readonly day: string;
  readonly code: string;
  readonly now: string | null;
}

/** Sums decimals of at most six places without a float. */
function exactSum(texts: readonly (string | null)[]): string {
  let micro = 0n;
  for (const text of texts) {
    const [whole = '0', part = ''] = (text ?? '0').split('.');
    micro += BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
  }
  const part = String(micro % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return part ? `${micro / 1_000_000n}.${part}` : String(micro / 1_000_000n);
}

async function upload(page: Page, buffer: Buffer): Promise<void> {
  await main(page)
    .locator('input[type="file"]')
    .setInputFiles({ name: 'steel year.csv', mimeType: 'text/csv', buffer });
  await expect(main(page).getByText('Rule of the time stamp')).toBeVisible({ timeout: 30_000 });
}

test('a new person imports a year through the wizard, sees it exact, and takes it back', async ({ page }) => {
  test.setTimeout(240_000);
  const file = await steelFile();
  await newPerson(page);
  await page.goto(SCREEN);
  await expect(main(page)).toContainText('Nothing was imported or entered yet');
  await expectAccessible(page);

  await test.step('a file that is no table says so', async () => {
    await main(page).getByRole('button', { name: 'Import a file' }).first().click();
    await main(page)
      .locator('input[type="file"]')
      .setInputFiles({
        name: 'photo.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('89504e470d0a1a0a0000', 'hex'),
      });
    await expect(main(page).getByRole('alert')).toContainText('This is no table');
  });

  await test.step('mapping: the file is recognised', async () => {
    await upload(page, file.buffer);
    await expect(main(page)).toContainText(/01\/0[17]\/2018 00:15 → interval 2018-0[17]-01 00:00–00:15/);
    await expect(main(page)).toContainText('23:45–24:00');
    await expectAccessible(page);
  });

  await test.step('a reload stays with the file', async () => {
    await page.reload();
    await expect(main(page).getByText('Rule of the time stamp')).toBeVisible({ timeout: 30_000 });
  });

  await test.step('dry run: counts and day totals, nothing written', async () => {
    await main(page).getByRole('button', { name: 'Dry run' }).click();
    await expect(main(page).locator('[data-count="new"] b')).not.toHaveText('0', { timeout: 60_000 });
    await expect(main(page).locator('[data-count="faulty"] b')).toHaveText('0');
    await expect(main(page).getByText('Day totals after the write')).toBeVisible();
    await expect(main(page).getByText('No value is missing')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('write and receipt', async () => {
    await main(page).getByLabel('Remember this mapping as').fill('Steel year');
    await main(page)
      .getByRole('button', { name: /^Write [\d,]+ values$/ })
      .click();
    await expect(main(page).getByRole('button', { name: 'Undo all of it' })).toBeVisible({
      timeout: 120_000,
    });
  });

  await test.step('the same file again: remembered, all the same, every figure exact', async () => {
    await main(page).getByRole('button', { name: 'Import another file' }).click();
    await upload(page, file.buffer);
    await expect(main(page)).toContainText('Mapping used last time: Steel year');
    await main(page).getByRole('button', { name: 'Dry run' }).click();
    await expect(main(page).getByRole('button', { name: 'Write 0 values' })).toBeDisabled({
      timeout: 60_000,
    });
    const { list } = await ask<{ list: { id: number; kind: string }[] }>(page, 'task/getlist', {});
    const id = list.find((task) => task.kind === 'dataInput.preview')?.id ?? 0;
    const { result } = await ask<{ result: { days: DayChange[] } }>(page, 'task/get', { id });
    const days = result.days.filter((day) => day.code === 'PP');
    expect(exactSum(days.map((day) => day.now))).toBe(file.total);
    const july = days.filter((day) => day.day.startsWith('2018-07')).map((day) => day.now);
    if (file.july !== null) expect(exactSum(july)).toBe(file.july);
  });

  await test.step('a file that lacks some: how many, where, and that they are there already', async () => {
    await visit(page, `${SCREEN}?view=import`);
    const lines = file.buffer.toString('utf8').split('\n');
    await upload(page, Buffer.from([...lines.slice(0, 100), ...lines.slice(103)].join('\n')));
    await main(page).getByRole('button', { name: 'Dry run' }).click();
    // The plant's file has three columns of energy, the made one has one.
    await expect(main(page)).toContainText(/9 values missing in 3 gaps|3 values missing in 1 gap/, {
      timeout: 60_000,
    });
    await expect(main(page)).toContainText(/[39] of them in the database already/);
    const gap = main(page).getByRole('table', { name: 'Gaps' }).getByRole('row').nth(1);
    await expect(gap).toContainText('E-100');
    await expect(gap).toContainText('all there');
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await main(page).getByRole('button', { name: 'Download the list' }).click();
    expect((await saved).suggestedFilename()).toBe('steel year-missing.xlsx');
  });

  await test.step('undo: status 2, and nothing is left of it', async () => {
    await visit(page, SCREEN);
    await main(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await expect(main(page).getByText('Undone', { exact: true })).toBeVisible();
  });

  await test.step('a single entry, and the list on a phone', async () => {
    await main(page).getByRole('button', { name: 'Enter a value' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('#dataEntry_time').fill('2026-01-01 00:00');
    await page.keyboard.press('Enter');
    await dialog.locator('#dataEntry_value').fill('12.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(main(page).getByText('E-100 PP')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.setViewportSize({ width: 400, height: 800 });
    await expect(main(page).getByText('E-100 PP')).toBeVisible();
    // The table turns into cards a moment after the window is narrow.
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
