import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { dateAt, momentAt, startOfDate } from '#domain/time/text.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { Effect, Finding, RepairMeter } from '../contract.ts';
import type { RepairAddress } from './address.ts';
import { curveQuery, findingsQuery, refreshFigures } from './calls.ts';
import { energyChart, registerChart } from './curve.ts';
import { FindingPanel } from './FindingPanel.tsx';
import { FindingStrip } from './FindingStrip.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './MeterRepair.module.css';
import { MeterSelect } from './MeterSelect.tsx';
import { RepairPanel } from './RepairPanel.tsx';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

/** A spike is a doubtful rise and a fall, with missing time between: repaired together. */
function withNeighbours(finding: Finding, list: readonly Finding[]): { from: number; to: number } {
  const together: readonly Finding['kind'][] = ['missing', 'suspect', 'reset'];
  let { from, to } = finding;
  if (!together.includes(finding.kind) || finding.kind === 'missing') return { from, to };
  for (const one of list) if (together.includes(one.kind) && one.from === to) to = one.to;
  for (const one of list.toReversed()) if (together.includes(one.kind) && one.to === from) from = one.from;
  return { from, to };
}

export interface RepairsProps {
  readonly meters: readonly RepairMeter[];
  readonly meter: RepairMeter;
  readonly address: RepairAddress;
  readonly onChange: (
    part: Partial<Record<keyof RepairAddress, unknown>>,
    options?: { push?: boolean },
  ) => void;
}

/** The repair of one meter; what is shown and chosen stands in the address. */
export function Repairs({ meters, meter, address, onChange }: RepairsProps) {
  const t = useCorrectionTexts();
  const [view, setView] = useState<'energy' | 'register'>('energy');
  const [effect, setEffect] = useState<Effect | null>(null);
  const [page, setPage] = useState(1);
  const [opened] = useState(() => new Date());
  const { zone } = meter;
  const today = dateAt(zone, opened);
  // What ends at midnight belongs to the day before.
  const lastDay = meter.last === null ? today : momentAt(zone, meter.last - 1).slice(0, 10);
  const date = address.date ?? (lastDay < today ? lastDay : today);
  const from = startOfDate(zone, date);
  const to = startOfDate(zone, date, address.days);
  const shown = { ammeterId: meter.id, from, to };
  const curve = useQuery(curveQuery(shown));
  const findings = useQuery(findingsQuery(shown, page));
  const pending = findings.data?.pending ?? false;
  // Once all is folded, the curve and its values are asked for again.
  useEffect(() => (pending ? () => void refreshFigures() : undefined), [pending]);
  const interval = {
    from: address.from ?? from,
    to: address.to ?? (address.from === null ? to : address.from),
  };
  const data = curve.data;
  const model = useMemo(
    () =>
      data
        ? view === 'energy'
          ? energyChart(data, effect?.curve ?? null, t)
          : registerChart(data, t)
        : null,
    [data, effect, view, t],
  );
  const empty = data !== undefined && data.registers.length === 0 && data.energy.every((one) => one === null);

  const choose = (a: number, b: number, more: Partial<Record<keyof RepairAddress, unknown>> = {}): void => {
    setEffect(null);
    onChange({ from: a, to: b, ...more });
  };
  const go = (part: Partial<Record<keyof RepairAddress, unknown>>): void => {
    setEffect(null);
    setPage(1);
    onChange({ from: undefined, to: undefined, ...part }, { push: true });
  };
  const zoomTo = (finding: Finding): void => {
    const whole = withNeighbours(finding, findings.data?.list ?? []);
    // What fits into a day is shown by the day.
    const day = momentAt(zone, whole.from).slice(0, 10);
    const fits = whole.to <= startOfDate(zone, day, 1);
    choose(whole.from, whole.to, fits ? { date: day, days: 1 } : {});
  };
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      <FilterBar unfolded>
        <MeterSelect
          meters={meters}
          value={meter.id}
          onChange={(id) => go({ ammeterId: id, date: undefined })}
        />
        <PeriodPicker kind="day" value={date} max={today} onChange={(day) => go({ date: day })} />
        <Segmented
          label={t('span')}
          value={String(address.days)}
          onChange={(days) => go({ days: Number(days) })}
          options={(['1', '3', '7'] as const).map((value) => ({ value, text: t(`days${value}`) }))}
        />
      </FilterBar>
      <div className={styles.grid}>
        <div className={kit.stack}>
          <ChartPanel
            model={model}
            height={300}
            extra={
              <Segmented
                small
                label={t('curve')}
                value={view}
                onChange={setView}
                options={[
                  { value: 'energy', text: t('energy') },
                  { value: 'register', text: t('register') },
                ]}
              />
            }
            onPick={(bucket) => {
              if (view === 'energy') choose(from + bucket * QUARTER_MS, from + (bucket + 1) * QUARTER_MS);
              else {
                const ts = data?.registers[bucket]?.ts;
                if (ts !== undefined) choose(ts, ts);
              }
            }}
            {...(curve.isError
              ? {
                  instead: (
                    <ErrorState
                      what={curve.error.message}
                      onRetry={() => void curve.refetch()}
                      height={300}
                    />
                  ),
                }
              : empty
                ? { instead: <EmptyState why={t('nothing')} next={t('nothingNext')} height={300} /> }
                : {})}
            foot={
              model?.kind === 'buckets' && !empty && !curve.isError ? (
                <FindingStrip
                  model={model}
                  findings={findings.data?.list ?? []}
                  from={from}
                  to={to}
                  chosen={address.from === null ? null : interval}
                />
              ) : null
            }
          />
          <FindingPanel
            findings={findings}
            zone={zone}
            oneDay={address.days === 1}
            unit={data?.unit ?? ''}
            page={page}
            onPage={setPage}
            onChoose={zoomTo}
          />
          <HistoryPanel ammeterId={meter.id} zone={zone} />
        </div>
        <RepairPanel
          ammeterId={meter.id}
          zone={zone}
          unit={data?.unit ?? ''}
          from={interval.from}
          to={interval.to}
          onInterval={choose}
          onEffect={setEffect}
        />
      </div>
    </div>
  );
}
