import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { ARCHIVE_TABS } from '#contract/archiveTab.ts';
import type { Field } from '#contract/field.ts';
import { resourceOf } from '#resource/index.ts';
import { buildCodes } from '../test/build/code.ts';
import { rowOf, unique } from '../test/build/row.ts';
import { dialog, fillField, main, menu, rowOf as lineOf, save } from './form.ts';
import { signIn } from './person.ts';
import { call } from './works.ts';

// Every tab of the metering archive as a person uses it, from the first row to the last.

const run = promisify(execFile);

let folder: string;
let consumerId: number;
let checkPlanId: number;
let office: boolean;

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-tabs-'));
  office = await run('soffice', ['--version']).then(
    () => true,
    () => false,
  );
  const page = await browser.newPage();
  await signIn(page, 'operator');
  const mark = unique();
  const add = async (resource: string, fields: Readonly<Record<string, unknown>>): Promise<number> => {
    const area = resource === 'consumer' ? 'archive' : 'yunshui';
    const form = {
      ...(resource === 'consumer' ? {} : { consumerId }),
      ...(fields as Record<string, string>),
    };
    return (await call<{ id: number }>(page, `${area}/${resource}/add`, form)).id;
  };
  consumerId = await add('consumer', { orgName: `Tabs ${mark}`, orgCode: mark });
  await buildCodes(add);
  const plan = { planName: 'Review', year: 2026, checkOrg: 'Bureau', leader: 'Wu', basis: '1' };
  checkPlanId = await add('companyPlaninfo', plan);
  await page.close();
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

test.slow();
test.use({ actionTimeout: 15_000 });

/** Has LibreOffice open a workbook, changes a text in it, and has it saved as a workbook again. */
async function changeInOffice(name: string, content: Buffer, before: string, after: string): Promise<string> {
  const convert = (file: string, to: string) =>
    run(
      'soffice',
      [`-env:UserInstallation=file://${join(folder, 'profile')}`, '--headless', '--convert-to', to, '--outdir', folder, join(folder, file)],
      { timeout: 120_000 },
    ); // prettier-ignore
  await writeFile(join(folder, `${name}.xlsx`), content);
  await convert(`${name}.xlsx`, 'fods');
  const text = await readFile(join(folder, `${name}.fods`), 'utf8');
  expect(text).toContain(`>${before}<`);
  await writeFile(join(folder, `${name}.fods`), text.replace(`>${before}<`, `>${after}<`));
  await convert(`${name}.fods`, 'xlsx');
  return join(folder, `${name}.xlsx`);
}

const open = async (page: Page, screen: string): Promise<void> => {
  await signIn(page, 'operator');
  await page.goto(`/#${screen}?consumer=${consumerId}`);
};

async function exported(page: Page): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await main(page).getByRole('button', { name: 'Export' }).click();
  await menu(page, /xlsx/);
  return readFile(await (await download).path());
}

const isAsked = ([, field]: readonly [string, Field]): boolean =>
  field.required && !field.readOnly && field.initial === undefined;

// Tabs 26 to 29 are the list of meters by level.
const LEVELS: Readonly<Record<number, string>> = { 26: '1', 27: '2', 28: '3', 29: '4' };

for (const tab of ARCHIVE_TABS) {
  const { number, name, screen } = tab;
  const meterLevel = LEVELS[number];
  const fixed: Readonly<Record<string, string>> = meterLevel === undefined ? {} : { meterLevel };
  const resourceName = meterLevel === undefined ? tab.resource : 'companyGauges';
  if (resourceName === undefined) continue;
  const resource = resourceOf(resourceName);

  test(`${number} ${name.en}: added, edited, filtered, exported, changed, imported, undone, deleted`, async ({
    page,
  }) => {
    const row = rowOf(resource, { consumer: consumerId, companyPlaninfo: checkPlanId });
    const title = String(row[resource.title]);
    const line = lineOf(page, title);
    const titled = resource.fields[resource.title]?.label.en ?? '';
    await open(page, screen);
    if (number === 0) await page.getByText('Table', { exact: true }).click();
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('checkbox', { name: 'Remark', exact: true }).check();
    await page.keyboard.press('Escape');

    await test.step('added by the form', async () => {
      await main(page).getByRole('button', { name: 'Add' }).first().click();
      for (const [key, field] of Object.entries(resource.fields).filter(isAsked))
        if (key !== resource.scope && !(key in fixed)) await fillField(page, field, row[key]);
      await save(page);
      await expect(line).toBeVisible();
    });

    await test.step('edited by the form', async () => {
      await line.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
      await dialog(page).getByLabel('Remark', { exact: true }).fill('by form');
      await save(page);
      await expect(line).toContainText('by form');
    });

    await test.step('edited in place, with a reason', async () => {
      await line.getByRole('cell', { name: 'by form', exact: true }).dblclick();
      await page.getByRole('textbox', { name: 'Remark', exact: true }).fill('by cell');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('said so');
      await page.keyboard.press('Enter');
      await expect(line).toContainText('by cell');
      await line.getByRole('button', { name: title, exact: true }).click();
      await expect(dialog(page)).toContainText('said so');
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('found by the row of filters', async () => {
      const filter = page.getByRole('textbox', { name: `Filter by ${titled}`, exact: true });
      await filter.fill(/^\d+$/.test(title) ? '1' : 'nothing of the kind');
      await page.keyboard.press('Enter');
      await expect(main(page)).toContainText('No record fits');
      await filter.fill(title);
      await page.keyboard.press('Enter');
      await expect(main(page)).toContainText('1 in total');
    });

    const workbook = await exported(page);
    await test.step('changed in LibreOffice, imported back, undone', async () => {
      test.skip(!office, 'LibreOffice is not installed');
      const file = await changeInOffice(resource.name, workbook, 'by cell', 'by office');
      await main(page).getByRole('button', { name: 'Import' }).click();
      await dialog(page).locator('input[type="file"]').setInputFiles(file);
      await expect(dialog(page).getByRole('button', { name: /Changed 1/ })).toBeVisible();
      await expect(dialog(page).getByRole('button', { name: /Faulty 0/ })).toBeVisible();
      await expect(dialog(page).getByRole('row').filter({ hasText: 'by office' })).toContainText('by cell');
      await dialog(page).getByRole('button', { name: 'Write 1 row' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(line).toContainText('by office');
      await main(page).getByRole('button', { name: 'Import' }).click();
      await dialog(page).getByRole('button', { name: 'Undo' }).first().click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
      await expect(dialog(page).getByRole('row').nth(1)).toContainText('Undone');
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(line).toContainText('by cell');
    });

    await test.step('deleted', async () => {
      await line.getByRole('button', { name: `Delete ${title}`, exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(line).toHaveCount(0);
    });
  });
}
