import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapBox, MapPoint } from '#domain/geo/project.ts';

/** px */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** How the map is seen: its middle (km), and px a km. */
export interface MapView {
  readonly middle: MapPoint;
  readonly scale: number;
}

const SCALES = { least: 0.02, most: 20 } as const;

/** The view that shows a part of the map as large as it fits. */
function fitted({ x, y, w, h }: MapBox, { width, height }: Size): MapView {
  const scale = Math.min(width / Math.max(w, 1e-6), height / Math.max(h, 1e-6));
  return {
    middle: { x: x + w / 2, y: y + h / 2 },
    scale: Math.min(SCALES.most, Math.max(SCALES.least, scale)),
  };
}

/** A place on the map as one on the screen, px. */
export const onScreen = (
  { x, y }: MapPoint,
  { middle, scale }: MapView,
  { width, height }: Size,
): MapPoint => ({
  x: (x - middle.x) * scale + width / 2,
  y: (y - middle.y) * scale + height / 2,
});

/** What moves the map. */
export interface MapMoves {
  readonly show: (part: MapBox) => void;
  readonly zoom: (factor: number) => void;
  /** px */
  readonly pan: (dx: number, dy: number) => void;
}

/** A map in an area of the page; at first, and when the area changes its size before anybody moved it, it shows a part as a whole. */
export function useMapView(first: MapBox) {
  const host = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [moved, setMoved] = useState<MapView | null>(null);
  useEffect(() => {
    const area = host.current;
    if (!area) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: area.clientWidth, height: area.clientHeight }),
    );
    observer.observe(area);
    return () => observer.disconnect();
  }, []);
  const view = moved ?? fitted(first, size);
  const show = useCallback((part: MapBox) => setMoved(fitted(part, size)), [size]);
  const zoom = (factor: number): void =>
    setMoved({ ...view, scale: Math.min(SCALES.most, Math.max(SCALES.least, view.scale * factor)) });
  const pan = (dx: number, dy: number): void =>
    setMoved({
      ...view,
      middle: { x: view.middle.x - dx / view.scale, y: view.middle.y - dy / view.scale },
    });
  return { host, size, view, moves: { show, zoom, pan } satisfies MapMoves };
}
