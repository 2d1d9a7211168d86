import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { InputNumber } from 'antd';
import { useState } from 'react';
import { get, type Params } from '#web/api.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatDifference, formatFull, formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { Replay, ReplayRow } from '../contract.ts';
import styles from './Bill.module.css';

/** A past year under every scheme and way of the basic charge, side by side, with the cheapest advised. */
export function ReplayPanel({ of, today }: { readonly of: Params; readonly today: string }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const present = today.slice(0, 4);
  const [year, setYear] = useState(String(of['month']).slice(0, 4));
  const [declared, setDeclared] = useState<number | null>(null);
  const [capacity, setCapacity] = useState<number | null>(null);
  const { consumerId, measureAccount } = of;
  const params: Params = { consumerId, measureAccount, year, declared, capacity };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['bill', 'replay', params],
    queryFn: ({ signal }) => get<Replay>('price/bill/replay', params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title={t('replay')}
      unit={data && data.counted.length > 0 ? t('counted', { n: data.counted.length }) : undefined}
      flush
      extra={
        <div className={styles['inputs']}>
          <InputNumber<number>
            aria-label={t('declared')}
            placeholder={t('declared')}
            size="small"
            min={0}
            max={10_000_000}
            suffix="kW"
            style={{ width: 170 }}
            value={declared}
            onChange={setDeclared}
          />
          <InputNumber<number>
            aria-label={t('capacity')}
            placeholder={t('capacity')}
            size="small"
            min={0}
            max={10_000_000}
            suffix="kVA"
            style={{ width: 150 }}
            value={capacity}
            onChange={setCapacity}
          />
          <PeriodPicker kind="year" value={year} max={present} onChange={setYear} />
        </div>
      }
    >
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={120} />
      ) : !data ? (
        <LoadingState height={160} />
      ) : data.rows.length === 0 ? (
        <EmptyState why={t('noReplay')} height={120} />
      ) : (
        <div className={isPlaceholderData ? styles['waiting'] : undefined}>
          {data.advice && <p className={styles['advice']}>{say(data.advice)}</p>}
          {data.demandMissing.length > 0 && (
            <p className={styles['note']}>{t('replayMissing', { months: spansOf(data.demandMissing) })}</p>
          )}
          <Schemes rows={data.rows} />
        </div>
      )}
    </Panel>
  );
}

/** Months in a row as one span: `2026-01–2026-09, 2026-11`. */
function spansOf(months: readonly string[]): string {
  const number = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  const spans: string[][] = [];
  for (const month of months) {
    const last = spans.at(-1);
    if (last && number(month) === number(last.at(-1) ?? '') + 1) last.push(month);
    else spans.push([month]);
  }
  return spans.map((span) => (span.length > 1 ? `${span[0]}–${span.at(-1)}` : span[0])).join(', ');
}

function Schemes({ rows }: Pick<Replay, 'rows'>) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const money = (
    key: 'energyCharge' | 'basic' | 'factor' | 'other' | 'totalYuan',
    of: (row: ReplayRow) => number | null,
  ): TableColumn<ReplayRow> => ({
    key: `sum ${key}`,
    title: t(key),
    end: true,
    render: (row) => formatNumber(of(row), 2),
  });
  const columns: TableColumn<ReplayRow>[] = [
    { key: 'scheme', title: t('scheme'), render: ({ schemeName }) => schemeName },
    {
      key: 'basic',
      title: t('basic'),
      render: ({ basicCharge, declared, present }) =>
        `${t(`way${basicCharge}` as 'way3', { kW: formatFull(declared) })}${present ? ` • ${t('present')}` : ''}`,
    },
    money('energyCharge', ({ energy }) => energy),
    money('basic', ({ basic }) => basic),
    money('factor', ({ factor }) => factor),
    money('other', ({ other }) => other),
    money('totalYuan', ({ total }) => total),
    {
      key: 'difference',
      title: t('difference'),
      end: true,
      classOf: () => styles['off'],
      render: ({ difference }) => (difference === null ? '' : formatDifference(difference, 2)),
    },
  ];
  return (
    <Table<ReplayRow>
      look="panel"
      className={styles['table']}
      scroll={{ label: t('replay') }}
      columns={columns}
      rows={rows}
      keyOf={(row) => `${row.present} ${row.planId} ${row.basicCharge} ${row.declared}`}
      rowOf={({ present }) => ({ className: present ? styles['total'] : undefined })}
    />
  );
}
