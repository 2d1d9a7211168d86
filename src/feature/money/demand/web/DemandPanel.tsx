import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { get } from '#web/api.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Missing } from '#web/ui/NumberText.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import { methodsText } from '#domain/demand/ruleText.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { two } from '#domain/time/clock.ts';
import type { DemandMonth, DemandWire, SettlementDemand } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './DemandPanel.module.css';
import { windowText } from './windowText.ts';

export interface DemandPanelProps {
  readonly orgId?: number | null;
  readonly dataAmmeterId?: number | null;
  readonly dataType?: string | null;
  /** The last day; default today. */
  readonly to?: string | null;
  /** A figure that leads to where it comes from: the quarter of an hour in which its window ends. */
  readonly opens: (demand: DemandWire, label: string, text: string) => ReactNode;
}

/** The maximum demand of the last settlement months, with the window in which it occurred. */
export function DemandPanel({ opens, ...subject }: DemandPanelProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('demand');
  const say = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['demand', 'settlement', subject],
    queryFn: ({ signal }) =>
      get<SettlementDemand>('demand/settlement/getlist', { ...subject }, { quiet: true, signal }),
  });
  if (error)
    return (
      <Panel title={t('title')}>
        <ErrorState what={error.message} onRetry={() => void refetch()} height={120} />
      </Panel>
    );
  if (!data)
    return (
      <Panel title={t('title')}>
        <LoadingState height={120} />
      </Panel>
    );
  const known = data.list.filter((one) => one.maximum !== null || one.flags.length > 0);
  const [newest] = data.list;
  // By its months where they differ.
  const ways = data.list.toReversed().map(({ slip, month }) => ({ slip, months: [month, month] as const }));
  const method = data.meters > 1 ? t('summed', { n: data.meters }) : say(methodsText(ways));
  const how = newest?.account ? t('agreed', { how: method, account: newest.account }) : method;
  return (
    <Panel
      title={t('title')}
      unit={data.unit}
      flush
      extra={
        <span className={kit.quiet}>
          {t('settled', { day: data.settlementDay, hour: two(data.settlementHour) })}
          {' • '}
          {how}
        </span>
      }
    >
      {known.length === 0 ? (
        <EmptyState why={t('none')} height={120} />
      ) : (
        <Months data={data} known={known} opens={opens} />
      )}
    </Panel>
  );
}

function Months({
  data,
  known,
  opens,
}: Pick<DemandPanelProps, 'opens'> & {
  readonly data: SettlementDemand;
  readonly known: readonly DemandMonth[];
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('demand');
  const slides = known.some((one) => one.method === 'sliding' && one.maximum?.to !== one.block?.to);
  const block: TableColumn<DemandMonth> = {
    key: 'block',
    title: t('blockMaximum'),
    end: true,
    classOf: () => styles.second,
    render: ({ block }) =>
      block === null ? (
        <Missing />
      ) : (
        <span title={windowText(data.timeZone, block)}>{formatNumber(block.value)}</span>
      ),
  };
  const columns: TableColumn<DemandMonth>[] = [
    {
      key: 'month',
      title: t('month'),
      rowHead: true,
      classOf: () => styles.month,
      render: ({ month, unfinished }) => (
        <>
          {month} {unfinished && <small>{t('soFar')}</small>}
        </>
      ),
    },
    {
      key: 'maximum',
      title: t('maximum'),
      end: true,
      classOf: () => styles.maximum,
      render: (one) => <Maximum one={one} opens={opens} />,
    },
    {
      key: 'window',
      title: t('window'),
      render: (one) => <Window one={one} timeZone={data.timeZone} />,
    },
    ...(slides ? [block] : []),
    {
      key: 'coverage',
      title: t('coverage'),
      classOf: () => styles.second,
      render: ({ coverage, partial }) =>
        coverage === null ? (
          <Missing />
        ) : partial ? (
          <span title={t('partial')}>
            <CoverageMark coverage={Math.min(coverage, 99) / 100} />
          </span>
        ) : (
          '100%'
        ),
    },
  ];
  return (
    <Table<DemandMonth>
      look="panel"
      scroll={{ label: t('title'), height: 300 }}
      columns={columns}
      rows={known}
      keyOf={({ month }) => month}
    />
  );
}

function Maximum({ one, opens }: Pick<DemandPanelProps, 'opens'> & { readonly one: DemandMonth }) {
  const t = useTexts<typeof import('./texts.ts').texts>('demand');
  if (one.maximum === null) return <Missing />;
  const value = formatNumber(one.maximum.value);
  return (
    <>
      {one.atLeast && <small className={styles.second}>{t('atLeast')} </small>}
      {opens(one.maximum, t('openOrigin', { month: one.month, value }), value)}
    </>
  );
}

/** When the maximum was; of one that a register proves, what was measured. */
function Window({ one, timeZone }: { readonly one: DemandMonth; readonly timeZone: string }) {
  const t = useTexts<typeof import('./texts.ts').texts>('demand');
  const { maximum, measured } = one;
  if (maximum === null) return <span className={styles.second}>{t('none')}</span>;
  if (!maximum.proven) return windowText(timeZone, maximum);
  const known = measured
    ? t('onlyMeasured', {
        value: formatNumber(measured.value),
        window: windowText(timeZone, measured),
      })
    : t('none');
  return <span title={known}>{t('proven', { window: windowText(timeZone, maximum) })}</span>;
}
