import { useQuery } from '@tanstack/react-query';
import { RangeFilter, SiteFrame, useSpan } from '#feature/assets/settlement/web/public.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { storageUnit } from '#resource/archive/storageUnit.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { PcsBucket, PcsDevice } from '../contract.ts';
import { Answered } from './Answered.tsx';
import { operationQuery } from './calls.ts';
import { daysModel } from './models.ts';
import { DailyTable } from './DailyTable.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Operation.module.css';

const number = (value: number | null, decimals = 1): string =>
  value === null ? MISSING : formatNumber(value, decimals);

/** Converters day by day: what passed both of their sides, how well, how hard they worked. */
export default function PcsPage() {
  return (
    <SiteFrame filters={() => <RangeFilter />}>
      {({ siteId }) => <Converters key={siteId} siteId={siteId} />}
    </SiteFrame>
  );
}

function Converters({ siteId }: { readonly siteId: number }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const query = useQuery(operationQuery('pcs', siteId, useSpan()));
  return (
    <Answered
      query={query}
      empty={({ pcs }) => (pcs.length > 0 ? null : { why: t('noPcs'), enter: storageUnit })}
    >
      {({ pcs }) => (
        <div className={kit.stack}>
          {pcs.map((device) => (
            <Converter key={device.id} device={device} />
          ))}
        </div>
      )}
    </Answered>
  );
}

function Converter({ device }: { readonly device: PcsDevice }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const { total, buckets, ratedPower } = device;
  const figure = (key: string, label: string, value: number | null, unit: string, decimals = 1) => ({ key, label, value: number(value, decimals), unit }); // prettier-ignore
  return (
    <>
      <Panel
        title={
          <PageLink kind="meter" id={device.ammeterId}>
            {device.name}
          </PageLink>
        }
        unit={ratedPower === null ? undefined : `${formatNumber(ratedPower, 0)} kW`}
        flush
      >
        <KeyFigures
          compact
          figures={[
            {
              ...figure('charged', t('acCharge'), total.charged, 'kWh'),
              coverage: total.coverage === null ? null : total.coverage / 100,
            },
            figure('discharged', t('acDischarge'), total.discharged, 'kWh'),
            figure('in', t('chargeEfficiency'), total.chargeEfficiency, '%', 2),
            figure('out', t('dischargeEfficiency'), total.dischargeEfficiency, '%', 2),
            figure('peak', t('peak'), total.peak, 'kW'),
            figure('rate', t('loadRate'), total.loadRate, '%'),
          ]}
        />
        {device.batteries === 0 && <p className={styles['note']}>{t('noDc')}</p>}
      </Panel>
      <Charts buckets={buckets} />
      <DayTable buckets={buckets} />
    </>
  );
}

function Charts({ buckets }: { readonly buckets: readonly PcsBucket[] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  return (
    <div className={kit.halves}>
      <ChartPanel
        model={daysModel(
          t('pcsChart'),
          'kWh',
          buckets,
          [
            {
              key: 'in',
              label: t('charged'),
              kind: 'bar',
              color: { series: 3 },
              of: ({ charged }) => charged,
            },
            {
              key: 'out',
              label: t('discharged'),
              kind: 'bar',
              color: { series: 1 },
              of: ({ discharged }) => discharged,
            },
          ],
          { barWidth: 6 },
        )}
        height={220}
      />
      <ChartPanel
        model={daysModel(
          t('efficiencyChart'),
          '%',
          buckets,
          [
            {
              key: 'in',
              label: t('chargeEfficiency'),
              kind: 'line',
              color: { series: 3 },
              of: (one) => one.chargeEfficiency,
              main: true,
            },
            {
              key: 'out',
              label: t('dischargeEfficiency'),
              kind: 'line',
              color: { series: 1 },
              of: (one) => one.dischargeEfficiency,
            },
          ],
          { decimals: 2 },
        )}
        height={220}
      />
    </div>
  );
}

function DayTable({ buckets }: { readonly buckets: readonly PcsBucket[] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  return (
    <DailyTable
      days={buckets}
      height={360}
      columns={[
        ['charged', t('acCharge'), 'kWh', 1],
        ['discharged', t('acDischarge'), 'kWh', 1],
        ['dcCharged', t('dcCharged'), 'kWh', 1],
        ['dcDischarged', t('dcDischarged'), 'kWh', 1],
        ['chargeEfficiency', t('chargeEfficiency'), '%', 2],
        ['dischargeEfficiency', t('dischargeEfficiency'), '%', 2],
        ['peak', t('peak'), 'kW', 1],
        ['loadRate', t('loadRate'), '%', 1],
        ['coverage', t('coverage'), '%', 0],
      ]}
    />
  );
}
