import { SLOTS } from '#contract/plan.ts';
import { type SocAnchor, socCurve } from '#domain/storage/plan.ts';
import type { DaySlots } from '#domain/storage/slots.ts';
import type { StationWire } from '../contract.ts';
import styles from './Plan.module.css';
import type { DayPart } from './parts.ts';
import { Absent, Shades } from './Shades.tsx';
import { usePlanTexts } from './usePlan.ts';

export interface SocPlotProps {
  readonly points: readonly number[];
  readonly station: StationWire;
  /** % */
  readonly socStart: number;
  /** What was measured since; null = nothing. */
  readonly anchor: SocAnchor | null;
  readonly slots: DaySlots;
  readonly parts: readonly DayPart[];
}

/** The state of charge that a curve leads to, through the day, with its limits. */
export function SocPlot({ points, station, socStart, anchor, slots, parts }: SocPlotProps) {
  const t = usePlanTexts();
  const percent = socCurve(points, station, socStart / 100, anchor)
    .slice(0, slots.count + 1)
    .map((soc) => soc * 100);
  const [low, high] = [station.socMin * 100, station.socMax * 100];
  const line = percent.map((soc, slot) => `${slot},${100 - Math.max(-5, Math.min(105, soc))}`).join(' ');
  const bad = percent.map((soc) => soc < low - 1e-7 || soc > high + 1e-7);
  const last = percent.at(-1) ?? socStart;
  return (
    <figure
      className={`${styles.plot} ${styles.socPlot}`}
      aria-label={`${t('soc')}: ${socStart.toFixed(1)}% → ${last.toFixed(1)}%, ${Math.min(...percent).toFixed(1)}%–${Math.max(...percent).toFixed(1)}%`}
    >
      <svg viewBox={`0 0 ${SLOTS} 100`} preserveAspectRatio="none" aria-hidden="true">
        <Shades parts={parts} top={0} height={100} />
        {bad.map((is, slot) =>
          is && slot > 0 ? (
            <rect
              key={slot}
              x={slot - 1}
              width={1}
              y={0}
              height={100}
              fill="var(--status-alarm)"
              opacity={0.14}
            />
          ) : null,
        )}
        <Absent slots={slots} top={0} height={100} />
        <SocLines low={low} high={high} />
        <polyline
          points={line}
          fill="none"
          stroke="var(--primary)"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <SocMarks low={low} high={high} />
    </figure>
  );
}

interface SocLimits {
  /** % */
  readonly low: number;
  readonly high: number;
}

function SocLines({ low, high }: SocLimits) {
  return (
    <>
      {[0, 50, 100].map((at) => (
        <line
          key={at}
          x1={0}
          x2={SLOTS}
          y1={at}
          y2={at}
          stroke="var(--split)"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {[low, high].map((at) => (
        <line
          key={at}
          x1={0}
          x2={SLOTS}
          y1={100 - at}
          y2={100 - at}
          stroke="var(--text2)"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </>
  );
}

function SocMarks({ low, high }: SocLimits) {
  const t = usePlanTexts();
  return (
    <>
      {[0, 50, 100].map((at) => (
        <span key={at} className={styles.tick} style={{ top: `${100 - at}%` }}>
          {at}
        </span>
      ))}
      <span className={styles.limit} style={{ top: `calc(${100 - high}% - 16px)` }}>
        {t('socMax', { n: high })}
      </span>
      <span className={styles.limit} style={{ top: `calc(${100 - low}% - 16px)` }}>
        {t('socMin', { n: low })}
      </span>
    </>
  );
}
