import { edgesOf } from '#web/chart/bucketOption.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import type { Life } from '../contract.ts';
import { multiplierOf } from '../domain/life.ts';
import { beginning, describe, eventWords } from './describe.ts';
import { monthsOf, positionOf } from './lifeModel.ts';
import styles from './MeterLife.module.css';
import { useLedgerTexts } from './useLedgerTexts.ts';

export interface LifeBarProps {
  readonly life: Life;
  readonly months: ReturnType<typeof monthsOf>;
  readonly model: BucketChart;
  readonly now: number;
  readonly selected: number | null;
  readonly onSelect: (id: number | null) => void;
}

/** Devices and ratios on the axis of the chart above, and the numbered events that the table below explains. */
export function LifeBar({ life, months, model, now, selected, onSelect }: LifeBarProps) {
  const t = useLedgerTexts();
  const { left, right } = edgesOf(model);
  const start = months[0]?.from ?? 0;
  const percent = (at: number): number => (positionOf(months, at) / Math.max(1, months.length)) * 100;
  return (
    <div className={styles.lifeBar} style={{ marginLeft: left, marginRight: right }}>
      <div className={styles.devices}>
        {life.rows.map((row) => {
          const [from, to] = [percent(row.from), percent(Math.min(row.to ?? now, now))];
          if (to <= from) return null;
          return (
            <button
              key={row.id}
              type="button"
              title={describe(row, t)}
              aria-pressed={selected === row.id}
              data-present={row.to === null || undefined}
              style={{ left: `${from}%`, width: `${to - from}%` }}
              onClick={() => onSelect(selected === row.id ? null : row.id)}
            >
              {row.serial || t('unknown')} · {multiplierOf(row)}
            </button>
          );
        })}
      </div>
      <div className={styles.marks}>
        {life.rows.map(
          (row, i) =>
            row.from >= start && (
              <button
                key={row.id}
                type="button"
                aria-pressed={selected === row.id}
                aria-label={`${i + 1} ${eventWords(row.events, t)} ${beginning(row, life.zone, t)}`}
                title={eventWords(row.events, t)}
                style={{ left: `${percent(row.from)}%` }}
                onClick={() => onSelect(selected === row.id ? null : row.id)}
              >
                {i + 1}
              </button>
            ),
        )}
      </div>
    </div>
  );
}
