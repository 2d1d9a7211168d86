import { useQuery } from '@tanstack/react-query';
import { DatePicker, Select, Table, type TableColumnsType } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { ENERGY_TYPE_ORDER, energyTypeOf } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import { saveFile } from '#web/api.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { useAsked } from '#web/asked.ts';
import { useMay } from '#web/session/session.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt, timeAt } from '#domain/time/text.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { MANY_ENTERPRISES } from '../contract.ts';
import {
  FAULTS_CALL,
  type ImportRecord,
  importsQuery,
  metersQuery,
  MISSING_CALL,
  TEMPLATE_CALL,
} from './calls.ts';
import { EntryDialog } from './EntryDialog.tsx';
import { ImportCards } from './ImportCards.tsx';
import styles from './ImportList.module.css';
import { daysText, pickerDate } from './moment.ts';
import { RememberedDialog } from './remembered/RememberedDialog.tsx';
import { StatisticsDialog } from './StatisticsDialog.tsx';
import { useDataInputTexts } from './useDataInputTexts.ts';
import { useUndo } from './useUndo.ts';
import { ValueDrawer } from './ValueDrawer.tsx';

interface Filter {
  kind: 'import' | 'person' | undefined;
  dataType: string | undefined;
  interval: string | undefined;
  start: string | undefined;
  end: string | undefined;
  page: number;
  size: number;
}

/** Spans to look for, by the codes of the specification. */
const INTERVALS = [INTERVAL.quarter, INTERVAL.hour, INTERVAL.day, INTERVAL.month] as const;
const INTERVAL_NAMES = {
  [INTERVAL.quarter]: 'quarterHour',
  [INTERVAL.hour]: 'hour',
  [INTERVAL.day]: 'day',
  [INTERVAL.month]: 'month',
} as const;

const date = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) ? raw : undefined;

function readFilter(raw: RawAddress): Filter {
  const [kind, size] = [raw['kind'], Number(raw['size'])];
  return {
    kind: kind === 'import' || kind === 'person' ? kind : undefined,
    dataType: raw['dataType'] === undefined ? undefined : String(raw['dataType']),
    interval: INTERVALS.find((code) => code === String(raw['interval'])),
    start: date(raw['start']),
    end: date(raw['end']),
    page: Math.max(1, Math.floor(Number(raw['page']) || 1)),
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}

const ASKED = ['entry'] as const;

const STATUS = {
  writing: 'warning',
  done: 'normal',
  failed: 'alarm',
  stopped: 'offline',
  undone: 'offline',
} as const;

/** Imports and entries of an enterprise, newest first. */
export function ImportList({ consumerId, onImport }: { consumerId: number; onImport: () => void }) {
  const t = useDataInputTexts();
  const say = useText();
  const remembered = useTexts<typeof import('./remembered/texts.ts').texts>('dataInput.web.remembered');
  const [filter, change] = useAddress(readFilter);
  const [open, setOpen] = useState<ImportRecord | null>(null);
  const [opened, setDialog] = useState<'entry' | 'statistics' | 'remembered' | null>(null);
  const [wanted, done] = useAsked(ASKED);
  // A single value and the statistics are of one enterprise.
  const one = consumerId !== MANY_ENTERPRISES;
  const may = {
    add: useMay('dataInput.add') && one,
    import: useMay('dataInput.import'),
    del: useMay('dataInput.del'),
    statistics: useMay('dataInput.statistics') && one,
  };
  const dialog = opened ?? (may.add ? wanted : null);
  const close = (): void => {
    setDialog(null);
    done();
  };
  const undo = useUndo();
  const [now] = useState(() => new Date());
  const narrow = useNarrow();
  const { page, size, ...asked } = filter;
  const list = useQuery(importsQuery({ consumerId, ...asked, current: page, pageSize: size }));
  const meters = useQuery(metersQuery(consumerId));
  const zone = meters.data?.[0]?.zone ?? HOME_ZONE;
  const count = (key: 'new' | 'changed' | 'faulty') => (_: unknown, record: ImportRecord) =>
    record.counts ? formatNumber(record.counts[key], 0) : MISSING;
  const actionsOf = (record: ImportRecord) => (
    <span className={styles.actions}>
      {may.del && record.state === 'done' && (
        <Button
          kind="link"
          onClick={() => void undo(record.importDataId, record.fileName, record.rowCount ?? 0)}
        >
          {t('undo')}
        </Button>
      )}
      {record.faultFileId !== null && (
        <Button kind="link" onClick={() => void saveFile(FAULTS_CALL, { id: record.importDataId })}>
          {t('faultyRows')}
        </Button>
      )}
      {record.missingFileId !== null && (
        <Button kind="link" onClick={() => void saveFile(MISSING_CALL, { id: record.importDataId })}>
          {t('missingValues')}
        </Button>
      )}
    </span>
  );
  const columns: TableColumnsType<ImportRecord> = [
    {
      title: t('time'),
      dataIndex: 'createdAt',
      width: 128,
      render: (at: string, { timeZone }) => timeAt(timeZone, at),
    },
    {
      title: t('source'),
      dataIndex: 'fileName',
      width: 190,
      ellipsis: true,
      render: (name: string, record) => (
        <Button kind="link" className={styles.name ?? ''} onClick={() => setOpen(record)}>
          {name}
        </Button>
      ),
    },
    { title: t('kind'), dataIndex: 'kind', width: 72, render: (kind: 'import' | 'person') => t(kind) },
    {
      title: t('rows'),
      dataIndex: 'rowCount',
      width: 68,
      align: 'right',
      render: (n: number | null) => formatNumber(n, 0),
    },
    { title: t('newValues'), width: 68, align: 'right', render: count('new') },
    { title: t('changedValues'), width: 72, align: 'right', render: count('changed') },
    { title: t('faulty'), width: 60, align: 'right', render: count('faulty') },
    {
      title: t('data'),
      width: 176,
      render: (_, record) =>
        record.from && record.to ? daysText(record.from, record.to, record.timeZone) : MISSING,
    },
    {
      title: t('who'),
      dataIndex: 'employeeName',
      width: 80,
      ellipsis: true,
      render: (name: string | null) => name ?? MISSING,
    },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 104,
      render: (state: ImportRecord['state']) => <StatusDot status={STATUS[state]} text={t(state)} />,
    },
    {
      title: t('actions'),
      width: 120,
      render: (_, record) => actionsOf(record),
    },
  ];
  const range = [pickerDate(filter.start), pickerDate(filter.end)] as const;
  const filtered = filter.kind ?? filter.dataType ?? filter.interval ?? filter.start ?? filter.end;
  return (
    <div className={styles.page}>
      <FilterBar
        actions={
          <span className={styles.buttons}>
            {may.import && (
              <Button onClick={() => void saveFile(TEMPLATE_CALL, { consumerId })}>{t('template')}</Button>
            )}
            <Button onClick={() => setDialog('remembered')}>{remembered('title')}</Button>
            {may.statistics && <Button onClick={() => setDialog('statistics')}>{t('statistics')}</Button>}
            {may.add && <Button onClick={() => setDialog('entry')}>{t('enter')}</Button>}
            {may.import && (
              <Button kind="primary" onClick={onImport}>
                {t('importFile')}
              </Button>
            )}
          </span>
        }
      >
        <FilterField label={t('kind')}>
          <Select
            aria-label={t('kind')}
            style={{ width: 100 }}
            value={filter.kind ?? ''}
            options={[
              { value: '', label: t('all') },
              { value: 'import', label: t('import') },
              { value: 'person', label: t('person') },
            ]}
            onChange={(kind: string) => change({ kind: kind || undefined, page: undefined })}
          />
        </FilterField>
        <FilterField label={t('dataType')}>
          <Select
            aria-label={t('dataType')}
            style={{ width: 112 }}
            value={filter.dataType ?? ''}
            options={[
              { value: '', label: t('all') },
              ...ENERGY_TYPE_ORDER.map((value) => ({ value, label: say(energyTypeOf(value).label) })),
            ]}
            onChange={(type: string) => change({ dataType: type || undefined, page: undefined })}
          />
        </FilterField>
        <FilterField label={t('span')}>
          <Select
            aria-label={t('span')}
            style={{ width: 112 }}
            value={filter.interval ?? ''}
            options={[
              { value: '', label: t('all') },
              ...INTERVALS.map((value) => ({ value, label: t(INTERVAL_NAMES[value]) })),
            ]}
            onChange={(interval: string) => change({ interval: interval || undefined, page: undefined })}
          />
        </FilterField>
        <FilterField label={t('period')}>
          <DatePicker.RangePicker
            aria-label={t('period')}
            style={{ width: 226 }}
            allowEmpty={[true, true]}
            maxDate={dayjs(dateAt(zone, now))}
            value={[range[0], range[1]]}
            onChange={(dates) =>
              change({
                start: dates?.[0]?.format('YYYY-MM-DD'),
                end: dates?.[1]?.format('YYYY-MM-DD'),
                page: undefined,
              })
            }
          />
        </FilterField>
      </FilterBar>
      <Panel title={t('records')} flush>
        {list.isError ? (
          <ErrorState what={list.error.message} onRetry={() => void list.refetch()} height={240} />
        ) : narrow && list.data && list.data.list.length > 0 ? (
          <ImportCards
            records={list.data.list}
            status={(state) => <StatusDot status={STATUS[state]} text={t(state)} />}
            onOpen={setOpen}
            actions={actionsOf}
          />
        ) : (
          <Table<ImportRecord>
            className={styles.table ?? ''}
            rowKey="importDataId"
            size="middle"
            columns={columns}
            dataSource={[...(list.data?.list ?? [])]}
            loading={list.isPending}
            scroll={{ x: 1060 }}
            locale={{
              emptyText: list.isPending ? (
                <div className={styles.waiting} />
              ) : (
                <EmptyState why={t('noRecord')} {...(filtered ? {} : { next: t('noRecordNext') })}>
                  {may.import && !filtered && (
                    <Button kind="primary" onClick={onImport}>
                      {t('importFile')}
                    </Button>
                  )}
                </EmptyState>
              ),
            }}
            pagination={{
              current: page,
              pageSize: size,
              total: list.data?.pagination.total ?? 0,
              pageSizeOptions: [...PAGE_SIZES],
              showSizeChanger: true,
              hideOnSinglePage: (list.data?.pagination.total ?? 0) <= 10,
              onChange: (next, nextSize) => change({ page: next, size: nextSize }),
            }}
          />
        )}
      </Panel>
      {open && <ValueDrawer record={open} zone={open.timeZone} onClose={() => setOpen(null)} />}
      {dialog === 'entry' && (
        <EntryDialog consumerId={consumerId} meters={meters.data ?? []} onClose={close} />
      )}
      {dialog === 'remembered' && (
        <RememberedDialog
          consumerId={consumerId}
          zone={zone}
          mayForget={may.import}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'statistics' && (
        <StatisticsDialog consumerId={consumerId} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}
