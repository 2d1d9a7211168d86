import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { PERIOD_NUMBERS, PERIODS } from '#contract/period.ts';
import { moveBorder, remove, type Segments, setPeriod, split } from '#domain/calendar/edit.ts';
import { minutesOf } from '#domain/time/clock.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './Calendar.module.css';
import { HourScale } from './HourScale.tsx';
import { useCalendarTexts } from './useCalendarTexts.ts';

const DAY = 1440;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -15, ArrowRight: 15, ArrowDown: -15, ArrowUp: 15, PageDown: -60, PageUp: 60 }; // prettier-ignore

export interface DayBarProps {
  readonly segments: Segments;
  readonly onChange: (segments: Segments) => void;
  readonly disabled: boolean;
  readonly label: string;
  /** Id of the sentence that says which keys do what. */
  readonly describedBy: string;
}

/** The segments of a day on a bar of 24 h: borders are sliders, segments are buttons; whatever is done, they tile the day. */
export function DayBar({ segments, onChange, disabled, label, describedBy }: DayBarProps) {
  const t = useCalendarTexts();
  const say = useText();
  const letter = useTexts<typeof import('#web/chart/texts.ts').texts>('chart');
  const bar = useRef<HTMLFieldSetElement>(null);
  const dragging = useRef(false);
  const [chosen, choose] = useState(0);
  const at = Math.min(chosen, segments.length - 1);
  const current = segments[at];

  const minutesAt = (event: PointerEvent): number => {
    const box = bar.current?.getBoundingClientRect();
    return box && box.width > 0 ? ((event.clientX - box.left) / box.width) * DAY : 0;
  };
  const onBorderKey = (event: KeyboardEvent, index: number, minutes: number): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(moveBorder(segments, index, minutes + step));
  };
  const onSegmentKey = (event: KeyboardEvent, index: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const picked = PERIOD_NUMBERS.find((period) => String(period) === event.key);
    if (picked) onChange(setPeriod(segments, index, picked));
    else if (event.key.toLowerCase() === 's') onChange(split(segments, index));
    else if (event.key === 'Delete' || event.key === 'Backspace') onChange(remove(segments, index));
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.dayBar}>
      <div className={styles.track}>
        <HourScale />
        <fieldset ref={bar} className={styles.bar} aria-label={label} aria-describedby={describedBy}>
          {segments.map(({ begin, end, period }, index) => {
            const from = minutesOf(begin) ?? 0;
            const to = minutesOf(end) ?? 0;
            const words = t('segment', { begin, end, period: say(PERIODS[period]) });
            return (
              <button
                // Of its place: the focus stays while its times change.
                key={`segment ${index + 1}`}
                type="button"
                disabled={disabled}
                data-period={period}
                aria-pressed={index === at}
                aria-label={words}
                title={words}
                style={{ left: `${(from / DAY) * 100}%`, width: `${((to - from) / DAY) * 100}%` }}
                onClick={() => choose(index)}
                onFocus={() => choose(index)}
                onKeyDown={(event) => onSegmentKey(event, index)}
              >
                {to - from >= 45 && <b>{letter(`letter${period}`)}</b>}
              </button>
            );
          })}
          {segments.slice(0, -1).map(({ end }, index) => {
            const minutes = minutesOf(end) ?? 0;
            return (
              <input
                // The border stays the same element while it is dragged, so its place in the list is its key.
                key={`border ${index + 1}`}
                type="range"
                disabled={disabled}
                aria-label={t('border', { time: end })}
                min={0}
                max={DAY}
                step={15}
                value={minutes}
                aria-valuetext={end}
                className={styles.border}
                style={{ left: `${(minutes / DAY) * 100}%` }}
                onKeyDown={(event) => onBorderKey(event, index, minutes)}
                // What the element itself makes of a press means nothing here: it is a mere handle.
                onChange={(event) =>
                  !dragging.current && onChange(moveBorder(segments, index, Number(event.target.value)))
                }
                onMouseDown={(event) => event.preventDefault()}
                onPointerDown={(event) => {
                  dragging.current = true;
                  event.currentTarget.setPointerCapture(event.pointerId);
                  event.currentTarget.focus();
                }}
                onPointerMove={(event) => {
                  if (dragging.current) onChange(moveBorder(segments, index, minutesAt(event)));
                }}
                onLostPointerCapture={() => {
                  dragging.current = false;
                }}
              />
            );
          })}
        </fieldset>
      </div>
      {!disabled && current && (
        <div className={styles.tools}>
          <span className={styles.now}>
            {current.begin}–{current.end}
          </span>
          {PERIOD_NUMBERS.map((period) => (
            <Button
              key={period}
              aria-pressed={current.period === period}
              className={styles.pick}
              onClick={() => onChange(setPeriod(segments, at, period))}
            >
              <i data-period={period} aria-hidden="true" />
              {say(PERIODS[period])}
            </Button>
          ))}
          <Button onClick={() => onChange(split(segments, at))}>{t('split')}</Button>
          <Button disabled={segments.length < 2} onClick={() => onChange(remove(segments, at))}>
            {t('merge')}
          </Button>
        </div>
      )}
    </div>
  );
}
