import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { ARCHIVE_TABS } from '#contract/archiveTab.ts';
import { CHECK_FILE_TYPES } from '#resource/yunshui/checkplanCheckfile.ts';
import { unique } from '../test/build/row.ts';
import { dialog, main, menu, rowOf } from './form.ts';
import { expectAccessible, signIn } from './person.ts';
import { call } from './works.ts';

// The tabs of the metering archive that are files or statements: what a person does in each.

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

let consumerId: number;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, 'operator');
  const mark = unique();
  const added = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: `Files ${mark}`,
    orgCode: mark,
  });
  consumerId = added.id;
  await page.close();
});

test.slow();
test.use({ actionTimeout: 15_000 });

for (const { number, name, screen, resource } of ARCHIVE_TABS) {
  if (resource !== undefined || !(number in CHECK_FILE_TYPES) || number === 30) continue;

  test(`${number} ${name.en}: uploaded, previewed, uploaded anew, downloaded, deleted`, async ({ page }) => {
    await signIn(page, 'operator');
    await page.goto(`/#${screen}?consumer=${consumerId}`);
    const upload = async (fileName: string, mimeType: string, buffer: Buffer): Promise<void> => {
      await main(page).getByRole('button', { name: 'Add' }).first().click();
      await dialog(page).locator('input[type=file]').setInputFiles({ name: fileName, mimeType, buffer });
      await dialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
    };
    const act = async (title: string, what: string): Promise<void> => {
      await rowOf(page, title).getByRole('button', { name: /more/i }).click();
      await menu(page, what);
    };

    await upload('chart.png', 'image/png', PNG);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await act('chart.png', 'Preview');
    const picture = dialog(page).getByRole('img', { name: 'chart.png' });
    await expect(picture).toHaveJSProperty('naturalWidth', 1);
    await expect(dialog(page)).toContainText('Version 1');
    await page.keyboard.press('Escape');

    await upload('trap.png', 'image/png', Buffer.from('MZ this is no picture'));
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();

    await upload('chart.pdf', 'application/pdf', PDF);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(main(page)).toContainText('2 in total');
    await act('chart.pdf', 'Preview');
    await expect(dialog(page)).toContainText('Version 2');
    await expect(dialog(page).locator('iframe[title="chart.pdf"]')).toBeVisible();
    // The viewer of the browser has the keys to itself.
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expectAccessible(page);

    const download = page.waitForEvent('download');
    await act('chart.png', 'Download');
    expect(await readFile(await (await download).path())).toEqual(PNG);

    for (const title of ['chart.png', 'chart.pdf']) {
      await rowOf(page, title)
        .getByRole('button', { name: `Delete ${title}` })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(rowOf(page, title)).toHaveCount(0);
    }
  });
}

test('30 Annual purchase, consumption, stock: shown, sent as a workbook', async ({ page }) => {
  await signIn(page, 'operator');
  await page.goto(`/#/Archive/annualTable?consumer=${consumerId}&year=2026`);
  await expect(main(page)).toContainText('Total energy consumption');
  const download = page.waitForEvent('download');
  await main(page).getByRole('button', { name: 'Export the form' }).click();
  const file = await readFile(await (await download).path());
  expect(file.subarray(0, 2).toString()).toBe('PK');
});
