import { STAT_TYPE } from '#contract/upload.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RawAddress, useAddress } from '#web/address.ts';
import { post, saveFile } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { formatFull } from '#domain/figure/number.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';
import { isPeriod } from '#web/ui/period.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { type AnnualTable, COLUMNS, type EnteredKey, type TableRow } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './AnnualTable.module.css';
import { EntryDialog } from './EntryDialog.tsx';
import { TableFigures } from './TableFigures.tsx';
import { tableQuery, useTableTexts } from './table.ts';
import { TableGrid } from './TableGrid.tsx';

const readAddress = (raw: RawAddress) => ({
  year: isPeriod('year', String(raw['year'])) ? Number(raw['year']) : null,
  rows: raw['rows'] === 'all' ? ('all' as const) : ('used' as const),
});

/** The annual table of purchases, consumption and stock (tab 30). */
export default function AnnualTablePage() {
  const t = useTableTexts();
  const { consumer } = useConsumer();
  const [{ year: context, rows }, change] = useAddress(readAddress);
  const [thisYear] = useState(() => new Date().getFullYear());
  const year = context ?? thisYear - 1;
  const query = useQuery({ ...tableQuery(consumer?.orgId ?? 0, year), enabled: consumer !== null });
  if (!consumer) return <NoConsumer />;
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      <p className={styles['printed']}>
        {consumer.orgName} · {year}
      </p>
      <FilterBar summary={String(year)} actions={query.data && <Actions table={query.data} />}>
        <PeriodPicker
          kind="year"
          value={String(year)}
          max={String(thisYear)}
          onChange={(next) => change({ year: next })}
        />
        <Segmented
          label={t('rows')}
          options={[
            { value: 'used', text: t('used') },
            { value: 'all', text: t('all') },
          ]}
          value={rows}
          onChange={(next) => change({ rows: next })}
        />
      </FilterBar>
      {query.isError ? (
        <ErrorState what={query.error.message} onRetry={() => void query.refetch()} height={300} />
      ) : query.data ? (
        <Body table={query.data} all={rows === 'all'} />
      ) : (
        <LoadingState height={300} />
      )}
    </div>
  );
}

function Actions({ table }: { table: AnnualTable }) {
  const t = useTableTexts();
  const mayFile = useMay('annualTable.file');
  const mayReported = useMay('SDNDataUpload.SDNMetricalConfig');
  const client = useQueryClient();
  const { orgId, year } = table;
  const file = async (): Promise<void> => {
    const text = (
      <>
        <p>{t('fileText', { year })}</p>
        {table.checks.length > 0 && (
          <>
            <p className={kit.fault}>{t('fileLacks', { n: table.checks.length })}</p>
            <Checks checks={table.checks} />
          </>
        )}
      </>
    );
    if (!(await confirm({ title: t('fileTitle'), text, okText: t('file') }))) return;
    const { version } = await post<{ version: number }>('yunshui/annualTable/file', { orgId, year });
    notify('success', t('filed', { n: version }));
    await client.invalidateQueries({ queryKey: ['annualTable', orgId] });
  };
  return (
    <>
      {mayReported && (
        <GoLink
          goal={{
            to: '/SDNDataUpload/SDNMetricalConfig',
            search: { statType: STAT_TYPE.year, date: `${year}-01-01` },
          }}
        >
          {t('reported')}
        </GoLink>
      )}
      <Button onClick={() => window.print()}>{t('print')}</Button>
      <Button onClick={() => void saveFile('yunshui/annualTable/exportTable', { orgId, year })}>
        {t('export')}
      </Button>
      {mayFile && (
        <Button kind="primary" onClick={() => void file()}>
          {t('file')}
        </Button>
      )}
    </>
  );
}

/** Something of a row is known beyond its coefficient. */
const inUse = (row: TableRow): boolean =>
  row.measure !== null ||
  Object.entries(row.cells).some(([key, cell]) => key !== 'useCoeff' && cell.value !== null);

function Checks({ checks }: Pick<AnnualTable, 'checks'>) {
  const say = useText();
  return (
    <ul className={`${kit.list} ${styles.checks}`}>
      {checks.map((check) => (
        <li
          key={`${check.energyCode} ${check.text.en}`}
          className={styles[check.level === 'error' ? 'wrong' : 'doubtful']}
        >
          {say(check.text)}
        </li>
      ))}
    </ul>
  );
}

function Body({ table, all }: { table: AnnualTable; all: boolean }) {
  const t = useTableTexts();
  const mayEdit = useMay('annualTable.edit');
  const [open, setOpen] = useState<{ code: string; column: EnteredKey } | null>(null);
  const rows = all ? table.rows : table.rows.filter(inUse);
  const opened = table.rows.find((row) => row.energyCode === open?.code);
  return (
    <>
      <TableFigures table={table} />
      <Panel flush>
        {rows.length === 0 ? (
          <EmptyState why={t('empty')} next={t('emptyNext')} height={160} />
        ) : (
          <>
            <TableGrid
              table={table}
              rows={rows}
              onOpen={mayEdit ? (row, column) => setOpen({ code: row.energyCode, column }) : undefined}
            />
            <p className={styles['hint']}>{t('legend')}</p>
          </>
        )}
      </Panel>
      {table.checks.length > 0 && (
        <Panel title={t('checks')}>
          <Checks checks={table.checks} />
        </Panel>
      )}
      {table.differences.length > 0 && <Differences table={table} />}
      {open && opened && (
        <EntryDialog table={table} row={opened} column={open.column} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function Differences({ table }: { table: AnnualTable }) {
  const t = useTableTexts();
  const say = useText();
  const nameOf = (code: string): string => {
    const row = [...table.rows, table.total].find((one) => one.energyCode === code);
    return row ? say(row.energyName) : code;
  };
  return (
    <Panel title={t('differences')}>
      <ul className={`${kit.list} ${styles.checks}`}>
        {table.differences.map(({ energyCode, column, filed, now }) => (
          <li key={`${energyCode} ${column}`}>
            {nameOf(energyCode)} · {say(COLUMNS[column])}: {t('filedValue')} {formatFull(filed)} →{' '}
            {t('nowValue')} {formatFull(now)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
