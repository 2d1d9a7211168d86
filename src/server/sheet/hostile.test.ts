import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cpuTime } from '#test/cpuTime.ts';
import { type Part, workbookParts, xlsxRow, zip } from '#test/xlsx.ts';
import { readSheet } from './readSheet.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads a workbook to its end: its rows, or the sentence of its refusal. */
async function read(parts: readonly Part[]): Promise<unknown[][] | string> {
  const path = join(folder, `${randomBytes(4).toString('hex')}.xlsx`);
  await writeFile(path, zip(parts));
  const rows: unknown[][] = [];
  try {
    for await (const row of (await readSheet(path)).rows()) rows.push([row.number, ...row.cells]);
  } catch (error) {
    return String((error as Error).message);
  }
  return rows;
}

const instead = (name: string, content: string, rows = xlsxRow(1, ['a'])): Part[] =>
  workbookParts(rows).map((part) => (part.name.endsWith(name) ? { ...part, content } : part));
const N = 300_000;
const row = (cells: string): Part[] => workbookParts(`<row r="1">${cells}</row>`);
const styles = (codes: string): Part[] =>
  instead('styles.xml', `<styleSheet><numFmts>${codes}</numFmts></styleSheet>`);
const texts = (items: string): Part[] => instead('sharedStrings.xml', `<sst>${items}</sst>`);
/** Letters that do not pack well, so that it is no bomb. */
const noise = (bytes: number): string => randomBytes(bytes / 2).toString('hex');

const FEW = 3000;
/** Files that took the square of their length to read, each within three seconds of computing. */
const files: [name: string, parts: () => Part[]][] = [
  ['tags of sheets that do not end', () => instead('workbook.xml', `<workbook>${'<sheet '.repeat(N)}</workbook>`)],
  ['a tag with a quote that does not end', () => instead('workbook.xml', `<sheet a="${'<sheet a="'.repeat(N)}`)],
  ['relations that do not end', () => instead('workbook.xml.rels', '<Relationship '.repeat(N))],
  ['shared texts that are not closed', () => texts('<si>'.repeat(N))],
  ['runs of a text that are not closed', () => texts(`<si>${'<t>'.repeat(N)}</si>`)],
  ['phonetic guides that are not closed', () => texts(`<si>${'<rPh>'.repeat(N)}</si>`)],
  ['a text in many pieces that do not end', () => texts(`<si><t>${'<![CDATA['.repeat(N)}</t></si>`)],
  ['a format of brackets', () => styles(`<numFmt numFmtId="200" formatCode="${'['.repeat(N)}"/>`)],
  ['formats that are not closed', () => styles('<cellXfs '.repeat(N))],
  ['cells that are not closed', () => row('<c>'.repeat(N))],
  ['cells whose tags do not end', () => row('<c '.repeat(N))],
  ['values that are not closed', () => row(`<c>${'<v>'.repeat(N)}</c>`)],
  ['formulas that are not closed', () => row(`<c>${'<f>'.repeat(N)}</c>`)],
  ['a row that does not end', () => workbookParts(`<row r="1"><c t="inlineStr"><is><t>${noise(10_000_000)}`)],
  ['a tag of a row that does not end', () => workbookParts(`<row r="1" a="${noise(10_000_000)}`)],
  ['rows that do not begin', () => workbookParts('<row '.repeat(N))],
]; // prettier-ignore

it.each(files)(
  'a workbook with %s is refused or read at once',
  async (_name, parts) => {
    const given = parts();
    const begun = cpuTime();
    const reported = await read(given);
    expect(cpuTime() - begun).toBeLessThan(FEW);
    expect(typeof reported === 'string' || reported.length < 10).toBe(true);
  },
  20_000,
);

it('a workbook of more sheets or more texts than anybody has is refused', async () => {
  const sheet = '<sheet name="a" sheetId="1" r:id="rId1"/>';
  expect(await read(instead('workbook.xml', `<workbook><sheets>${sheet.repeat(2000)}</sheets></workbook>`))).toContain(
    'far too much data',
  );
}); // prettier-ignore

it.each(['x', '-5', '0', '2.5', ''])('a row that calls itself “%s” counts on from the last', async (r) => {
  const reported = await read(workbookParts(`${xlsxRow(3, ['a'])}<row r="${r}"><c><v>7</v></c></row>`));
  expect(reported).toEqual([[3, 'a'], [4, 7]]);
}); // prettier-ignore

it('a prefix, quotes with > and what closes itself are read as before', async () => {
  const cells =
    '<x:row r="2"><x:c r="B2" t="inlineStr"><x:is><x:t>a</x:t><x:rPh sb="0"><x:t>no</x:t></x:rPh><x:t xml:space="preserve"> b</x:t></x:is></x:c><x:c r="C2"/><x:c r="D2"><x:v>5</x:v></x:c></x:row><row r="3"/>';
  expect(await read(workbookParts(cells))).toEqual([[2, null, 'a b', null, 5]]);
});
