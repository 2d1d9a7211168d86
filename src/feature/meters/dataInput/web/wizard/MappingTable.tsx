import { Select } from 'antd';
import { Panel } from '#web/ui/Panel.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { Analysis, ColumnMapping, Mapping } from '../../contract.ts';
import { isLong, type MappingProblem } from '../../domain/checkMapping.ts';
import type { InputMeter } from '../calls.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import { ColumnCheck, DataChoice, type MappingRowProps, RoleSelect } from './MappingRow.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import styles from './MappingTable.module.css';

export interface MappingTableProps {
  readonly analysis: Analysis;
  readonly meters: readonly InputMeter[];
  readonly mapping: Mapping;
  readonly problems: readonly MappingProblem[];
  readonly onChange: (mapping: Mapping) => void;
}

/** A wide file is shown up to here; columns beyond are taken as proposed. */
const SHOWN = 200;

/** Column → meter and data, with the check beside each line. */
export function MappingTable({ analysis, meters, mapping, problems, onChange }: MappingTableProps) {
  const t = useDataInputTexts();
  const byColumn = new Map(mapping.columns.map((column) => [column.column, column]));
  const set = (changed: ColumnMapping): void =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((one) => (one.column === changed.column ? changed : one)),
    });
  const setAll = (meterId: number): void =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((one) => (one.role === 'value' ? { ...one, meterId } : one)),
    });
  const values = mapping.columns.filter((column) => column.role === 'value');
  const common = new Set(values.map((column) => column.meterId)).size === 1 ? values[0]?.meterId : null;
  const rows = analysis.columns.slice(0, SHOWN).map((found): MappingRowProps => ({
    found,
    mapped: byColumn.get(found.column) ?? { column: found.column, role: 'ignore' },
    mapping,
    verdict: analysis.dateVerdict,
    rows: analysis.rows,
    meters,
    problem: problems.find((problem) => problem.column === found.column),
    onSet: set,
    onOrder: (dateOrder) => onChange({ ...mapping, dateOrder }),
  }));
  const columns: TableColumn<MappingRowProps>[] = [
    { key: 'column', title: t('column'), classOf: () => styles.letter, render: ({ found }) => found.letter },
    {
      key: 'header',
      title: t('header'),
      rowHead: true,
      classOf: () => styles.header,
      hint: ({ found }) => found.header,
      render: ({ found }) => found.header || '--',
    },
    { key: 'meter', title: t('meterColumn'), render: (row) => <RoleSelect {...row} /> },
    { key: 'data', title: t('dataColumn'), render: (row) => <DataChoice {...row} /> },
    {
      key: 'check',
      title: t('check'),
      classOf: () => styles.check,
      render: (row) => <ColumnCheck {...row} />,
    },
  ];
  return (
    <Panel
      title={t('mappingTitle')}
      flush
      extra={
        <>
          {analysis.remembered && (
            <span className={styles.remembered}>{t('remembered', { name: analysis.remembered })}</span>
          )}
          {!isLong(mapping) && values.length > 1 && (
            <label className={styles.all}>
              {t('allTo')}
              <Select
                size="small"
                aria-label={t('allTo')}
                style={{ width: 168 }}
                placeholder={t('chooseMeter')}
                value={common ?? null}
                showSearch={{ optionFilterProp: 'label' }}
                options={meters.map(meterOption)}
                onChange={(id: number | null) => id !== null && setAll(id)}
              />
            </label>
          )}
        </>
      }
    >
      <ScrollArea label={null} className={styles.scroll}>
        <Table<MappingRowProps>
          look="sheet"
          className={styles.table}
          columns={columns}
          rows={rows}
          keyOf={({ found }) => found.column}
          rowOf={({ problem, mapped }) => ({
            className: problem ? styles.troubled : mapped.role === 'ignore' ? styles.ignored : undefined,
          })}
        />
      </ScrollArea>
    </Panel>
  );
}

const meterOption = (meter: InputMeter) => ({ value: meter.id, label: `${meter.code} ${meter.name}` });
