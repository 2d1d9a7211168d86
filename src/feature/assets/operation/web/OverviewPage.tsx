import { useQuery } from '@tanstack/react-query';
import { COST_BENEFIT_CODE } from '#feature/assets/settlement/contract.ts';
import { AmountBars, chartQuery, SiteFrame } from '#feature/assets/settlement/web/public.ts';
import { formatDifference } from '#domain/figure/number.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { AssetOverview } from '../contract.ts';
import { AlarmsPanel } from './AlarmsPanel.tsx';
import { overviewQuery } from './calls.ts';
import { DayFilter, useDay } from './DayFilter.tsx';
import { figuresOf } from './figures.ts';
import { LiveFlow } from './LiveFlow.tsx';
import { type DayWords, powerModel, socModel } from './models.ts';
import { useChargers, usePlanOfDay } from './useBeside.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Operation.module.css';

/** The assets of a site now, today and this month. */
export default function OverviewPage() {
  return (
    <SiteFrame filters={({ timeZone }) => <DayFilter timeZone={timeZone} />}>
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
    planOf: (version) => (version === null ? t('plan') : t('planVersion', { n: version })),
  };
}

function Overview({ siteId }: { readonly siteId: number }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const words = useDayWords();
  const { data, error, refetch } = useQuery(overviewQuery(siteId, useDay()));
  const may = useMay(COST_BENEFIT_CODE);
  const plan = usePlanOfDay(data);
  const chargers = useChargers(data);
  if (error && !data)
    return (
      <Panel>
        <ErrorState what={error.message} onRetry={() => void refetch()} height={320} />
      </Panel>
    );
  if (!data) return <LoadingState height={480} />;
  const hasSoc = data.stations.length > 0 || data.curve.soc.some((soc) => soc !== null);
  return (
    <div className={kit.stack}>
      <KeyFigures figures={figuresOf(data, chargers, t)} />
      <div className={styles['halves']}>
        <LiveFlow overview={data} />
        <div className={kit.stack}>
          {hasSoc && <ChartPanel model={socModel(data, words, plan)} height={150} group="assets" />}
          <ChartPanel
            model={powerModel(data, { ...words, name: t('power') }, plan)}
            height={hasSoc ? 150 : 300}
            group="assets"
          />
        </div>
      </div>
      <div className={kit.halves}>
        {may && <Month overview={data} />}
        <AlarmsPanel overview={data} />
      </div>
    </div>
  );
}

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
