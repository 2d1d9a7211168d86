import { sumOf } from '#domain/decimal/sum.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ENERGY } from '#contract/energyType.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { ExplainedPage } from '#web/provenance/ExplainedPage.tsx';
import { useOpened } from '#web/provenance/useOpened.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { type KeyFigure, KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { AssetSettlement, AssetSite, RevenueChart, SiteSettlement } from '../contract.ts';
import { AmountBars } from './AmountBars.tsx';
import { chartQuery } from './calls.ts';
import { EventPanel } from './EventPanel.tsx';
import { DoubtPanel, LinePanel, ProofPanel } from './LinePanel.tsx';
import { revenueModel } from './models.ts';
import { RangeFilter } from './RangeFilter.tsx';
import { monthOfDate } from './runningMonth.ts';
import { useSpan } from './useSpan.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Settlement.module.css';
import { SiteFrame } from './SiteFrame.tsx';
import { storageTotals } from './storageTotals.ts';

/** Of the name of a whole month, `2026-11`. */
const MONTH_LENGTH = 7;

/** What the assets of a site earned and cost: by day and type, line by line, event by event. */
export default function CostBenefitPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const { end } = useSpan();
  return (
    <SiteFrame
      filters={() => <RangeFilter />}
      actions={(site) => (
        <GoLink
          goal={{
            to: '/SDNGuangchuchong/Settlement',
            search: { site: site.siteId, month: monthOfDate(site, end) },
          }}
        >
          {t('openStatement')}
        </GoLink>
      )}
    >
      {(site) => <Benefit key={site.siteId} site={site} />}
    </SiteFrame>
  );
}

function Benefit({ site }: { readonly site: AssetSite }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const { begin, end } = useSpan();
  const { opened, open } = useOpened();
  const [now] = useState(() => Date.now());
  const span = { siteId: site.siteId, fromDt: begin, toDt: end };
  const { data, error, refetch } = useQuery(chartQuery(span));
  if (error && !data)
    return (
      <Panel>
        <ErrorState what={error.message} onRetry={() => void refetch()} height={320} />
      </Panel>
    );
  const meter = opened?.meter ?? data?.total.assets[0]?.ammeterId ?? null;
  return (
    <ExplainedPage
      whose={meter === null ? null : { orgId: null, dataAmmeterId: meter, dataType: ENERGY.electricity }}
      onMeter={(next) => open(opened && { ...opened, meter: next })}
    >
      <div className={kit.stack}>
        <Figures data={data} now={now} />
        <ChartPanel
          title={data ? `${t('chart')} • ${t(data.step === 'day' ? 'byDay' : 'byMonth')}` : t('chart')}
          foot={data && chartNote(data, t)}
          model={data ? revenueModel(data, { name: t('chart'), net: t('netLine') }, now) : null}
          height={280}
        />
        {!data ? (
          <Panel>
            <LoadingState height={280} />
          </Panel>
        ) : (
          <>
            <div className={styles['two']}>
              <LinePanel settlement={data.total} onOpen={open} />
              <div className={kit.stack}>
                <Panel title={t('chart')} unit="CNY">
                  <AmountBars chart={data} />
                </Panel>
                <ProofPanel settlement={data.total} onOpen={open} />
                <DoubtPanel settlement={data.total} />
              </div>
            </div>
            <EventPanel key={`${begin} ${end}`} span={span} />
          </>
        )}
      </div>
    </ExplainedPage>
  );
}

/** What a reader would not expect of the bars. */
function chartNote({ step, bars, types }: RevenueChart, t: Say): string | undefined {
  if (step === 'month') return bars.some(({ label }) => label.length > MONTH_LENGTH) ? t('partNote') : undefined; // prettier-ignore
  const place = types.findIndex(({ code }) => code === 'demandSaved');
  return bars.some(({ values }) => (values[place] ?? null) !== null) ? t('demandNote') : undefined;
}

const twoPlaces = (value: number | null | undefined): string =>
  value === null || value === undefined ? MISSING : formatNumber(value, 2);

/** What the net of a time pays back, years; null where nothing was invested, or nothing is earned. */
function paybackOf({ assets, net, from, to }: SiteSettlement, now: number): number | null {
  const investments = assets.flatMap(({ investment }) => investment ?? []);
  const days = (Math.min(to, now) - from) / DAY_MS;
  if (investments.length === 0 || net <= 0 || days < 7) return null;
  const invested = sumOf(investments) ?? 0;
  return invested / ((net / days) * 365);
}

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;

/** The batteries together; of several what cannot be added is told of each. */
function storageFigures(assets: readonly AssetSettlement[], t: Say): KeyFigure[] {
  const { gross, customer, owner, each } = storageTotals(assets);
  const many = each.length > 1;
  const cycles = each.map((one) => [many && one.assetName, twoPlaces(one.cycles)].filter(Boolean).join(' '));
  const efficiencies = each.map(({ efficiency }) => twoPlaces(efficiency));
  // Of how many days an efficiency is.
  const days = each
    .flatMap(({ assetName, efficiencyDays }) =>
      efficiencyDays ? [[many && assetName, t('wholeDays', efficiencyDays)].filter(Boolean).join(' ')] : [],
    )
    .join(' • ');
  return [
    {
      key: 'gross',
      label: t('gross'),
      value: twoPlaces(gross),
      unit: 'CNY',
      ...(customer === null
        ? {}
        : {
            comparison: {
              label: t('shares', { customer: twoPlaces(customer), owner: twoPlaces(owner) }),
              value: '',
            },
          }),
    },
    {
      key: 'efficiency',
      label: t('efficiency'),
      value: efficiencies.join(' / ') || MISSING,
      unit: '%',
      ...(many ? { full: each.map(({ assetName }, i) => `${assetName} ${efficiencies[i]}%`).join(' • ') } : {}), // prettier-ignore
      comparison:
        each.length > 0 && each.every(({ efficiencyDays }) => efficiencyDays?.known === 0)
          ? { label: t('noWholeDay'), value: '' }
          : {
              label: t('cycles'),
              value: cycles.join(' • ') || MISSING,
              ...(days === '' ? {} : { title: days }),
            },
    },
  ];
}

function Figures({ data, now }: { readonly data: RevenueChart | undefined; readonly now: number }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const total = data?.total;
  const invested = total?.assets.flatMap(({ investment }) => investment ?? []) ?? [];
  const payback = total ? paybackOf(total, now) : null;
  const figures: KeyFigure[] = [
    {
      key: 'net',
      label: t('net'),
      value: twoPlaces(total?.net),
      unit: 'CNY',
      coverage: total?.coverage == null ? null : total.coverage / 100,
      ...(total?.unfinished ? { quality: 'unfinished' as const } : {}),
    },
    { key: 'income', label: t('income'), value: twoPlaces(total?.income), unit: 'CNY' },
    { key: 'cost', label: t('cost'), value: twoPlaces(total?.cost), unit: 'CNY' },
    ...storageFigures(total?.assets ?? [], t),
    {
      key: 'payback',
      label: t('payback'),
      value: payback === null ? MISSING : formatNumber(payback, 1),
      unit: t('paybackUnit'),
      ...(invested.length === 0
        ? {}
        : {
            comparison: {
              label: t('paybackOf', {
                investment: formatNumber(sumOf(invested), 0),
              }),
              value: '',
            },
          }),
    },
  ];
  return <KeyFigures figures={figures} compact loading={!data} />;
}
