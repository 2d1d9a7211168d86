import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cell, cellText, dateCell, isDateCell, serialOf } from './cell.ts';
import { detectDelimiter } from './csv.ts';
import { readSheet } from './readSheet.ts';
import { neutral, writeSheet } from './writeSheet.ts';
import { columnLetter, writeTemplate } from './writeTemplate.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-sheet-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function roundTrip(format: 'xlsx' | 'csv', rows: Cell[][]): Promise<Cell[][]> {
  const path = join(folder, `trip.${format}`);
  const columns =
    rows[0]?.map((_, i) => ({ header: `c${i}`, format: i === 2 ? 'yyyy-mm-dd hh:mm' : 'General' })) ?? [];
  await writeFile(path, await buffer(writeSheet({ format, columns, rows })));
  const read: Cell[][] = [];
  for await (const row of (await readSheet(path)).rows()) {
    if (row.number > 1) read.push([...row.cells]);
  }
  return read;
}

const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => /\S/.test(text) && !/[\p{C}\p{Zl}\p{Zp}\uFFFD]/u.test(text));

it('what is written to a workbook is read again: words, numbers, wall clocks', async () => {
  const row = fc.tuple(
    word,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: 40_000 * 1440, max: 50_000 * 1440 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const cells = rows.map(([text, number, minutes]): Cell[] => [
        text,
        number === 0 ? 0 : number,
        dateCell(minutes / 1440),
      ]);
      const read = await roundTrip('xlsx', cells);
      const plainCells = (list: Cell[][]) => list.map((r) => r.map((c) => (isDateCell(c) ? c.wall : c)));
      expect(plainCells(read)).toEqual(plainCells(cells));
    }),
    { numRuns: 25 },
  );
});

it('what is written to a .csv is read again, formulas as text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(word, fc.constantFrom('=1+1', '@x', '-2', 'a,b', 'say "x"', 'two\nlines')), {
        minLength: 1,
        maxLength: 8,
      }),
      async (rows) => {
        const cells = rows.map(([a, b]): Cell[] => [a, b]);
        expect(await roundTrip('csv', cells)).toEqual(cells);
      },
    ),
    { numRuns: 25 },
  );
});

it('a formula in a .csv is neutralised, a number is not', () => {
  expect(['=cmd()', '+1', '-1,5', '@a', '-x', 'a=b'].map(neutral)).toEqual([
    "'=cmd()",
    '+1',
    '-1,5',
    "'@a",
    "'-x",
    'a=b',
  ]);
});

it('serials are wall clocks without a zone, to the second', () => {
  expect(dateCell(43101.0104166667).wall).toBe('2018-01-01T00:15:00');
  expect(dateCell(1).wall).toBe('1900-01-01T00:00:00');
  expect(cellText(dateCell(0.75))).toBe('18:00');
  expect(cellText(dateCell(serialOf('2018-03-25T02:30:00')))).toBe('2018-03-25 02:30');
});

it('finds what parts the cells', () => {
  expect(detectDelimiter('a;b;c\n1,5;2,5;3\n')).toBe(';');
  expect(detectDelimiter('a\tb\n"x,y,z"\t1\n')).toBe('\t');
  expect(detectDelimiter('only one column\nof words, at times\n')).toBe(',');
});

it('a template has drop-downs of any length and a sheet of notes', async () => {
  const path = join(folder, 'template.xlsx');
  const options = Array.from({ length: 300 }, (_, i) => `Meter ${i}`);
  const content = await writeTemplate({
    name: 'Data/2018',
    columns: [{ header: 'Meter', options, note: 'its code' }, { header: 'Value' }],
    notes: { name: 'Notes', lines: ['One value a row'] },
  });
  await writeFile(path, content);
  const sheet = await readSheet(path);
  expect(sheet.sheets).toEqual(['Data 2018', 'Notes']);
  expect(columnLetter(0) + columnLetter(25) + columnLetter(26) + columnLetter(702)).toBe('AZAAAAA');
});
