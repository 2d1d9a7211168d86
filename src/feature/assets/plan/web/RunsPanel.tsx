import { InputNumber } from 'antd';
import { useState } from 'react';
import { SLOT_MINUTES } from '#contract/plan.ts';
import { formatDifference, formatNumber, MISSING } from '#domain/figure/number.ts';
import { amountOf, type PowerRun, powerRuns, socCurve } from '#domain/storage/plan.ts';
import { type DaySlots, slotSpan } from '#domain/storage/slots.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { PlanDay, ViolationWire } from '../contract.ts';
import { type Bounds, type Chosen, setPower } from './edit.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Plan.module.css';
import type { PlotEdit } from './PlanPlot.tsx';
import { usePlanTexts } from './usePlan.ts';

export interface RunsPanelProps {
  readonly points: readonly number[];
  readonly day: Pick<PlanDay, 'station' | 'prices' | 'socAnchor'>;
  /** % */
  readonly socStart: number;
  readonly chosen: Chosen;
  readonly editable: boolean;
  readonly bounds: Bounds;
  readonly slots: DaySlots;
  readonly violations: readonly ViolationWire[];
  readonly onChoose: (chosen: Chosen) => void;
  readonly onEdit: (edit: PlotEdit) => void;
}

const hours = ({ from, to }: PowerRun): number => ((to - from) * SLOT_MINUTES) / 60;

/** The price of some slots, or from the lowest to the highest. */
function priceText(prices: readonly (number | null)[]): string {
  if (prices.some((price) => price === null)) return MISSING;
  const known = prices.map((price) => price ?? 0);
  const [least, most] = [Math.min(...known), Math.max(...known)].map((price) => formatNumber(price, 4));
  return least === most ? `${least}` : `${least}–${most}`;
}

const amountText = (amount: number | null): string =>
  amount === null ? MISSING : formatDifference(amount, 2);

/** The runs of a curve in words and numbers, each with its power to be typed; or all 96 points. */
export function RunsPanel(props: RunsPanelProps) {
  const { points, chosen, day } = props;
  const t = usePlanTexts();
  const [view, setView] = useState<'runs' | 'points'>('runs');
  const runs = powerRuns(points);
  const columns = useRunColumns(props);
  return (
    <Panel
      title={t('runs')}
      unit={t('runsUnit', { n: runs.length, m: points.filter((kw) => kw !== 0).length })}
      flush
      extra={
        <Segmented
          small
          label={t('runs')}
          value={view}
          options={[
            { value: 'runs', text: t('byRun') },
            { value: 'points', text: t('byPoint') },
          ]}
          onChange={setView}
        />
      }
    >
      {view === 'runs' ? (
        <>
          <Table
            look="panel"
            label={t('runs')}
            columns={columns}
            rows={runs}
            keyOf={({ from }) => from}
            rowOf={({ from, to }) => ({ selected: from === chosen.from && to === chosen.to })}
            empty={
              <p className={`${kit.quiet} ${styles.hint}`} style={{ padding: '0 16px 12px' }}>
                {t('noRuns')}
              </p>
            }
            scroll={{ label: t('runs') }}
          />
          {runs.length > 0 && (
            <p className={styles.total}>
              {t('total')} <b>{amountText(amountOf(points, day.prices))}</b> {t('yuan')}
            </p>
          )}
        </>
      ) : (
        <AllPoints {...props} />
      )}
    </Panel>
  );
}

/** The power of a run, to be typed where it may be. */
const powerColumn = (
  { points, editable, bounds, slots, onEdit }: RunsPanelProps,
  power: string,
): TableColumn<PowerRun> => ({
  key: 'power',
  title: power,
  unit: 'kW',
  end: true,
  render: (run) =>
    editable && run.to > bounds.begun ? (
      <InputNumber
        className={styles.kw}
        size="small"
        aria-label={`${slotSpan(slots, run.from, run.to)} ${power}`}
        min={0.1}
        max={bounds.most}
        step={1}
        precision={1}
        value={Math.abs(run.kw)}
        onChange={(kw) =>
          kw !== null &&
          onEdit({ points: setPower(points, run, Math.sign(run.kw) * kw, bounds), chosen: run })
        }
      />
    ) : (
      Math.abs(run.kw)
    ),
});

/** What a run comes to at the prices of its slots. */
function useMoneyColumns({ points, day: { prices } }: RunsPanelProps): readonly TableColumn<PowerRun>[] {
  const t = usePlanTexts();
  return [
    {
      key: 'price',
      title: t('price'),
      unit: t('perKwh'),
      end: true,
      render: (run) => priceText(prices.slice(run.from, run.to)),
    },
    {
      key: 'amount',
      title: t('amount'),
      unit: t('yuan'),
      end: true,
      render: (run) => amountText(amountOf(points, prices, run)),
    },
  ];
}

function useRunColumns(props: RunsPanelProps): readonly TableColumn<PowerRun>[] {
  const { points, day, socStart, editable, bounds, slots, onChoose, onEdit } = props;
  const t = usePlanTexts();
  const soc = socCurve(points, day.station, socStart / 100, day.socAnchor);
  const percent = (slot: number): string => `${Math.round((soc[slot] ?? 0) * 100)}`;
  return [
    {
      key: 'time',
      title: t('fromTo'),
      rowHead: true,
      render: (run) => (
        <Button kind="link" onClick={() => onChoose(run)}>
          {slotSpan(slots, run.from, run.to)}
        </Button>
      ),
    },
    { key: 'action', title: t('action'), render: ({ kw }) => t(kw > 0 ? 'doing1' : 'doing-1') },
    powerColumn(props, t('power')),
    {
      key: 'energy',
      title: t('energy'),
      unit: 'kWh',
      end: true,
      render: (run) => (Math.abs(run.kw) * hours(run)).toFixed(1),
    },
    ...useMoneyColumns(props),
    {
      key: 'soc',
      title: t('socCourse'),
      unit: '%',
      end: true,
      render: (run) => `${percent(run.from)} → ${percent(run.to)}`,
    },
    { key: 'slots', title: t('slots'), end: true, render: ({ from, to }) => to - from },
    {
      key: 'clear',
      title: '',
      render: (run) =>
        editable && run.to > bounds.begun ? (
          <Button
            kind="link"
            onClick={() => onEdit({ points: setPower(points, run, 0, bounds), chosen: run })}
          >
            {t('clear')}
          </Button>
        ) : null,
    },
  ];
}

function AllPoints({ points, slots, violations }: RunsPanelProps) {
  const isBad = (slot: number): boolean => violations.some(({ from, to }) => slot >= from && slot < to);
  return (
    <ul className={styles.points}>
      {points.slice(0, slots.count).map((kw, slot) => (
        <li key={slots.clocks[slot]} data-bad={isBad(slot)}>
          <span>{slots.clocks[slot]}</span>
          <b>{kw.toFixed(1)}</b>
        </li>
      ))}
    </ul>
  );
}
