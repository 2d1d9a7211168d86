import { SLOT_MINUTES, SLOTS } from '#contract/plan.ts';
import { PERIODS, type Period } from '#contract/period.ts';
import { minutesOf } from '#domain/time/clock.ts';
import { slotClock } from '#domain/storage/plan.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { cssColor } from '#web/theme/palette.ts';
import type { DayPeriods } from './calls.ts';
import styles from './Plan.module.css';

/** Slots of a tariff period. */
export interface DayPart {
  readonly from: number;
  readonly to: number;
  readonly period: Period;
}

const isPeriod = (value: number): value is Period => Object.hasOwn(PERIODS, value);

/** The tariff periods of a day by slots. */
export const partsOf = (periods: DayPeriods | undefined): DayPart[] =>
  (periods?.rows ?? []).flatMap(({ beginTime, endTime, value }) => {
    const [from, to] = [minutesOf(beginTime), minutesOf(endTime)];
    if (from === null || to === null || !isPeriod(value)) return [];
    return [{ from: from / SLOT_MINUTES, to: to / SLOT_MINUTES, period: value }];
  });

/** Tariff periods behind a plot of slots. */
export function Shades({
  parts,
  top,
  height,
}: {
  readonly parts: readonly DayPart[];
  readonly top: number;
  readonly height: number;
}) {
  return parts.map(({ from, to, period }) => (
    <rect
      key={from}
      x={from}
      width={to - from}
      y={top}
      height={height}
      fill={cssColor({ tariff: period })}
      opacity={period === 3 ? 0 : 0.09}
    />
  ));
}

/** The hours below the plots, and the strip of tariff periods. */
export function HourAxis({ parts }: { readonly parts: readonly DayPart[] }) {
  const say = useText();
  const t = useTexts<typeof import('#web/chart/texts.ts').texts>('chart');
  const share = (slot: number): string => `${(slot / SLOTS) * 100}%`;
  return (
    <>
      <div className={styles.hours} aria-hidden="true">
        {Array.from({ length: 7 }, (_, i) => i * 16).map((slot) => (
          <span key={slot} style={{ left: share(slot) }}>
            {slotClock(slot)}
          </span>
        ))}
      </div>
      {parts.length > 0 && (
        <div className={styles.strip}>
          {parts.map(({ from, to, period }) => (
            <span
              key={from}
              style={{ left: share(from), width: share(to - from) }}
              title={`${slotClock(from)}–${slotClock(to)} ${say(PERIODS[period])}`}
            >
              <i style={{ background: cssColor({ tariff: period }) }} />
              {t(`letter${period}`)}
            </span>
          ))}
        </div>
      )}
    </>
  );
}
