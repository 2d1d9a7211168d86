import { type PointerEvent, useRef } from 'react';
import { SLOTS } from '#contract/plan.ts';
import { moveEdge, setPower } from './edit.ts';
import styles from './Plan.module.css';
import type { PlanPlotProps } from './PlanPlot.tsx';
import { usePlanTexts } from './usePlan.ts';

interface HandlesProps extends PlanPlotProps {
  /** Where a power stands, from the top. */
  readonly share: (kw: number) => string;
  /** The power at the upper edge. */
  readonly top: number;
}

/** Three handles of the chosen slots: the top gives the power, the edges the time; each is a slider for the keys too. */
export function Handles({ points, chosen, onEdit, bounds, slots, share, top }: HandlesProps) {
  const t = usePlanTexts();
  const kw = points[chosen.from] ?? 0;
  const toPower = (power: number, join: boolean): void =>
    onEdit({ points: setPower(points, chosen, Math.round(power), bounds), join });
  const toEdge = (edge: 'from' | 'to', place: number, join: boolean): void =>
    onEdit({ ...moveEdge(points, chosen, edge, place, bounds), join });
  const middle = `${((chosen.from + chosen.to) / 2 / SLOTS) * 100}%`;
  return (
    <>
      <Handle
        label={t('topHandle')}
        text={`${kw} kW`}
        value={kw}
        range={[-bounds.most, bounds.most]}
        style={{ left: middle, top: share(kw) }}
        onValue={toPower}
        valueAt={(event, box) => top - ((event.clientY - box.top) / box.height) * 2 * top}
      />
      {(['from', 'to'] as const).map((edge) => (
        <Handle
          key={edge}
          edge
          label={t(edge === 'from' ? 'fromHandle' : 'toHandle')}
          text={slots.clocks[chosen[edge]] ?? ''}
          value={chosen[edge]}
          range={[0, bounds.end]}
          style={{ left: `${(chosen[edge] / SLOTS) * 100}%`, top: share(kw / 2) }}
          onValue={(place, join) => toEdge(edge, place, join)}
          valueAt={(event, box) => ((event.clientX - box.left) / box.width) * SLOTS}
        />
      ))}
    </>
  );
}

interface HandleProps {
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly range: readonly [number, number];
  readonly edge?: boolean;
  readonly style: { readonly left: string; readonly top: string };
  readonly onValue: (value: number, join: boolean) => void;
  /** The value under the pointer, in the box of the plot. */
  readonly valueAt: (event: PointerEvent, box: DOMRect) => number;
}

function Handle({ label, text, value, range, edge, style, onValue, valueAt }: HandleProps) {
  const dragging = useRef(false);
  const moved = useRef(false);
  return (
    <input
      type="range"
      className={`${styles.handle} ${edge ? styles.edge : ''}`}
      aria-label={label}
      aria-valuetext={text}
      min={range[0]}
      max={range[1]}
      step={edge ? 1 : 'any'}
      value={value}
      style={style}
      onChange={(event) => {
        if (!dragging.current) onValue(Number(event.target.value), false);
      }}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        dragging.current = true;
        moved.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        const box = event.currentTarget.parentElement?.getBoundingClientRect();
        if (!dragging.current || !box || box.height === 0) return;
        onValue(valueAt(event, box), moved.current);
        moved.current = true;
      }}
      onLostPointerCapture={() => {
        dragging.current = false;
      }}
    />
  );
}
