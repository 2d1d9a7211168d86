import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cell, cellText, dateCell, serialOf } from './cell.ts';
import { readSheet } from './readSheet.ts';
import { writeSheet } from './writeSheet.ts';
import { writeTemplate } from './writeTemplate.ts';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-office-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// Commas, quotes, UTF-8; without it the letters are those of the machine's locale.
const CSV_UTF8 = 'csv:Text - txt - csv (StarCalc):44,34,76';

/** Has LibreOffice open a file and save it in another format. */
async function convert(file: string, to: string): Promise<string> {
  const home = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  await run('soffice', [home, '--headless', '--convert-to', to, '--outdir', folder, join(folder, file)], {
    timeout: 120_000,
  });
  return join(folder, file.replace(/\.\w+$/, `.${to.split(':')[0]}`));
}

async function textsOf(path: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of (await readSheet(path)).rows()) rows.push(row.cells.map(cellText));
  return rows;
}

// LibreOffice takes a minute; only the whole matrix has it.
describe.skipIf(!process.env['TEST_ALL'])('LibreOffice', () => {
  const rows: Cell[][] = [
    ['1# 电弧炉', 9470.4, dateCell(serialOf('2026-11-17T00:15:00')), '=1+1'],
    ['say "x", y', 0.1, dateCell(serialOf('2026-03-29T02:30:00')), '-a'],
  ];
  const expected = [
    ['meter', 'kWh', 'time', 'note'],
    ['1# 电弧炉', '9470.4', '2026-11-17 00:15', '=1+1'],
    ['say "x", y', '0.1', '2026-03-29 02:30', '-a'],
  ];

  it('opens what we write and saves what we read, without a shift of the clock', async () => {
    const columns = [
      { header: 'meter' },
      { header: 'kWh' },
      { header: 'time', format: 'yyyy-mm-dd hh:mm' },
      { header: 'note' },
    ];
    await writeFile(join(folder, 'ours.xlsx'), await buffer(writeSheet({ format: 'xlsx', columns, rows })));
    await convert('ours.xlsx', 'ods');
    expect(await textsOf(await convert('ours.ods', 'xlsx'))).toEqual(expected);
    expect((await textsOf(await convert('ours.ods', CSV_UTF8))).map((row) => row.slice(0, 2))).toEqual(
      expected.map((row) => row.slice(0, 2)),
    );
  }, 180_000);

  it('opens the template with its drop-downs', async () => {
    const template = {
      name: 'Data',
      columns: [{ header: 'Meter', options: ['E-1', 'E-2'] }],
      notes: { name: 'Notes', lines: ['one'] },
    };
    await writeFile(join(folder, 'template.xlsx'), await writeTemplate(template));
    await convert('template.xlsx', 'ods');
    const sheet = await readSheet(await convert('template.ods', 'xlsx'));
    expect(sheet.sheets).toEqual(['Data', 'Notes']);
  }, 180_000);
});
