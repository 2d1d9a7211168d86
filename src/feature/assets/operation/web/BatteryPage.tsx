import { useQuery } from '@tanstack/react-query';
import { RangeFilter, SiteFrame, useSpan } from '#feature/assets/settlement/web/public.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { storageUnit } from '#resource/archive/storageUnit.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { type KeyFigure, KeyFigures } from '#web/ui/KeyFigures.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { BatteryBucket, BatteryDevice } from '../contract.ts';
import { Answered } from './Answered.tsx';
import { operationQuery } from './calls.ts';
import { CellRules } from './CellRules.tsx';
import { CyclesTab } from './CyclesTab.tsx';
import { daysModel } from './models.ts';
import { PeerRules } from './PeerRules.tsx';
import { DailyTable } from './DailyTable.tsx';
import kit from '#web/ui/kit.module.css';

const number = (value: number | null, decimals = 1): string =>
  value === null ? MISSING : formatNumber(value, decimals);

/** Battery clusters day by day: efficiency, cycles, state of health, how even their cells are. */
export default function BatteryPage() {
  return (
    <SiteFrame filters={() => <RangeFilter />}>
      {({ siteId }) => <Batteries key={siteId} siteId={siteId} />}
    </SiteFrame>
  );
}

const readTab = (raw: RawAddress) => ({
  tab: raw['tab'] === 'cycles' ? ('cycles' as const) : ('cells' as const),
});

function Batteries({ siteId }: { readonly siteId: number }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const span = useSpan();
  const [{ tab }, change] = useAddress(readTab);
  const query = useQuery(operationQuery('battery', siteId, span));
  return (
    <Answered
      query={query}
      empty={({ battery }) => (battery.length > 0 ? null : { why: t('noBattery'), enter: storageUnit })}
    >
      {({ battery }) => (
        <div className={kit.stack}>
          <div>
            <Segmented
              label={t('view')}
              value={tab}
              options={[
                { value: 'cells', text: t('tabCells') },
                { value: 'cycles', text: t('tabCycles') },
              ]}
              onChange={(next) => change({ tab: next })}
            />
          </div>
          {tab === 'cells' ? (
            battery.map((device) => <Battery key={device.id} device={device} />)
          ) : (
            <CyclesTab siteId={siteId} span={span} devices={battery} />
          )}
        </div>
      )}
    </Answered>
  );
}

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;

function figuresOf(
  { total, buckets, spreadLimit, temperatureLimit, ratedCycles }: BatteryDevice,
  t: Say,
): KeyFigure[] {
  const beyond = (of: (bucket: BatteryBucket) => number | null, limit: number | null) => {
    if (limit === null) return {};
    const n = buckets.filter((bucket) => (of(bucket) ?? -Infinity) > limit).length;
    return {
      comparison: {
        label: `${t('limit')} ${formatNumber(limit, limit < 5 ? 3 : 0)}`,
        value: n > 0 ? t('beyond', { n }) : '',
      },
    };
  };
  return [
    { key: 'efficiency', label: t('efficiency'), value: number(total.efficiency, 2), unit: '%' },
    {
      key: 'cycles',
      label: t('cycles'),
      value: number(total.cycles, 2),
      ...(ratedCycles === null
        ? {}
        : { comparison: { label: t('cyclesUsed', { n: formatNumber(ratedCycles, 0) }), value: '' } }),
    },
    { key: 'soh', label: t('soh'), value: number(total.soh), unit: '%' },
    {
      key: 'soc',
      label: t('socRange'),
      value: `${number(total.socMin, 0)} – ${number(total.socMax, 0)}`,
      unit: '%',
    },
    {
      key: 'spread',
      label: t('spreadMax'),
      value: number(total.spread, 3),
      unit: 'V',
      ...beyond(({ spread }) => spread, spreadLimit),
    },
    {
      key: 'temperature',
      label: t('temperature'),
      value: number(total.temperatureMax),
      unit: '℃',
      ...beyond(({ temperatureMax }) => temperatureMax, temperatureLimit),
    },
  ];
}

function Battery({ device }: { readonly device: BatteryDevice }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const { buckets } = device;
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
        <KeyFigures compact figures={figuresOf(device, t)} />
        <CellRules device={device} />
        <PeerRules kind="cluster" id={device.id} rules={device.peerRules} count={device.clusters} />
      </Panel>
      <CellCharts device={device} />
      <AgeCharts buckets={buckets} />
      <DayTable buckets={buckets} />
    </>
  );
}

function CellCharts({ device }: { readonly device: BatteryDevice }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const { buckets, spreadLimit, temperatureLimit } = device;
  const limit = (value: number | null) => (value === null ? {} : { limits: [{ value, label: t('limit') }] });
  return (
    <div className={kit.halves}>
      <ChartPanel
        model={daysModel(
          t('spread'),
          'V',
          buckets,
          [
            {
              key: 'spread',
              label: t('spreadMax'),
              kind: 'step',
              color: { series: 4 },
              of: ({ spread }) => spread,
              main: true,
            },
          ],
          { ...limit(spreadLimit), decimals: 3 },
        )}
        height={200}
      />
      <ChartPanel
        model={daysModel(
          t('temperature'),
          '℃',
          buckets,
          [
            {
              key: 'max',
              label: t('temperature'),
              kind: 'step',
              color: { series: 7 },
              of: (one) => one.temperatureMax,
              main: true,
            },
            {
              key: 'spread',
              label: t('temperatureSpread'),
              kind: 'step',
              color: 'text2',
              of: (one) => one.temperatureSpread,
            },
          ],
          { ...limit(temperatureLimit), decimals: 1 },
        )}
        height={200}
      />
    </div>
  );
}

function AgeCharts({ buckets }: { readonly buckets: readonly BatteryBucket[] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  return (
    <div className={kit.halves}>
      <ChartPanel
        model={daysModel(
          t('efficiency'),
          '%',
          buckets,
          [
            {
              key: 'efficiency',
              label: t('efficiency'),
              kind: 'line',
              color: 'primary',
              of: ({ efficiency }) => efficiency,
              main: true,
            },
          ],
          { decimals: 1 },
        )}
        height={200}
      />
      <ChartPanel
        model={daysModel(
          t('soh'),
          '%',
          buckets,
          [
            {
              key: 'soh',
              label: t('soh'),
              kind: 'line',
              color: { series: 3 },
              of: ({ soh }) => soh,
              main: true,
            },
          ],
          { decimals: 1 },
        )}
        height={200}
      />
    </div>
  );
}

function DayTable({ buckets }: { readonly buckets: readonly BatteryBucket[] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  return (
    <DailyTable
      days={buckets}
      height={320}
      columns={[
        ['charged', t('charged'), 'kWh', 1],
        ['discharged', t('discharged'), 'kWh', 1],
        ['efficiency', t('efficiency'), '%', 2],
        ['cycles', t('cycles'), '', 3],
        ['socMin', t('socLowest'), '%', 1],
        ['socMax', t('socHighest'), '%', 1],
        ['cellMax', t('highestCell'), 'V', 3],
        ['cellMin', t('lowestCell'), 'V', 3],
        ['spread', t('spreadMax'), 'V', 3],
        ['temperatureMax', t('temperature'), '℃', 1],
        ['soh', t('soh'), '%', 1],
      ]}
    />
  );
}
