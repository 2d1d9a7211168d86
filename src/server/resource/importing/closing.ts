import type { Text } from '#contract/text.ts';
import { cellText } from '../../sheet/cell.ts';
import type { Row } from '../../sheet/cell.ts';

const SUM = /^(合计|总计|小计|共计|累计|总和|(sub|grand)?totals?|sum)$/;
const NOTE = /^(注|备注|说明|填表人?|填报人?|制表人?|审核人?|负责人|note|remarks?|prepared by|checked by):/;

const IS_SUM: Text = { zh: '这是合计行，不是一条记录', en: 'this is a row of totals, not a record' };
const IS_NOTE: Text = {
  zh: '这是表下的说明，不是一条记录',
  en: 'this is a note below the table, not a record',
};

/** What people write below a table: totals, notes, who filled it in. Asked only of rows that are no good record. */
export function closingLine(row: Row): { readonly value: string; readonly reason: Text } | undefined {
  const value = row.cells.map(cellText).find((text) => text.trim() !== '') ?? '';
  const plain = value.normalize('NFKC').toLowerCase().trim();
  if (SUM.test(plain.replaceAll(/[\s:]/g, ''))) return { value, reason: IS_SUM };
  return NOTE.test(plain.replaceAll(/\s+:/g, ':')) ? { value, reason: IS_NOTE } : undefined;
}
