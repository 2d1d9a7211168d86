import { SLOTS } from '#contract/plan.ts';
import { PERIODS } from '#contract/period.ts';
import { type DaySlots, slotSpan } from '#domain/storage/slots.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { cssColor } from '#web/theme/palette.ts';
import type { DayPart } from './parts.ts';
import styles from './Plan.module.css';

/** Over a plot of slots those that the day does not have. */
export function Absent({
  slots: { count },
  top,
  height,
}: {
  readonly slots: DaySlots;
  readonly top: number;
  readonly height: number;
}) {
  if (count === SLOTS) return null;
  return <rect x={count} width={SLOTS - count} y={top} height={height} fill="var(--text3)" opacity={0.3} />;
}

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
export function HourAxis({ parts, slots }: { readonly parts: readonly DayPart[]; readonly slots: DaySlots }) {
  const say = useText();
  const t = useTexts<typeof import('#web/chart/texts.ts').texts>('chart');
  const share = (slot: number): string => `${(slot / SLOTS) * 100}%`;
  return (
    <>
      <div className={styles.hours} aria-hidden="true">
        {Array.from({ length: 7 }, (_, i) => i * 16).map((slot) => (
          <span key={slot} style={{ left: share(slot) }}>
            {slots.clocks[slot]}
          </span>
        ))}
      </div>
      {parts.length > 0 && (
        <div className={styles.strip}>
          {parts.map(({ from, to, period }) => (
            <span
              key={from}
              style={{ left: share(from), width: share(to - from) }}
              title={`${slotSpan(slots, from, to)} ${say(PERIODS[period])}`}
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
