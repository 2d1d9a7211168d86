import type { Text } from '#contract/text.ts';
import type { FileCell } from './fileCell.ts';

/** Beyond so many digits a spreadsheet has rounded the number. */
const EXACT_DIGITS = 1e15;
const POWER = /^\d(?:\.\d+)?e\+\d+$/i;

/** The sentence that refuses a code of which a spreadsheet has lost the last digits. */
export const ROUNDED: Text = {
  zh: '数字超过 15 位，表格软件已丢失末尾数字，请将该列设为文本后重新填写',
  en: 'more than 15 digits: the spreadsheet program has lost the last ones, make the column text and enter it again',
};

/** Whether a cell of a code holds a number that a spreadsheet has rounded, or its text in powers of ten. */
export const isRounded = (cell: FileCell): boolean =>
  typeof cell === 'number' ? cell >= EXACT_DIGITS : typeof cell === 'string' && POWER.test(cell.trim());
