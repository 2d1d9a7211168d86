import { formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { Analysis, Mapping } from '../../contract.ts';
import type { MappingProblem } from '../../domain/checkMapping.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './FileContent.module.css';
import { Table, type TableColumn } from '#web/ui/Table.tsx';

export interface FileContentProps {
  readonly analysis: Analysis;
  readonly mapping: Mapping;
  readonly problems: readonly MappingProblem[];
}

type Row = Analysis['sample'][number];

const ROWS = 30;
const COLUMNS = 60;

/** The first rows of the file as they stand; columns with a problem are tinted. */
export function FileContent({ analysis, mapping, problems }: FileContentProps) {
  const t = useDataInputTexts();
  const rows = analysis.sample.slice(0, ROWS);
  const roles = new Map(mapping.columns.map((column) => [column.column, column.role]));
  const lookOf = (column: number): string =>
    [
      problems.some((problem) => problem.column === column) ? styles.problem : '',
      roles.get(column) === 'ignore' ? styles.ignored : '',
    ].join(' ');
  const all = analysis.more
    ? t('moreThan', { n: formatNumber(analysis.rows, 0) })
    : formatNumber(analysis.rows, 0);
  return (
    <Panel title={t('fileContent')} unit={t('firstRows', { n: rows.length, all })} flush>
      <Table<Row>
        look="sheet"
        className={styles.table}
        scroll={{ label: t('fileContent'), height: 336 }}
        columns={[
          { key: 'row', title: t('row'), className: styles.rowNumber, render: ({ row }) => row },
          ...analysis.columns
            .slice(0, COLUMNS)
            .map(({ column, header, letter, looks }): TableColumn<Row> => ({
              key: String(column),
              title: letter,
              headHint: header,
              end: looks === 'number',
              className: styles.cell,
              classOf: () => lookOf(column),
              render: ({ cells }) => cells[column],
            })),
        ]}
        rows={rows}
        keyOf={({ row }) => row}
      />
    </Panel>
  );
}
