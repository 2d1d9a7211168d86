import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { BatteryDevice, OperationData } from '../contract.ts';
import { operationQuery } from './calls.ts';
import { chargesOf, type CycleDay, cycleDays, depthCounts, DEPTHS, isAlone, wearOf } from './cycles.ts';
import { CyclePanel } from './CyclePanel.tsx';
import { DailyTable } from './DailyTable.tsx';
import { daysModel } from './models.ts';
import kit from '#web/ui/kit.module.css';

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;

interface Props {
  readonly siteId: number;
  readonly span: { readonly begin: string; readonly end: string };
  readonly devices: readonly BatteryDevice[];
}

/** How often and how deep the clusters of a site were cycled, and what that costs of the life that they are built for. */
export function CyclesTab({ siteId, span, devices }: Props) {
  const query = useQuery(operationQuery('charge', siteId, span));
  return (
    <>
      {devices.map((device) => (
        <ClusterCycles key={device.id} device={device} query={isAlone(device, devices) ? query : null} />
      ))}
      <CyclePanel key={`${span.begin} ${span.end}`} siteId={siteId} span={span} />
    </>
  );
}

const number = (value: number | null, decimals = 1): string =>
  value === null ? MISSING : formatNumber(value, decimals);

function figuresOf(days: readonly CycleDay[], { ratedCycles, total }: BatteryDevice, t: Say, now: number) {
  const { perDay, used, years } = wearOf(days, ratedCycles, now);
  const deepest = days.flatMap((day) => day.deepest ?? []);
  return [
    { key: 'cycles', label: t('cycles'), value: number(total.cycles, 2) },
    { key: 'perDay', label: t('cyclesADay'), value: number(perDay, 2) },
    {
      key: 'throughput',
      label: t('throughput'),
      value: number(sumOf(days.map((day) => day.throughput)), 0),
      unit: 'kWh',
    },
    {
      key: 'deepest',
      label: t('deepest'),
      value: number(deepest.length === 0 ? null : Math.max(...deepest)),
      unit: '%',
    },
    { key: 'used', label: t('lifeUsed'), value: number(used, 2), unit: '%', full: t('lifeUsedNote') },
    { key: 'years', label: t('lifeLasts'), value: number(years, 1), unit: t('years') },
  ];
}

/** Discharges by the class of their depth. */
function depthModel(counts: readonly number[], t: Say): BucketChart {
  return {
    kind: 'buckets',
    name: t('depths'),
    scale: { unit: t('times'), factor: 1, decimals: 0 },
    x: {
      names: DEPTHS.map((low, i) => `${low}–${DEPTHS[i + 1] ?? 100}%`),
      ticks: DEPTHS.map((low, i) => ({ at: i + 0.5, text: `${low}–${DEPTHS[i + 1] ?? 100}%` })),
    },
    series: [
      { key: 'n', label: t('discharges'), kind: 'bar', color: { series: 1 }, values: counts, main: true },
    ],
  };
}

interface ClusterProps {
  readonly device: BatteryDevice;
  /** The charges of the site; null where nobody knows whose those of its station are. */
  readonly query: UseQueryResult<OperationData> | null;
}

function ClusterCycles({ device, query }: ClusterProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const [now] = useState(() => Date.now());
  const events = query?.data;
  const days = cycleDays(device, chargesOf(device, events?.charge ?? []), events?.timeZone ?? 'UTC');
  return (
    <>
      <Panel
        title={
          <PageLink kind="meter" id={device.ammeterId}>
            {device.name}
          </PageLink>
        }
        unit={device.ratedEnergy === null ? undefined : `${formatNumber(device.ratedEnergy, 0)} kWh`}
        flush
      >
        <KeyFigures compact figures={figuresOf(days, device, t, now)} />
      </Panel>
      <CycleCharts days={days} />
      <Depths device={device} query={query} />
      <DailyTable
        days={days}
        height={320}
        columns={[
          ['throughput', t('throughput'), 'kWh', 1],
          ['cycles', t('cycles'), '', 3],
          ...(events
            ? ([
                ['discharges', t('discharges'), '', 0],
                ['deepest', t('deepest'), '%', 1],
              ] as const)
            : []),
          ['swing', t('swing'), '%', 1],
          ['socMin', t('socLowest'), '%', 1],
          ['socMax', t('socHighest'), '%', 1],
        ]}
      />
    </>
  );
}

function CycleCharts({ days }: { readonly days: readonly CycleDay[] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const cycles = { key: 'cycles', label: t('cycles'), kind: 'bar', color: { series: 1 }, of: (day: CycleDay) => day.cycles, main: true } as const; // prettier-ignore
  const swing = { key: 'swing', label: t('swing'), kind: 'bar', color: { series: 5 }, of: (day: CycleDay) => day.swing, main: true } as const; // prettier-ignore
  return (
    <div className={kit.halves}>
      <ChartPanel model={daysModel(cycles.label, '', days, [cycles], { decimals: 2 })} height={200} />
      <ChartPanel model={daysModel(swing.label, '%', days, [swing], { decimals: 1 })} height={200} />
    </div>
  );
}

/** How deep the discharges were; why that is not known where it is not. */
function Depths({ device, query }: ClusterProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const events = query?.data;
  const { ratedEnergy } = device;
  const counts = events ? depthCounts(chargesOf(device, events.charge), ratedEnergy) : null;
  if (counts?.some((n) => n > 0)) return <ChartPanel model={depthModel(counts, t)} height={180} />;
  const blank = (): ReactNode => {
    if (ratedEnergy === null) return <EmptyState why={t('noRated')} height={80} />;
    if (!query) return <EmptyState why={t('severalClusters')} height={80} />;
    if (events) return <EmptyState why={t('noRecords')} height={80} />;
    if (query.error)
      return <ErrorState what={query.error.message} onRetry={() => void query.refetch()} height={80} />;
    return <LoadingState height={80} />;
  };
  return <Panel title={t('depths')}>{blank()}</Panel>;
}
