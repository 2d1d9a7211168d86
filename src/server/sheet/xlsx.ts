import type { Cell, Row } from './cell.ts';
import { SHEET_LIMITS, sheetFault } from './fault.ts';
import type { Sheet } from './readSheet.ts';
import { attribute, elements, plainText, richText, whole, within } from './xml.ts';
import { readRow, type Workbook } from './xlsxRow.ts';
import { openZip, type Zip } from './zip.ts';

const SMALL = 20_000_000;
/** No spreadsheet program takes a longer code of a number's format. */
const LONGEST_FORMAT = 255;

/** Opens a workbook; only the directory, the list of sheets, the styles and the shared texts are read here. */
export async function openXlsx(path: string, size: number, wanted?: string): Promise<Sheet> {
  const zip = await openZip(path, size);
  const bookPath = await workbookPath(zip);
  const book = await zip.text(bookPath, SMALL);
  const links = await relations(zip, bookPath);
  const sheets = elements(book, 'sheet').map((tag) => ({
    name: plainText(attribute(tag, 'name') ?? ''),
    hidden: attribute(tag, 'state') !== undefined && attribute(tag, 'state') !== 'visible',
    path: links.get(attribute(tag, 'id') ?? '')?.path ?? '',
  }));
  if (sheets.length > SHEET_LIMITS.sheets) throw sheetFault.bomb();
  const shown = sheets.filter((sheet) => !sheet.hidden && zip.has(sheet.path));
  const sheet = wanted ? shown.find((s) => s.name === wanted) : shown[0];
  if (!sheet) throw wanted ? sheetFault.noSheet(wanted) : sheetFault.noRows();
  const part = (kind: string) =>
    [...links.values()].find((link) => link.kind === kind && zip.has(link.path))?.path;
  const styles = part('styles');
  const texts = part('sharedStrings');
  const workbook: Workbook = {
    date1904: elements(book, 'workbookPr').some((tag) => /^(1|true)$/.test(attribute(tag, 'date1904') ?? '')),
    ...shownStyles(styles ? await zip.text(styles, SMALL) : ''),
    texts: texts ? sharedTexts(await zip.text(texts, SHEET_LIMITS.textBytes)) : [],
  };
  return {
    format: 'xlsx',
    sheets: shown.map((s) => s.name),
    sheet: sheet.name,
    rows: () => xlsxRows(zip, sheet.path, workbook),
  };
}

async function workbookPath(zip: Zip): Promise<string> {
  if (!zip.has('_rels/.rels')) throw sheetFault.notTable();
  const links = await relations(zip, '');
  const path = [...links.values()].find((link) => link.kind === 'officeDocument')?.path;
  if (!path || !zip.has(path) || !path.endsWith('.xml')) throw sheetFault.notTable();
  return path;
}

/** The parts that a part points to, by the id of the relation. */
async function relations(zip: Zip, of: string): Promise<Map<string, { kind: string; path: string }>> {
  const folder = of.includes('/') ? of.slice(0, of.lastIndexOf('/')) : '';
  const file = of.slice(folder ? folder.length + 1 : 0);
  const path = `${folder ? `${folder}/` : ''}_rels/${file}.rels`;
  if (!zip.has(path)) return new Map();
  const xml = await zip.text(path, SMALL);
  return new Map(
    elements(xml, 'Relationship').map((tag) => {
      const target = attribute(tag, 'Target') ?? '';
      const kind = (attribute(tag, 'Type') ?? '').split('/').at(-1) ?? '';
      return [attribute(tag, 'Id') ?? '', { kind, path: resolve(folder, target) }];
    }),
  );
}

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const parts = folder ? folder.split('/') : [];
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The cell formats (by their place in cellXfs) that show a date or a time, and those that show a percentage. */
function shownStyles(xml: string): Pick<Workbook, 'dateStyles' | 'percentStyles'> {
  const formats = new Map(
    elements(xml, 'numFmt').map((tag) => [
      attribute(tag, 'numFmtId'),
      plainText((attribute(tag, 'formatCode') ?? '').slice(0, LONGEST_FORMAT)),
    ]),
  );
  const dateStyles = new Set<number>();
  const percentStyles = new Set<number>();
  elements(within(xml, 'cellXfs') ?? '', 'xf').forEach((tag, index) => {
    const id = attribute(tag, 'numFmtId') ?? '0';
    const code = formats.get(id);
    if (code === undefined ? isDateFormatId(Number(id)) : isDateFormat(code)) dateStyles.add(index);
    else if (code === undefined ? isPercentFormatId(Number(id)) : shownPart(code).includes('%'))
      percentStyles.add(index);
  });
  return { dateStyles, percentStyles };
}

/** Built-in formats: 14–22, 45–47, and the East Asian 27–36 and 50–58. */
const isDateFormatId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Built-in formats `0%` and `0.00%`. */
const isPercentFormatId = (id: number): boolean => id === 9 || id === 10;

/** A format code without what stands in quotes and brackets. */
const shownPart = (code: string): string =>
  code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, '');

/** Whether a format code shows a date or time: a day, month, year, hour or second. */
const isDateFormat = (code: string): boolean => /[dmyhs]/i.test(shownPart(code)) && !/^general$/i.test(code);

function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  for (const { body } of whole(xml, 'si')) {
    if (texts.length >= SHEET_LIMITS.texts) throw sheetFault.bomb();
    texts.push(richText(body ?? ''));
  }
  return texts;
}

const ROW_END = /<\/(?:\w+:)?row>|<(?:\w+:)?row\s[^<>]*\/>/g;
const SHEET_END = /<\/(?:\w+:)?sheetData>|<(?:\w+:)?sheetData\s*\/>/;
// A row of 1,000 cells of full length is far below this.
const LONGEST_ROW = 64_000_000;
const LONGEST_TAG = 1_000_000;

async function* xlsxRows(zip: Zip, path: string, workbook: Workbook): AsyncGenerator<Row> {
  const decoder = new TextDecoder();
  const stream = await zip.stream(path, SHEET_LIMITS.partBytes);
  /** Of the row that is being read: what was searched for its end, put together once, and what was not. */
  let begun = '';
  let rest = '';
  let last = 0;
  let ended = false;
  try {
    for await (const chunk of stream) {
      rest += decoder.decode(chunk as Buffer, { stream: true });
      let from = 0;
      for (const end of rest.matchAll(ROW_END)) {
        const until = end.index + end[0].length;
        const row = readRow(begun + rest.slice(from, until), last + 1, workbook);
        begun = '';
        from = until;
        if (!row) continue;
        if (row.number > SHEET_LIMITS.rows) throw sheetFault.tooManyRows();
        if (row.cells.length > SHEET_LIMITS.columns) throw sheetFault.tooManyColumns();
        last = row.number;
        if (row.cells.some((cell: Cell) => cell !== null)) yield row;
      }
      rest = rest.slice(from);
      if (SHEET_END.test(rest)) ended = true;
      // The last tag may not have come in whole.
      const open = rest.lastIndexOf('<');
      const searched = open > rest.lastIndexOf('>') ? open : rest.length;
      begun += rest.slice(0, searched);
      rest = rest.slice(searched);
      if (rest.length > LONGEST_TAG || begun.length > LONGEST_ROW) throw sheetFault.bomb();
    }
    if (!ended) throw sheetFault.damaged();
  } finally {
    stream.destroy();
  }
}
