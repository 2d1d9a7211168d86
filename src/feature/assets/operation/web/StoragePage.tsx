import { useQuery } from '@tanstack/react-query';
import { SiteFrame } from '#feature/assets/settlement/web/public.ts';
import { formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { clockAt } from '#domain/time/text.ts';
import { storageStation } from '#resource/archive/storageStation.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { AssetOverview, StationNow } from '../contract.ts';
import { Answered } from './Answered.tsx';
import { overviewQuery } from './calls.ts';
import { DayFilter, useDay } from './DayFilter.tsx';
import { CyclePanel } from './CyclePanel.tsx';
import { powerModel, socModel } from './models.ts';
import kit from '#web/ui/kit.module.css';
import { useDayWords } from './OverviewPage.tsx';
import { usePlanOfDay } from './useBeside.ts';

const number = (value: number | null | undefined, decimals = 1): string =>
  value === null || value === undefined ? MISSING : formatNumber(value, decimals);

/** The batteries of a site now and today. */
export default function StoragePage() {
  return (
    <SiteFrame filters={({ timeZone }) => <DayFilter timeZone={timeZone} />}>
      {({ siteId }) => <Storage key={siteId} siteId={siteId} />}
    </SiteFrame>
  );
}

function Storage({ siteId }: { readonly siteId: number }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const words = useDayWords();
  const query = useQuery(overviewQuery(siteId, useDay()));
  const plan = usePlanOfDay(query.data);
  return (
    <Answered
      query={query}
      empty={({ stations }) => (stations.length > 0 ? null : { why: t('noStation'), enter: storageStation })}
    >
      {(overview) => (
        <div className={kit.stack}>
          {overview.stations.map((station) => (
            <Station key={station.stationId} station={station} overview={overview} />
          ))}
          <ChartPanel model={socModel(overview, words, plan)} height={220} group="storage" />
          <ChartPanel
            model={powerModel(
              { ...overview, curve: { ...overview.curve, pv: [], grid: [], load: [] } },
              { ...words, name: t('power') },
              plan,
            )}
            height={200}
            group="storage"
          />
          <CyclePanel
            key={overview.date}
            siteId={siteId}
            span={{ begin: `${overview.date.slice(0, 7)}-01`, end: overview.date }}
          />
        </div>
      )}
    </Answered>
  );
}

function Station({ station, overview }: { readonly station: StationNow; readonly overview: AssetOverview }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const settled = overview.today.assets.find(
    ({ asset, assetId }) => asset === 'storage' && assetId === station.stationId,
  );
  const { power, doing } = station;
  return (
    <Panel
      title={
        <PageLink kind="meter" id={station.ammeterId}>
          {station.name}
        </PageLink>
      }
      unit={t('rated', { kW: formatFull(station.ratedPower), kWh: formatFull(station.ratedEnergy) })}
      flush
    >
      <KeyFigures
        compact
        figures={[
          {
            key: 'power',
            label: doing ? `${t('battery')} ${t(doing)}` : t('power'),
            value: power.value === null ? MISSING : number(Math.abs(power.value)),
            unit: 'kW',
            comparison: {
              label:
                power.at === null ? t('never') : t('lastAt', { at: clockAt(overview.timeZone, power.at) }),
              value: '',
            },
          },
          {
            key: 'soc',
            label: t('soc'),
            value: number(station.soc),
            unit: '%',
            share: station.soc === null ? null : station.soc / 100,
          },
          { key: 'soh', label: t('soh'), value: number(station.soh), unit: '%' },
          {
            key: 'energy',
            label: t('todayBattery'),
            value: `${number(settled?.charged)} / ${number(settled?.discharged)}`,
            unit: 'kWh',
            coverage: settled?.coverage == null ? null : settled.coverage / 100,
          },
          { key: 'cycles', label: t('cycles'), value: number(settled?.cycles, 2) },
          {
            key: 'net',
            label: t('todayNet'),
            value: number(settled?.net, 2),
            unit: 'CNY',
            ...(overview.today.unfinished ? { quality: 'unfinished' as const } : {}),
          },
        ]}
      />
    </Panel>
  );
}
