import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { pdfText } from '../test/pdf.ts';
import { expectAccessible, signIn, visit } from './person.ts';
import { call, works } from './works.ts';

const run = promisify(execFile);
const main = (page: Page) => page.getByRole('main');

test('a report that is made by hand has the figures of the screen, for LibreOffice and as a PDF', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-reports-'));
  const consumerId = await works(page);
  const reportName = `Days ${consumerId}`;
  await call(page, 'archive/energyReport/add', {
    reportName,
    consumerId,
    orgId: consumerId,
    content: 'energy',
    period: 'month',
    language: 'en',
    schedule: '0',
  });
  await visit(page, `/#/SDNPowerAdmin/SDNReportManage?consumer=${consumerId}`);
  await main(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Generate now' }).click();
  const dialog = page.getByRole('dialog');
  for (const [i, date] of ['2019-07-14', '2019-07-16'].entries()) {
    await dialog.getByRole('textbox').nth(i).fill(date);
    await page.keyboard.press('Enter');
  }
  await dialog.getByRole('button', { name: 'Generate now' }).click();
  await expect(dialog).toHaveCount(0);

  await visit(page, `/#/SDNPowerAdmin/SDNPowerReport?consumer=${consumerId}`);
  const row = main(page).getByRole('row', { name: reportName });
  await expect(row).toContainText('Done');
  await expectAccessible(page);
  const file = async (name: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await row.getByRole('button', { name }).click();
    const path = join(folder, (await download).suggestedFilename());
    await (await download).saveAs(path);
    return path;
  };
  const [sheet, pdf] = [await file('Excel workbook'), await file('PDF')];

  await signIn(page, 'operator');
  await visit(
    page,
    `/#/SDNPowerAdmin/SDNPowerAnalysis?consumer=${consumerId}&interval=301&begin=2019-07-14&end=2019-07-16`,
  );
  const line = main(page).getByRole('row', { name: /2019-07-15/ });
  // The quarter of an hour of 9.25 lies on the second day: 95 × 2.5 + 9.25.
  await expect(line).toContainText('246.8');
  const text = pdfText(await readFile(pdf)).join('\n');
  expect(text).toContain('2019-07-15\n246.8\n');
  expect(text).toContain('Page 1 of 1');

  const office = await run('soffice', ['--version']).then(
    () => true,
    () => false,
  );
  if (office) {
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await run('soffice', [profile, '--headless', '--convert-to', 'csv', '--outdir', folder, sheet], { timeout: 120_000 }); // prettier-ignore
    const csv = await readFile(join(folder, basename(sheet).replace(/xlsx$/, 'csv')), 'utf8');
    expect(csv).toMatch(/^2019-07-15,246\.75,/m);
  }
  await rm(folder, { recursive: true, force: true });
});
