import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import type { Text } from '#contract/text.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { get } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { formatPercent, formatScaled, scaleFor } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { scrollByKeys } from '#web/ui/scrollByKeys.ts';
import { HIDDEN_EXTREME, LOAD_STEPS, type LoadStatistic, NO_EXTREME } from '../contract.ts';
import { type Beside, DT_TYPES } from '../domain/beside.ts';
import type { PartProps } from '#web/analysisFrame/analysis.ts';
import styles from './Panels.module.css';
import { LoadCurve } from './LoadCurve.tsx';
import { LoadYear } from './LoadYear.tsx';

const TYPES: Readonly<Record<number, Text>> = {
  1: { zh: '当日', en: 'The day' },
  2: { zh: '前一日', en: 'Day before' },
  3: { zh: '上周同日', en: 'Same day last week' },
  4: { zh: '上月同日', en: 'Same day last month' },
  5: { zh: '当月', en: 'The month' },
  12: { zh: '上月', en: 'Month before' },
  10: { zh: '去年同月', en: 'Same month last year' },
  8: { zh: '当年', en: 'The year' },
  9: { zh: '上年', en: 'Year before' },
  11: { zh: '上年同期', en: 'Same period of the year before' },
};

const LENGTHS: readonly { readonly value: Beside; readonly text: Text }[] = [
  { value: 'day', text: { zh: '日', en: 'Days' } },
  { value: 'month', text: { zh: '月', en: 'Months' } },
  { value: 'year', text: { zh: '年', en: 'Years' } },
];

const AMOUNTS = [
  { key: 'pZMax', label: { zh: '最大', en: 'Highest' } },
  { key: 'pZMin', label: { zh: '最小', en: 'Lowest' } },
  { key: 'pZAvg', label: { zh: '平均', en: 'Mean' } },
  { key: 'ppvdv', label: { zh: '峰谷差', en: 'Peak-valley difference' } },
] as const;

const ONE_STEP: Text = {
  zh: '各行用同一种步长才可对比：取其中最粗的一种',
  en: 'All rows by one step, so that they can be compared: the coarsest among them',
};

/** When it was, or why it is not known. */
function titleOf(row: LoadStatistic, key: (typeof AMOUNTS)[number]['key'], say: (text: Text) => string) {
  if (row[key] === null && row.pZAvg !== null) return say(row.interval ? HIDDEN_EXTREME : NO_EXTREME);
  return (key === 'pZMax' ? row.pZMaxTime : key === 'pZMin' ? row.pZMinTime : null) ?? undefined;
}

/** In the address like every filter, so that a saved view keeps it. */
const readBeside = (raw: RawAddress): { by: Beside } => ({
  by: LENGTHS.find(({ value }) => value === raw['by'])?.value ?? 'day',
});

/** The last day of the range, its month or its year, beside those before. */
export function LoadPanels({ answer, params }: PartProps) {
  const text = useText();
  const [{ by }, change] = useAddress(readBeside);
  const who = {
    orgId: params['orgId'],
    dataAmmeterId: params['dataAmmeterId'],
    dataType: params['dataType'],
    date: answer.end,
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', 'load', 'statistics', who, by],
    queryFn: ({ signal }) =>
      get<{ unit: string; list: LoadStatistic[] }>(
        'analysis/load/getStatistics',
        { ...who, dtType: [...DT_TYPES[by]] },
        { quiet: true, signal },
      ),
  });
  const scale = scaleFor(data?.unit ?? '', data?.list.map((one) => one.pZMax) ?? []);
  return (
    <>
      <Panel
        title={text({ zh: '负荷对比', en: 'Load compared' })}
        unit={scale.unit}
        extra={
          <Segmented
            small
            label={text({ zh: '对比', en: 'Compared' })}
            options={LENGTHS.map((one) => ({ value: one.value, text: text(one.text) }))}
            value={by}
            onChange={(value) => change({ by: value === 'day' ? undefined : value })}
          />
        }
        flush
      >
        {error ? (
          <ErrorState what={error.message} onRetry={() => void refetch()} height={120} />
        ) : (
          <Table<LoadStatistic>
            ref={scrollByKeys}
            size="small"
            rowKey="dtType"
            loading={!data}
            dataSource={data?.list ?? []}
            pagination={false}
            scroll={{ x: 'max-content' }}
            columns={[
              {
                key: 'type',
                title: text({ zh: '对比', en: 'Compared' }),
                render: (_: unknown, row) => text(TYPES[row.dtType] ?? { zh: '', en: '' }),
              },
              { key: 'date', dataIndex: 'date', title: text({ zh: '日期', en: 'Date' }) },
              {
                key: 'interval',
                title: text({ zh: '最大、最小', en: 'Highest, lowest' }),
                render: (_: unknown, { interval }) =>
                  interval ? (
                    <span title={text(ONE_STEP)}>{text(LOAD_STEPS[interval])}</span>
                  ) : (
                    <span title={text(NO_EXTREME)}>--</span>
                  ),
              },
              ...AMOUNTS.map(({ key, label }) => ({
                key,
                title: text(label),
                align: 'right' as const,
                render: (_: unknown, row: LoadStatistic) => (
                  <span title={titleOf(row, key, text)}>{formatScaled(row[key], scale)}</span>
                ),
              })),
              {
                key: 'rate',
                title: text({ zh: '负荷率', en: 'Load factor' }),
                align: 'right',
                render: (_: unknown, row) => formatPercent(row.pZRate, 1),
              },
            ]}
          />
        )}
      </Panel>
      {answer.notes?.map((note) => (
        <p key={note.zh} className={styles['hint']}>
          {text(note)}
        </p>
      ))}
      {by === 'year' && <LoadYear who={who} />}
      {by === 'year' && <LoadCurve who={who} />}
    </>
  );
}
