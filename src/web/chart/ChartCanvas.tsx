import type { EChartsType } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { useAppearance } from '#web/theme/appearance.ts';
import { useLanguage } from '#web/text/language.ts';
import { bucketOption } from './bucketOption.ts';
import { bucketAt, type ChartModel } from './ChartModel.ts';
import { flowOption } from './flowOption.ts';
import { inkOf } from './ink.ts';

// The download of the library begins with the first module that can show a chart, not with the first data.
const engine = import('./engine.ts');

/** What a panel may ask of its chart. */
export interface ChartHandle {
  /** The picture as a PNG data address, on the ground of the skin. */
  readonly png: () => string | null;
}

export interface ChartCanvasProps {
  readonly model: ChartModel;
  readonly height: number | string;
  /** Charts of one group share their crosshair. */
  readonly group?: string | undefined;
  /** A press on a bucket. */
  readonly onPick?: ((bucket: number) => void) | undefined;
  /** Called with the chart once it is drawn. */
  readonly onReady?: ((chart: ChartHandle) => void) | undefined;
}

type Init = (element: HTMLElement) => EChartsType;

/** Loads what a chart needs, and says how to begin it. */
async function load(model: ChartModel, group: string | undefined): Promise<Init> {
  if (model.kind === 'flow') return (await import('./engineFlow.ts')).init;
  const { init, connect } = await engine;
  if (model.zoom) (await import('./engineZoom.ts')).addZoom();
  return (element) => {
    const chart = init(element);
    if (group) {
      chart.group = group;
      connect(group);
    }
    return chart;
  };
}

/** Draws a chart model on a canvas; follows size, skin, language and data. */
export function ChartCanvas({ model, height, group, onPick, onReady }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const { skin, dark } = useAppearance();
  const language = useLanguage();
  const latest = useRef({ model, onPick });
  useEffect(() => {
    latest.current = { model, onPick };
  });
  const kind = model.kind;

  useEffect(() => {
    let opened: EChartsType | null = null;
    let gone = false;
    const host = element.current;
    if (!host) return;
    void load(latest.current.model, group).then((init) => {
      if (gone) return;
      const made = init(host);
      opened = made;
      setChart(made);
      made.getZr().on('click', (event: { offsetX: number; offsetY: number }) => {
        const { model: shown, onPick: pick } = latest.current;
        const point = [event.offsetX, event.offsetY];
        if (!pick || shown.kind !== 'buckets' || !made.containPixel('grid', point)) return;
        const [position] = made.convertFromPixel('grid', point) as unknown as [number];
        pick(bucketAt(shown.x, position));
      });
    });
    const resize = new ResizeObserver(() => opened?.resize());
    resize.observe(host);
    return () => {
      gone = true;
      resize.disconnect();
      opened?.dispose();
      setChart(null);
    };
  }, [kind, group]);

  useEffect(() => {
    if (!chart || chart.isDisposed()) return;
    const ink = inkOf(skin, dark);
    if (model.kind === 'flow') chart.setOption(flowOption(model, ink), { notMerge: true });
    else {
      const option = bucketOption(model, ink);
      const zoom = model.zoom ? { dataZoom: [{ type: 'inside', filterMode: 'none' }] } : {};
      chart.setOption({ ...option, ...zoom }, { notMerge: true });
    }
    onReady?.({
      png: () => chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: ink.token('container') }),
    });
  }, [chart, model, skin, dark, language, onReady]);

  return (
    <figure
      ref={element}
      aria-label={`${model.name}, ${model.scale.unit}`}
      style={{ width: '100%', height, margin: 0, cursor: onPick ? 'pointer' : undefined }}
    />
  );
}
