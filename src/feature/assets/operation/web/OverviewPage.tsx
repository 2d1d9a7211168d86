import { sumOf } from '#domain/decimal/sum.ts';
import { useQuery } from '@tanstack/react-query';
import { COST_BENEFIT_CODE } from '#feature/assets/settlement/contract.ts';
import { AmountBars, chartQuery, SiteFrame } from '#feature/assets/settlement/web/public.ts';
import { formatDifference, formatNumber, MISSING } from '#domain/figure/number.ts';
import { clockAt, timeAt } from '#domain/time/text.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { type KeyFigure, KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { AssetOverview } from '../contract.ts';
import { overviewQuery } from './calls.ts';
import { DayFilter, useDay } from './DayFilter.tsx';
import { LiveFlow } from './LiveFlow.tsx';
import { type DayWords, powerModel, socModel } from './models.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Operation.module.css';

/** The assets of a site now, today and this month. */
export default function OverviewPage() {
  return (
    <SiteFrame filters={() => <DayFilter />}>
      {({ siteId }) => <Overview key={siteId} siteId={siteId} />}
    </SiteFrame>
  );
}

/** Words of the charts of a day. */
export function useDayWords(): DayWords {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  return {
    name: t('socPower'),
    soc: t('soc'),
    upper: t('upper'),
    lower: t('lower'),
    pv: t('pv'),
    battery: t('battery'),
    grid: t('grid'),
    load: t('load'),
  };
}

function Overview({ siteId }: { readonly siteId: number }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const words = useDayWords();
  const { data, error, refetch } = useQuery(overviewQuery(siteId, useDay()));
  const may = useMay(COST_BENEFIT_CODE);
  if (error && !data)
    return (
      <Panel>
        <ErrorState what={error.message} onRetry={() => void refetch()} height={320} />
      </Panel>
    );
  if (!data) return <LoadingState height={480} />;
  return (
    <div className={kit.stack}>
      <KeyFigures figures={figuresOf(data, t)} />
      <div className={styles['halves']}>
        <LiveFlow overview={data} />
        <div className={kit.stack}>
          {data.stations.length > 0 && (
            <ChartPanel model={socModel(data, words)} height={150} group="assets" />
          )}
          <ChartPanel
            model={powerModel(data, { ...words, name: t('power') })}
            height={data.stations.length > 0 ? 150 : 300}
            group="assets"
          />
        </div>
      </div>
      <div className={kit.halves}>
        {may && <Month overview={data} />}
        <Alarms overview={data} />
      </div>
    </div>
  );
}

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;
const number = (value: number | null, decimals = 0): string =>
  value === null ? MISSING : formatNumber(value, decimals);

function figuresOf(overview: AssetOverview, t: Say): KeyFigure[] {
  const { energies, today } = overview;
  const share = today.coverage === null ? null : today.coverage / 100;
  const amount = (types: readonly string[]): number | null =>
    sumOf(
      today.assets.flatMap(({ rows }) => rows.map((row) => (types.includes(row.type) ? row.amount : null))),
    );
  const figures: KeyFigure[] = [];
  if (overview.plants.length > 0)
    figures.push({
      key: 'pv',
      label: t('todayPv'),
      value: number(energies.pv, 1),
      unit: 'kWh',
      coverage: share,
      comparison: { label: t('selfUsed'), value: `${number(energies.selfUsed, 1)} kWh` },
    });
  if (overview.stations.length > 0)
    figures.push({
      key: 'battery',
      label: t('todayBattery'),
      value: `${number(energies.charged, 1)} / ${number(energies.discharged, 1)}`,
      unit: 'kWh',
      comparison: {
        label: t('paid'),
        value: `${number(negated(amount(['charging'])), 2)} • ${t('earned')} ${number(amount(['discharging']), 2)}`,
      },
    });
  return [...figures, ...siteFigures(overview, t)];
}

function siteFigures({ energies, today, peak, grid, timeZone }: AssetOverview, t: Say): KeyFigure[] {
  return [
    {
      key: 'grid',
      label: t('todayGrid'),
      value: number(energies.bought, 1),
      unit: 'kWh',
      comparison: { label: t('fedIn'), value: number(energies.fedIn, 1) },
    },
    { key: 'load', label: t('todayLoad'), value: number(energies.load, 1), unit: 'kWh' },
    {
      key: 'net',
      label: t('todayNet'),
      value: formatDifference(today.net, 2),
      unit: 'CNY',
      ...(today.unfinished ? { quality: 'unfinished' as const } : {}),
    },
    {
      key: 'peak',
      label: t('peakToday'),
      value: number(peak?.demand ?? null, 1),
      unit: 'kW',
      ...(peak
        ? {
            comparison: {
              label: clockAt(timeZone, peak.at),
              value:
                grid.transformer === null
                  ? ''
                  : t('ofTransformer', { kVA: formatNumber(grid.transformer, 0) }),
            },
          }
        : {}),
    },
  ];
}

const negated = (value: number | null): number | null => (value === null ? null : -value);

function Month({ overview }: { readonly overview: AssetOverview }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const { siteId, date } = overview;
  const fromDt = `${date.slice(0, 7)}-01`;
  const { data, error, refetch } = useQuery(chartQuery({ siteId, fromDt, toDt: date }));
  return (
    <Panel
      title={t('monthIncome')}
      unit="CNY"
      extra={
        <GoLink goal={{ to: '/SDNGuangchuchong/CostBenefitAnalysis', search: { site: siteId } }}>
          {t('toBenefit')}
        </GoLink>
      }
    >
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={200} />
      ) : data ? (
        <>
          <AmountBars chart={data} />
          <p className={`${kit.quiet} ${styles.quiet}`}>
            {fromDt} – {date} • <b>{formatDifference(data.total.net, 2)}</b>
          </p>
        </>
      ) : (
        <LoadingState height={200} />
      )}
    </Panel>
  );
}

function Alarms({ overview }: { readonly overview: AssetOverview }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const { alarms, timeZone } = overview;
  return (
    <Panel
      title={t('alarms')}
      unit={t('alarmsOpen', { n: alarms.open })}
      extra={<GoLink goal={{ to: '/SDNAlertConfig/SDNRTAlertMonitor' }}>{t('toAlarms')}</GoLink>}
    >
      {alarms.rows.length === 0 ? (
        <EmptyState why={t('noAlarms')} height={120} />
      ) : (
        <ul className={`${kit.list} ${styles.alarms}`}>
          {alarms.rows.map((row) => (
            <li key={row.id}>
              <span>
                {row.name} {row.meter && <small>{row.meter}</small>}
              </span>
              <span>{timeAt(timeZone, row.raisedAt).slice(5)}</span>
              <small>{row.confirmed ? t('confirmed') : t('waits')}</small>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
