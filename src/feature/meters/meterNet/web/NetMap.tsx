import { useRef, type PointerEvent } from 'react';
import { BOX, type Layout } from '../domain/layout.ts';
import type { NetView } from './useNetView.ts';
import styles from './NetDrawing.module.css';

/** The longer side of the map at most, in pixels. */
const LONGEST = 168;
const HIGHEST = 120;
/** A tall, narrow network is drawn wider than it is: a press must meet it. */
const LEAST = 48;

interface NetMapProps {
  readonly layout: Layout;
  readonly view: NetView;
}

/** The whole network in small with a frame around what is in sight; a press leads there. For the pointer alone. */
export function NetMap({ layout, view }: NetMapProps) {
  const map = useRef<SVGSVGElement>(null);
  const scale = Math.min(LONGEST / layout.width, HIGHEST / layout.height);
  const width = Math.max(LEAST, layout.width * scale);
  const height = Math.max(LEAST, layout.height * scale);
  const go = (event: PointerEvent): void => {
    const box = map.current?.getBoundingClientRect();
    if (!box) return;
    const [x, y] = [(event.clientX - box.left) / width, (event.clientY - box.top) / height];
    view.goTo(x * layout.width, y * layout.height);
  };
  return (
    <svg
      ref={map}
      className={styles['map']}
      aria-hidden="true"
      width={width}
      height={height}
      preserveAspectRatio="none"
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      onPointerDown={(event) => {
        map.current?.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) go(event);
      }}
    >
      {[...layout.places].map(([id, { x, y }]) => (
        <rect key={id} className={styles['dot']} x={x} y={y} width={BOX.width} height={BOX.height} />
      ))}
      <rect className={styles['seen']} {...view.seen} />
    </svg>
  );
}
