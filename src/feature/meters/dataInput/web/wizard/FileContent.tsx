import { formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { Analysis, Mapping } from '../../contract.ts';
import type { MappingProblem } from '../../domain/checkMapping.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './FileContent.module.css';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';

export interface FileContentProps {
  readonly analysis: Analysis;
  readonly mapping: Mapping;
  readonly problems: readonly MappingProblem[];
}

const ROWS = 30;
const COLUMNS = 60;

/** The first rows of the file as they stand; columns with a problem are tinted. */
export function FileContent({ analysis, mapping, problems }: FileContentProps) {
  const t = useDataInputTexts();
  const rows = analysis.sample.slice(0, ROWS);
  const columns = analysis.columns.slice(0, COLUMNS);
  const roles = new Map(mapping.columns.map((column) => [column.column, column.role]));
  const look = (column: number): string =>
    [
      problems.some((problem) => problem.column === column) ? styles.problem : '',
      roles.get(column) === 'ignore' ? styles.ignored : '',
      analysis.columns[column]?.looks === 'number' ? styles.number : '',
    ].join(' ');
  const all = analysis.more
    ? t('moreThan', { n: formatNumber(analysis.rows, 0) })
    : formatNumber(analysis.rows, 0);
  return (
    <Panel title={t('fileContent')} unit={t('firstRows', { n: rows.length, all })} flush>
      <ScrollArea className={styles.scroll ?? ''} label={t('fileContent')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.rowNumber}>
                {t('row')}
              </th>
              {columns.map((column) => (
                <th key={column.column} scope="col" className={look(column.column)} title={column.header}>
                  {column.letter}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <td className={styles.rowNumber}>{row.row}</td>
                {columns.map((column) => (
                  <td key={column.column} className={look(column.column)}>
                    {row.cells[column.column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}
