import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { SLOTS } from '#contract/plan.ts';
import { type DaySlots, slotSpan } from '#domain/storage/slots.ts';
import { notify } from '#web/ui/notice.ts';
import type { ViolationWire } from '../contract.ts';
import { type Bounds, type Chosen, copyText, pasteText, runAround } from './edit.ts';
import { Handles } from './Handles.tsx';
import { keyStep } from './keys.ts';
import styles from './Plan.module.css';
import type { DayPart } from './parts.ts';
import { Absent, Shades } from './Shades.tsx';
import { usePlanTexts } from './usePlan.ts';

export interface PlotEdit {
  readonly points: readonly number[];
  readonly chosen?: Chosen;
  /** It goes on with the last step. */
  readonly join?: boolean;
}

export interface PlanPlotProps {
  readonly points: readonly number[];
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  readonly onEdit: (edit: PlotEdit) => void;
  readonly onUndo: (back: boolean) => void;
  readonly editable: boolean;
  readonly bounds: Bounds;
  readonly slots: DaySlots;
  readonly parts: readonly DayPart[];
  readonly violations: readonly ViolationWire[];
  /** Id of the sentence that says which keys do what. */
  readonly describedBy: string;
}

/** Room above the limits, as a share of them. */
const ROOM = 1.12;

/** The words of an interval: `08:00–10:00 discharges 80 kW`. */
function useRunWords(slots: DaySlots): (chosen: Chosen, kw: number) => string {
  const t = usePlanTexts();
  return ({ from, to }, kw) =>
    `${slotSpan(slots, from, to)} ${t(`doing${Math.sign(kw) as 0 | 1 | -1}`)}${kw === 0 ? '' : ` ${Math.abs(kw)} kW`}`;
}

/** The 96 powers of a day as bars: chosen, dragged, typed, pasted. */
export function PlanPlot(props: PlanPlotProps) {
  const { points, chosen, editable, bounds, slots, parts } = props;
  const t = usePlanTexts();
  const words = useRunWords(slots);
  const top = bounds.most * ROOM;
  const share = (kw: number): string => `${((top - kw) / (2 * top)) * 100}%`;
  const kw = points[chosen.from] ?? 0;
  return (
    <fieldset className={styles.plot} aria-label={t('curveLabel')}>
      <svg viewBox={`0 ${-top} ${SLOTS} ${2 * top}`} preserveAspectRatio="none" aria-hidden="true">
        <Shades parts={parts} top={-top} height={2 * top} />
        <Bars {...props} top={top} />
        <Absent slots={slots} top={-top} height={2 * top} />
      </svg>
      {[bounds.most, 0, -bounds.most].map((at) => (
        <span key={at} className={styles.tick} style={{ top: share(at) }}>
          {at}
        </span>
      ))}
      <span className={styles.limit} style={{ top: 0 }}>
        {t('limitDischarge', { kw: bounds.most })}
      </span>
      <span className={styles.limit} style={{ bottom: 0 }}>
        {t('limitCharge', { kw: bounds.most })}
      </span>
      <Cursor {...props} words={words(chosen, kw)} />
      <span className={styles.focus} aria-hidden="true" />
      <div
        className={styles.chosen}
        style={{
          left: `${(chosen.from / SLOTS) * 100}%`,
          width: `${((chosen.to - chosen.from) / SLOTS) * 100}%`,
        }}
      />
      {editable && <Handles {...props} share={share} top={top} />}
      <span
        className={styles.bubble}
        style={{
          left: `clamp(96px, ${((chosen.from + chosen.to) / 2 / SLOTS) * 100}%, calc(100% - 96px))`,
          ...(kw >= 0 ? { bottom: '2px' } : { top: '2px' }),
        }}
      >
        {words(chosen, kw)}
      </span>
    </fieldset>
  );
}

/** The powers as bars over their lines; what breaks a limit is told by its colour, what has begun is pale. */
function Bars({ points, bounds, violations, top }: PlanPlotProps & { readonly top: number }) {
  const bad = new Set(
    violations.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
  );
  return (
    <>
      {[bounds.most, bounds.most / 2, 0, -bounds.most / 2, -bounds.most].map((at) => (
        <line
          key={at}
          x1={0}
          x2={SLOTS}
          y1={-at}
          y2={-at}
          stroke={Math.abs(at) === bounds.most ? 'var(--text2)' : 'var(--split)'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {points.map((power, slot) =>
        power === 0 ? null : (
          <rect
            key={slot}
            x={slot + 0.08}
            width={0.84}
            y={Math.min(0, -power)}
            height={Math.abs(power)}
            fill={bad.has(slot) ? 'var(--status-alarm)' : 'var(--primary)'}
            opacity={slot < bounds.begun ? 0.45 : 1}
          />
        ),
      )}
      {bounds.begun > 0 && (
        <rect x={0} width={bounds.begun} y={-top} height={2 * top} fill="var(--text3)" opacity={0.12} />
      )}
    </>
  );
}

/** What takes presses and keys over the whole plot: an unseen slider of slots. */
function Cursor(props: PlanPlotProps & { readonly words: string }) {
  const { points, chosen, bounds, onChoose, describedBy, words } = props;
  const t = usePlanTexts();
  const pressed = useRef<number | null>(null);
  const slotAt = (event: PointerEvent<HTMLInputElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = box.width > 0 ? ((event.clientX - box.left) / box.width) * SLOTS : 0;
    return Math.max(0, Math.min(bounds.end - 1, Math.floor(place)));
  };
  const typed = useTyping(props);
  return (
    <input
      type="range"
      className={styles.cursor}
      min={0}
      max={bounds.end - 1}
      value={chosen.from}
      aria-label={t('curveLabel')}
      aria-valuetext={words}
      aria-describedby={describedBy}
      data-testid="plan-cursor"
      onChange={() => {}}
      {...typed}
      // What the element itself makes of a press means nothing here.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        const slot = slotAt(event);
        pressed.current = slot;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
        onChoose(event.shiftKey ? spanOf(chosen.from, slot) : runAround(points, slot));
      }}
      onPointerMove={(event) => {
        const slot = slotAt(event);
        if (pressed.current !== null && slot !== pressed.current) onChoose(spanOf(pressed.current, slot));
      }}
      onLostPointerCapture={() => {
        pressed.current = null;
      }}
    />
  );
}

/** What keys and the clipboard do to the chosen slots. */
function useTyping({ points, chosen, onChoose, onEdit, onUndo, editable, bounds }: PlanPlotProps) {
  const t = usePlanTexts();
  const onKeyDown = (event: KeyboardEvent): void => {
    const done = keyStep(event, { points, chosen, bounds, editable });
    if (!done) return;
    event.preventDefault();
    if (done.undo !== undefined) onUndo(done.undo);
    else if (done.points) onEdit({ points: done.points, ...(done.chosen ? { chosen: done.chosen } : {}) });
    else if (done.chosen) onChoose(done.chosen);
  };
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData.setData('text/plain', copyText(points, chosen));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (!editable) return;
    event.preventDefault();
    const pasted = pasteText(points, chosen, event.clipboardData.getData('text/plain'), bounds);
    if (pasted) onEdit(pasted);
    else notify('warning', t('pasteBad'));
  };
  return { onKeyDown, onCopy, onPaste };
}

const spanOf = (a: number, b: number): Chosen => ({ from: Math.min(a, b), to: Math.max(a, b) + 1 });
