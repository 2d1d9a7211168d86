import { useQuery } from '@tanstack/react-query';
import { RangeFilter, SiteFrame, useSpan } from '#feature/assets/settlement/web/public.ts';
import { pvPlant } from '#resource/archive/pvPlant.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import type { AssetOverview, PvBucket, PvDevice } from '../contract.ts';
import { Answered } from './Answered.tsx';
import { operationQuery, overviewQuery } from './calls.ts';
import { daysModel, powerModel } from './models.ts';
import kit from '#web/ui/kit.module.css';
import { useDayWords } from './OverviewPage.tsx';
import { Inverters } from './Inverters.tsx';
import { PvHead } from './PvHead.tsx';
import { PvHints } from './PvHints.tsx';

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
      <PvHead device={device} now={overview?.plants.find(({ plantId }) => plantId === device.id)} />
      <Charts buckets={buckets} />
      <div className={kit.halves}>
        <Inverters device={device} />
        <PvHints device={device} timeZone={timeZone} />
      </div>
    </>
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
