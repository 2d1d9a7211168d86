import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { PAGE_SIZES } from '#contract/envelope.ts';
import { INTERVAL } from '#contract/interval.ts';
import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import { isShown, type Period, PERIOD_NUMBERS, PERIODS } from '#contract/period.ts';
import { qualityOf, shareOf } from '#web/provenance/quality.ts';
import type { OpenBucket } from '#web/provenance/openBucket.ts';
import { get, type Params } from '#web/api.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ExportMenu } from '#web/ui/ExportMenu.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatChange, formatFull, formatNumber, formatScaled, scaleFor } from '#domain/figure/number.ts';
import { dateText, lastDayOf, partsOfDate } from '#domain/time/date.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { QualityTag } from '#web/ui/QualityTag.tsx';
import { scrollByKeys } from '#web/ui/scrollByKeys.ts';
import type { ChargeChart, ChargeDetail, ChargeStatistics, CostBefore } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Charge.module.css';
import { compareModel, stackModel } from './models.ts';
import { unitText } from '#web/ui/unit.ts';

type Mode = 'day' | 'month' | 'year';
const CODES = { day: INTERVAL.hour, month: INTERVAL.day, year: INTERVAL.month } as const;
const LEVELS = { day: 2, month: 3, year: 4 } as const;

/** First and last date of the period of a date. */
function rangeOf(mode: Mode, date: string): { begin: string; end: string } {
  if (mode === 'day') return { begin: date, end: date };
  if (mode === 'year') return { begin: `${date.slice(0, 4)}-01-01`, end: `${date.slice(0, 4)}-12-31` };
  const [year, month] = partsOfDate(date);
  return { begin: `${date.slice(0, 7)}-01`, end: dateText({ year, month, day: lastDayOf(year, month) }) };
}

export interface PeriodViewProps {
  readonly who: Params;
  readonly mode: Mode;
  readonly date: string;
  readonly what: 'CZ' | 'PP';
  readonly onOpen: (opens: Omit<OpenBucket, 'meter'>) => void;
}

/** A day, month or year: what it costs, beside what it is compared with, by tariff period, and in detail. */
export function PeriodView({ who, mode, date, what, onOpen }: PeriodViewProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('charge');
  const say = useText();
  const range = rangeOf(mode, date);
  const ask = <T,>(call: string, params: Params) => ({
    queryKey: ['charge', call, who, params],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      get<T>(`sdata/chargeAnalysis/${call}`, { ...who, ...params }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });
  const parts = PERIOD_NUMBERS.map((period) => `${what}${period}`);
  const chart = useQuery(
    ask<ChargeChart>('getChargeChart', {
      periodCode: CODES[mode],
      dt: date,
      dataCodes: [what, ...parts].join(','),
    }),
  );
  const figures = useQuery(ask<ChargeStatistics>('getChargeStatistics', range));
  const details = useQuery(ask<ChargeDetail[]>('getDayDetails', { interval: CODES[mode], ...range }));
  const error = chart.error ?? figures.error ?? details.error;
  if (error)
    return (
      <Panel>
        <ErrorState what={error.message} onRetry={() => void chart.refetch()} height={320} />
      </Panel>
    );
  if (!chart.data || !figures.data)
    return (
      <Panel>
        <LoadingState height={480} />
      </Panel>
    );
  const stale = chart.isPlaceholderData || figures.isPlaceholderData;
  const empty = what === 'CZ' && chart.data.series.every((one) => one.total === null);
  return (
    <div className={`${kit.stack} ${stale ? styles['waiting'] : ''}`} aria-busy={stale}>
      <Figures data={figures.data} />
      {empty ? (
        <Panel>
          <EmptyState why={t('noCost')} next={t('noCostNext')} height={240} />
        </Panel>
      ) : (
        <>
          <ChartPanel model={compareModel(chart.data, what, false, t('compare'), say)} height={260} />
          {mode === 'month' && (
            <ChartPanel model={compareModel(chart.data, what, true, t('changes'), say)} height={180} />
          )}
          <ChartPanel model={stackModel(chart.data, what, t('byPeriod'), say, t('unplaced'))} height={220} />
        </>
      )}
      <Details
        rows={details.data}
        exported={{ ...who, interval: CODES[mode], ...range }}
        unit={figures.data.unit}
        onOpen={(at) => onOpen({ level: LEVELS[mode], at })}
      />
    </div>
  );
}

function Figures({ data }: { data: ChargeStatistics }) {
  const t = useTexts<typeof import('./texts.ts').texts>('charge');
  const say = useText();
  const { amounts, unit, averagePrice, priceBefore, unpriced, before, yearBefore } = data;
  const money = unitText('CNY');
  const lacking = unpriced > 0 ? `\n${t('unpriced', { amount: formatFull(unpriced), unit })}` : '';
  const scale = scaleFor(unit, [amounts.PP]);
  const quality = qualityOf(data.flags);
  const against = (label: string, { change, why, CZ }: CostBefore) => ({
    label,
    value: formatChange(change),
    title: why ? say(NOT_COMPARABLE[why]) : `${formatFull(CZ)} ${money}`,
  });
  return (
    <KeyFigures
      compact
      figures={[
        {
          key: 'cost',
          label: t('total'),
          value: formatNumber(amounts.CZ, 2),
          unit: 'CNY',
          full: `${formatFull(amounts.CZ)} ${money}${lacking}`,
          ...(unpriced > 0 ? { quality: 'partial' as const } : {}),
          comparison: against(t('before'), before),
        },
        {
          key: 'energy',
          label: t('used'),
          value: formatScaled(amounts.PP, scale),
          unit: scale.unit,
          full: `${formatFull(amounts.PP)} ${unit}`,
          coverage: shareOf(data.coverage),
          ...(quality ? { quality } : {}),
          comparison: against(t('yearBeforeCost'), yearBefore),
        },
        {
          key: 'price',
          label: t('average'),
          value: formatNumber(averagePrice, 4),
          unit: `CNY/${unit}`,
          comparison: {
            label: t('before'),
            value: formatChange(priceBefore.change),
            title: priceBefore.why
              ? say(NOT_COMPARABLE[priceBefore.why])
              : `${formatNumber(priceBefore.price, 4)} ${money}/${unit}`,
          },
        },
        ...PERIOD_NUMBERS.filter((period) => isShown(period, Boolean(amounts[`PP${period}`]))).map(
          (period) => ({
            key: `p${period}`,
            label: say(PERIODS[period]),
            value: formatNumber(amounts[`CZ${period}`], 2),
            unit: 'CNY',
            full: `${formatFull(amounts[`CZ${period}`])} ${money}`,
          }),
        ),
      ]}
    />
  );
}

function Details({
  rows,
  exported,
  unit,
  onOpen,
}: {
  rows: readonly ChargeDetail[] | undefined;
  /** What the export asks for. */
  exported: Params;
  unit: string;
  onOpen: (at: number) => void;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('charge');
  const say = useText();
  const money = unitText('CNY');
  const number = (key: keyof ChargeDetail, title: string, decimals: number) => ({
    key,
    title,
    align: 'right' as const,
    render: (_: unknown, row: ChargeDetail) => formatNumber(row[key] as number | null, decimals),
  });
  // A tariff period that an hour is not in lacks nothing there.
  const part = (key: `CZ${Period}`, title: string) => ({
    ...number(key, title, 2),
    render: (_: unknown, row: ChargeDetail) =>
      row[key] === null && row.CZ !== null ? '' : formatNumber(row[key], 2),
  });
  return (
    <Panel
      title={t('details')}
      flush
      extra={<ExportMenu call="sdata/chargeAnalysis/exportDayDetails" params={exported} />}
    >
      <Table<ChargeDetail>
        ref={scrollByKeys}
        size="small"
        rowKey="from"
        dataSource={rows ? [...rows] : []}
        loading={!rows}
        scroll={{ x: 'max-content' }}
        pagination={{
          pageSizeOptions: [...PAGE_SIZES],
          defaultPageSize: 50,
          showSizeChanger: true,
          hideOnSinglePage: true,
        }}
        columns={[
          {
            key: 'time',
            title: t('time'),
            render: (_: unknown, row) => (
              <button
                type="button"
                className={`${kit.press} ${styles.press}`}
                onClick={() => onOpen(row.from)}
              >
                {row.time}
              </button>
            ),
          },
          number('CZ', `${t('cost')} ${money}`, 2),
          ...PERIOD_NUMBERS.filter((period) =>
            isShown(period, rows?.some((row) => row[`PP${period}`]) ?? false),
          ).map((period) => part(`CZ${period}`, `${say(PERIODS[period])} ${money}`)),
          number('PP', `${t('energy')} ${unit}`, 2),
          number('price', `${t('price')} ${money}/${unit}`, 4),
          ...(rows?.some(({ RCZ }) => RCZ !== null) ? [number('RCZ', `${t('credit')} ${money}`, 2)] : []),
          {
            key: 'coverage',
            title: t('coverage'),
            render: (_: unknown, row) => {
              const quality = qualityOf(row.flags);
              return (
                <>
                  <CoverageMark coverage={shareOf(row.coverage)} />
                  {quality && <QualityTag quality={quality} />}
                </>
              );
            },
          },
        ]}
      />
    </Panel>
  );
}
