import { Select } from 'antd';
import { Panel } from '#web/ui/Panel.tsx';
import type { Analysis, ColumnMapping, Mapping } from '../../contract.ts';
import { isLong, type MappingProblem } from '../../domain/checkMapping.ts';
import type { InputMeter } from '../calls.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import { MappingRow } from './MappingRow.tsx';
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
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('column')}</th>
              <th scope="col">{t('header')}</th>
              <th scope="col">{t('meterColumn')}</th>
              <th scope="col">{t('dataColumn')}</th>
              <th scope="col">{t('check')}</th>
            </tr>
          </thead>
          <tbody>
            {analysis.columns.slice(0, SHOWN).map((found) => (
              <MappingRow
                key={found.column}
                found={found}
                mapped={byColumn.get(found.column) ?? { column: found.column, role: 'ignore' }}
                mapping={mapping}
                verdict={analysis.dateVerdict}
                rows={analysis.rows}
                meters={meters}
                problem={problems.find((problem) => problem.column === found.column)}
                onSet={set}
                onOrder={(dateOrder) => onChange({ ...mapping, dateOrder })}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

const meterOption = (meter: InputMeter) => ({ value: meter.id, label: `${meter.code} ${meter.name}` });
