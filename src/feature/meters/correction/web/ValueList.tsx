import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatFull } from '#domain/figure/number.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { spanText } from '#domain/time/text.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { ValueRow } from '../contract.ts';
import { type Interval, valuesQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MeterRepair.module.css';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

export interface ValueListProps {
  readonly interval: Interval;
  readonly zone: string;
  readonly onIgnore?: ((row: ValueRow) => void) | undefined;
  readonly onUse?: ((row: ValueRow) => void) | undefined;
}

/** What was received for the interval, with what can be done to a single value. */
export function ValueList({ interval, zone, onIgnore, onUse }: ValueListProps) {
  const t = useCorrectionTexts();
  const short = interval.to - interval.from <= DAY_MS;
  const { data, error, refetch } = useQuery({ ...valuesQuery(interval), enabled: short });
  if (!short) return <p className={kit.note}>{t('valuesLong')}</p>;
  if (error) return <ErrorState what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState height={80} />;
  if (data.list.length === 0) return <p className={kit.note}>{t('valuesNone')}</p>;
  const columns: TableColumn<ValueRow>[] = [
    { key: 'instant', title: t('instant'), render: ({ from, to }) => spanText(zone, from, to).slice(5) },
    { key: 'value', title: t('value'), end: true, render: ({ value }) => formatFull(Number(value)) },
    {
      key: 'source',
      title: t('source'),
      render: ({ source, sourceName }) => (source === 0 ? t('device') : (sourceName ?? `#${source}`)),
    },
    {
      key: 'state',
      title: t('state'),
      render: (row) => (
        <>
          {t(row.state === 'suspect' ? 'offCourse' : row.state)}
          {(row.state === 'counts' || row.state === 'suspect') && onIgnore && (
            <Button kind="link" onClick={() => onIgnore(row)}>
              {t('ignore')}
            </Button>
          )}
          {row.state !== 'counts' && row.state !== 'taken' && onUse && (
            <Button kind="link" onClick={() => onUse(row)}>
              {t('use')}
            </Button>
          )}
        </>
      ),
    },
  ];
  return (
    <Table<ValueRow>
      look="small"
      className={styles.rows}
      testId="values"
      scroll={{ label: t('values'), height: 320 }}
      columns={columns}
      rows={data.list}
      keyOf={(row) => `${row.kind} ${row.from} ${row.to} ${row.source} ${row.state} ${row.value}`}
    />
  );
}
