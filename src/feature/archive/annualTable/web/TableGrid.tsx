import { useText } from '#web/text/useTexts.ts';
import { formatFull, formatNumber } from '#domain/figure/number.ts';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import {
  type AnnualTable,
  COLUMN_NUMBERS,
  type ColumnKey,
  COLUMNS,
  ENTERED,
  type EnteredKey,
  SHORT_COLUMNS,
  type TableRow,
} from '../contract.ts';
import { COLUMN_KEYS } from '../domain/column.ts';
import styles from './AnnualTable.module.css';
import { sourceKey, useTableTexts } from './table.ts';

interface TableGridProps {
  readonly table: AnnualTable;
  readonly rows: readonly TableRow[];
  /** Opens a value; undefined where the person may not enter any. */
  readonly onOpen: ((row: TableRow, column: EnteredKey) => void) | undefined;
}

const PURCHASE: readonly ColumnKey[] = ['realNum', 'money'];
const CONSUMPTION: readonly ColumnKey[] = [
  'total',
  'industryConsum',
  'material',
  'deindustryConsum',
  'transConsum',
];
const ALONE = COLUMN_KEYS.filter((key) => !PURCHASE.includes(key) && !CONSUMPTION.includes(key));

const isEntered = (key: ColumnKey): key is EnteredKey => ENTERED.some((one) => one === key);

/** The table in the layout of the form. */
export function TableGrid({ table, rows, onOpen }: TableGridProps) {
  const t = useTableTexts();
  const say = useText();
  const letters = t('letters').split(' ');
  const [words, last] = [letters.slice(0, -1), letters.at(-1)];
  const heads = COLUMN_KEYS.flatMap((key): { key: ColumnKey; label: string; span: number }[] => {
    if (key === 'realNum') return [{ key, label: t('purchase'), span: PURCHASE.length }];
    if (key === 'total') return [{ key, label: t('consumption'), span: CONSUMPTION.length }];
    return ALONE.includes(key) ? [{ key, label: say(COLUMNS[key]), span: 0 }] : [];
  });
  return (
    <ScrollArea label={t('energy')} className={styles['scroll']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th rowSpan={2}>{t('energy')}</th>
            <th rowSpan={2}>{t('unit')}</th>
            <th rowSpan={2}>{t('code')}</th>
            {heads.map(({ key, label, span }) =>
              span > 0 ? (
                <th key={key} colSpan={span}>
                  {label}
                </th>
              ) : (
                <th key={key} rowSpan={2}>
                  {label}
                </th>
              ),
            )}
            <th rowSpan={2}>{t('reference')}</th>
          </tr>
          <tr>
            {[...PURCHASE, ...CONSUMPTION].map((key) => (
              <th key={key}>
                {say(SHORT_COLUMNS[key] ?? COLUMNS[key])}
                {key === 'money' && ` (${t('thousand')})`}
              </th>
            ))}
          </tr>
          <tr>
            {[...words, ...COLUMN_KEYS.map((key) => COLUMN_NUMBERS[key]), last].map((mark, i) => (
              <th key={i}>{mark}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.energyCode}>
              <th scope="row" className={row.partOf === null ? undefined : styles['part']}>
                {say(row.energyName)}
              </th>
              <td className={styles['word']}>{say(row.energyUnit)}</td>
              <td className={styles['word']}>{row.energyCode}</td>
              {COLUMN_KEYS.map((key) => (
                <td key={key}>
                  <Value table={table} row={row} column={key} onOpen={onOpen} />
                </td>
              ))}
              <td>{row.referCoeff}</td>
            </tr>
          ))}
          <tr className={styles['sum']}>
            <th scope="row">{say(table.total.energyName)}</th>
            <td className={styles['word']}>{say(table.total.energyUnit)}</td>
            <td className={styles['word']}>{table.total.energyCode}</td>
            {COLUMN_KEYS.map((key) => (
              <td key={key}>
                <Value table={table} row={table.total} column={key} onOpen={undefined} />
              </td>
            ))}
            <td className={styles['word']}>--</td>
          </tr>
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Value({
  table,
  row,
  column,
  onOpen,
}: Omit<TableGridProps, 'rows'> & { row: TableRow; column: ColumnKey }) {
  const t = useTableTexts();
  const cell = row.cells[column];
  const { energyCode } = row;
  const about = table.checks.filter(
    (check) => check.energyCode === energyCode && check.columns.includes(column),
  );
  const difference = table.differences.find((one) => one.energyCode === energyCode && one.column === column);
  const text = cell.value === null ? '--' : formatNumber(cell.value, column === 'useCoeff' ? 4 : 2);
  const title = [
    `${formatFull(cell.value)} · ${t(sourceKey(cell.source))}`,
    ...(difference ? [`${t('filedValue')}: ${formatFull(difference.filed)}`] : []),
  ].join('\n');
  const look = [
    cell.source === 'entry' && styles['entry'],
    about.some((check) => check.level === 'error') ? styles['wrong'] : about.length > 0 && styles['doubtful'],
    difference && styles['changed'],
  ].filter(Boolean);
  if (!onOpen || !isEntered(column))
    return (
      <span title={title} className={look.join(' ')}>
        {text}
      </span>
    );
  return (
    <button
      type="button"
      title={title}
      className={[styles['open'], ...look].join(' ')}
      onClick={() => onOpen(row, column)}
    >
      {text}
    </button>
  );
}
