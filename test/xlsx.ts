import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a packed file; `claims` = the unpacked size that its directory states, if not the true one. */
export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  readonly claims?: number;
}

/** Packs parts into a .zip, byte by byte, so that tests can also make it wrong. */
export function zip(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const packed = deflateRawSync(content);
    const name = Buffer.from(part.name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(part.claims ?? content.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), head, tail, name]));
    bodies.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The parts of a workbook of one sheet around the XML of its rows; cell style 1 is a date, 2 a percentage. */
export function workbookParts(rows: string): Part[] {
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const links = (body: string) => `<Relationships xmlns="${PACKAGE}">${body}</Relationships>`;
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: links(link('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: links(
        link('rId1', 'worksheet', 'worksheets/sheet1.xml') + link('rId2', 'styles', 'styles.xml'),
      ),
    },
    {
      name: 'xl/styles.xml',
      content:
        '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="9"/></cellXfs></styleSheet>',
    },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
  ];
}

/** A workbook of one sheet. */
export const xlsx = (rows: string): Buffer => zip(workbookParts(rows));

/** A number in a style. */
export interface StyledCell {
  readonly style: number;
  readonly value: number;
}

/** A row of inline texts and numbers. */
export function xlsxRow(number: number, cells: readonly (string | number | StyledCell)[]): string {
  const body = cells.map((cell) =>
    typeof cell === 'object'
      ? `<c s="${cell.style}"><v>${cell.value}</v></c>`
      : typeof cell === 'number'
        ? `<c><v>${cell}</v></c>`
        : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
  );
  return `<row r="${number}">${body.join('')}</row>`;
}

/** A workbook whose first sheet, hidden, holds other rows than the second. */
export function xlsxBehindHidden(hidden: string, shown: string): Buffer {
  const second = '<sheet name="Hidden" sheetId="2" state="hidden" r:id="rId3"/>';
  const link = `<Relationship Id="rId3" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/>`;
  const parts = workbookParts(shown).map(({ name, content }) => ({
    name,
    content: String(content)
      .replace('<sheets>', `<sheets>${second}`)
      .replace('</Relationships>', name.startsWith('xl/') ? `${link}</Relationships>` : '</Relationships>'),
  }));
  const sheet = `<worksheet><sheetData>${hidden}</sheetData></worksheet>`;
  return zip([...parts, { name: 'xl/worksheets/sheet2.xml', content: sheet }]);
}
