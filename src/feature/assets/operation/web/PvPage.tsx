import { useQuery } from '@tanstack/react-query';
import { RangeFilter, SiteFrame, useSpan } from '#feature/assets/settlement/web/public.ts';
import { formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { pvPlant } from '#resource/archive/pvPlant.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { AssetOverview, PvBucket, PvDevice } from '../contract.ts';
import { Answered } from './Answered.tsx';
import { operationQuery, overviewQuery } from './calls.ts';
import { daysModel, powerModel } from './models.ts';
import kit from '#web/ui/kit.module.css';
import { useDayWords } from './OverviewPage.tsx';
import { Inverters } from './Inverters.tsx';
import { PvHints } from './PvHints.tsx';

const number = (value: number | null | undefined, decimals = 1): string =>
  value === null || value === undefined ? MISSING : formatNumber(value, decimals);

/** The PV plants of a site: now, day by day, inverters beside each other, what wears. */
export default function PvPage() {
  return (
    <SiteFrame filters={() => <RangeFilter />}>
      {({ siteId }) => <Plants key={siteId} siteId={siteId} />}
    </SiteFrame>
  );
}

function Plants({ siteId }: { readonly siteId: number }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const words = useDayWords();
  const { data: overview } = useQuery(overviewQuery(siteId));
  return (
    <Answered
      query={useQuery(operationQuery('pv', siteId, useSpan()))}
      empty={({ pv }) => (pv.length > 0 ? null : { why: t('noPlant'), enter: pvPlant })}
    >
      {({ pv, timeZone }) => (
        <div className={kit.stack}>
          {pv.map((device) => (
            <Plant key={device.id} device={device} timeZone={timeZone} overview={overview} />
          ))}
          {overview && (
            <ChartPanel
              model={powerModel(
                { ...overview, curve: { ...overview.curve, battery: [] } },
                { ...words, name: t('todayPv') },
              )}
              height={220}
            />
          )}
        </div>
      )}
    </Answered>
  );
}

interface PlantProps {
  readonly device: PvDevice;
  readonly overview: AssetOverview | undefined;
}

function Plant({ device, timeZone, overview }: PlantProps & { readonly timeZone: string }) {
  const { buckets } = device;
  return (
    <>
      <Head device={device} overview={overview} />
      <Charts buckets={buckets} />
      <div className={kit.halves}>
        <Inverters device={device} />
        <PvHints device={device} timeZone={timeZone} />
      </div>
    </>
  );
}

function Head({ device, overview }: PlantProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const { total, ratedPower } = device;
  const now = overview?.plants.find(({ plantId }) => plantId === device.id);
  return (
    <Panel
      title={
        <PageLink kind="meter" id={device.ammeterId}>
          {device.name}
        </PageLink>
      }
      unit={`${formatFull(ratedPower)} kWp`}
      flush
    >
      <KeyFigures
        compact
        figures={[
          {
            key: 'now',
            label: t('powerNow'),
            value: number(now?.power.value),
            unit: 'kW',
            comparison: { label: t('irradiance'), value: `${number(now?.irradiance, 0)} W/m²` },
          },
          {
            key: 'generated',
            label: t('generated'),
            value: number(total.generated),
            unit: 'kWh',
            coverage: total.coverage === null ? null : total.coverage / 100,
          },
          {
            key: 'yield',
            label: t('specificYield'),
            value: number(total.specificYield, 2),
            unit: 'kWh/kWp',
          },
          {
            key: 'sun',
            label: t('irradiation'),
            value: number(total.irradiation),
            unit: 'kWh/m²',
            ...(total.irradiationCoverage === null || total.irradiationCoverage >= 100
              ? {}
              : { comparison: { label: t('knownSun', { n: total.irradiationCoverage }), value: '' } }),
          },
          { key: 'pr', label: t('pr'), value: number(total.performanceRatio), unit: '%' },
        ]}
      />
    </Panel>
  );
}

function Charts({ buckets }: { readonly buckets: readonly PvBucket[] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  return (
    <div className={kit.halves}>
      <ChartPanel
        model={daysModel(t('specificYield'), 'kWh/kWp', buckets, [
          {
            key: 'yield',
            label: t('specificYield'),
            kind: 'bar',
            color: { series: 2 },
            of: (one) => one.specificYield,
          },
          {
            key: 'sun',
            label: t('irradiation'),
            kind: 'step',
            color: 'text2',
            of: (one) => one.irradiation,
          },
        ])}
        height={220}
      />
      <ChartPanel
        model={daysModel(
          t('pr'),
          '%',
          buckets,
          [
            {
              key: 'pr',
              label: t('pr'),
              kind: 'line',
              color: 'primary',
              of: (one) => one.performanceRatio,
              main: true,
            },
          ],
          { freeAxis: true, decimals: 1 },
        )}
        height={220}
      />
    </div>
  );
}
