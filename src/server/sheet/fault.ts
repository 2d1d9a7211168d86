import { badInput, type Fault } from '#contract/error.ts';

/** The largest sheet that is read. */
export const SHEET_LIMITS = {
  rows: 1_048_576,
  columns: 1_000,
  sheets: 1_000,
  /** Shared texts of a workbook. */
  texts: 4_000_000,
  /** Bytes of one part of a workbook once unpacked. */
  partBytes: 1_200_000_000,
  /** Bytes of the shared texts of a workbook once unpacked; they are held in memory. */
  textBytes: 150_000_000,
  /** A part that unpacks to more than this many times its packed size (and is large) is a bomb. */
  ratio: 300,
  cellCharacters: 32_767,
} as const;

const field = 'upFile';

/** The sentences about files that cannot be read; all are code 400 with the field of the upload. */
export const sheetFault = {
  empty: (): Fault => badInput({ zh: '文件是空的', en: 'The file is empty' }, field),
  noRows: (): Fault => badInput({ zh: '工作表没有数据行', en: 'The sheet has no rows of data' }, field),
  damaged: (): Fault =>
    badInput(
      {
        zh: '文件已损坏或不完整，请重新保存后再上传',
        en: 'The file is damaged or incomplete, save it again and upload it once more',
      },
      field,
    ),
  notTable: (): Fault =>
    badInput(
      { zh: '这不是表格文件，请上传 .xlsx 或 .csv', en: 'This is no table, upload an .xlsx or .csv file' },
      field,
    ),
  oldWorkbook: (): Fault =>
    badInput(
      {
        zh: '这是旧格式 .xls 或加密的工作簿，请另存为不加密的 .xlsx',
        en: 'This is an old .xls or an encrypted workbook, save it as .xlsx without a password',
      },
      field,
    ),
  noSheet: (name: string): Fault =>
    badInput({ zh: `没有名为“${name}”的工作表`, en: `There is no sheet named “${name}”` }, 'sheet'),
  bomb: (): Fault =>
    badInput(
      { zh: '文件解压后过大，未读取', en: 'The file unpacks to far too much data and was not read' },
      field,
    ),
  tooManyRows: (): Fault =>
    badInput(
      {
        zh: `行数超过 ${SHEET_LIMITS.rows}，请拆分文件`,
        en: `More than ${SHEET_LIMITS.rows} rows, please split the file`,
      },
      field,
    ),
  tooManyColumns: (): Fault =>
    badInput(
      {
        zh: `列数超过 ${SHEET_LIMITS.columns}，请拆分文件`,
        en: `More than ${SHEET_LIMITS.columns} columns, please split the file`,
      },
      field,
    ),
  longCell: (row: number): Fault =>
    badInput(
      {
        zh: `第 ${row} 行有超长的单元格（多于 ${SHEET_LIMITS.cellCharacters} 个字符），可能是引号没有闭合`,
        en: `Row ${row} has a cell of more than ${SHEET_LIMITS.cellCharacters} characters, perhaps a quote is not closed`,
      },
      field,
    ),
  encoding: (): Fault =>
    badInput(
      {
        zh: '无法识别文字编码，请保存为 UTF-8 或 GB18030',
        en: 'The text encoding is not recognised, save the file as UTF-8 or GB18030',
      },
      field,
    ),
} as const;
