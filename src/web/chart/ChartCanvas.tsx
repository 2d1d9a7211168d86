import type { EChartsType } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { rest } from '#web/rest.ts';
import { useLanguage } from '#web/text/language.ts';
import { useAppearance } from '#web/theme/appearance.ts';
import { bucketOption } from './bucketOption.ts';
import { bucketAt, type ChartModel } from './ChartModel.ts';
import { flowOption } from './flowOption.ts';
import { inkOf } from './ink.ts';
import { unitText } from '#web/ui/unit.ts';

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
  /** A press on a node of a flow. */
  readonly onPickNode?: ((id: string) => void) | undefined;
  /** Called with the chart once it is drawn. */
  readonly onReady?: ((chart: ChartHandle) => void) | undefined;
}

/** The instance on its element; `whole` once crosshair, tooltip and marks are there too. */
interface Opened {
  readonly chart: EChartsType;
  readonly whole: boolean;
}

/** The mark in the browser's timeline at which the first chart stood; the start budget is measured by it. */
const FIRST_CHART = 'meterhouse.firstChart';

let more: typeof import('./engineMore.ts') | null = null;

async function loadMore(): Promise<typeof import('./engineMore.ts')> {
  more ??= await import('./engineMore.ts');
  return more;
}

let pointEngine: typeof import('./enginePoint.ts') | null = null;
let heatEngine: typeof import('./engineHeat.ts') | null = null;

/** Begins a chart on an element, tells about it at once and again when it is whole; returns how to end it. */
function begin(
  host: HTMLElement,
  kind: ChartModel['kind'],
  group: string | undefined,
  tell: (opened: Opened) => void,
): () => void {
  let chart: EChartsType | undefined;
  let gone = false;
  const start = async (): Promise<void> => {
    if (kind === 'flow') await rest();
    if (kind === 'points') {
      pointEngine = await import('./enginePoint.ts');
      if (!gone) tell({ chart: (chart = pointEngine.init(host)), whole: true });
      return;
    }
    if (kind === 'heat') {
      heatEngine = await import('./engineHeat.ts');
      if (!gone) tell({ chart: (chart = heatEngine.init(host)), whole: true });
      return;
    }
    const { init } = kind === 'flow' ? await import('./engineFlow.ts') : await import('./engine.ts');
    if (gone) return;
    if (kind === 'flow') return tell({ chart: (chart = init(host)), whole: true });
    if (!more) {
      const first = (chart = init(host));
      const drawn = new Promise<void>((resolve) => first.on('rendered', () => resolve()));
      tell({ chart: first, whole: false });
      await drawn;
      if (!performance.getEntriesByName(FIRST_CHART).length) performance.mark(FIRST_CHART);
      await rest();
      await loadMore();
      if (gone) return;
      // An instance takes up only what was registered before it began.
      chart.dispose();
    }
    chart = init(host);
    if (group) {
      chart.group = group;
      more?.connect(group);
    }
    tell({ chart, whole: true });
  };
  void start();
  const resize = new ResizeObserver(() => {
    const changed = chart?.getWidth() !== host.clientWidth || chart.getHeight() !== host.clientHeight;
    if (!changed || !chart || chart.isDisposed()) return;
    chart.resize();
    // Its labels have the room between its columns.
    if (kind === 'flow') tell({ chart, whole: true });
  });
  resize.observe(host);
  return () => {
    gone = true;
    resize.disconnect();
    if (!chart || chart.isDisposed()) return;
    if (kind === 'heat') {
      // Its cells are painted over many frames; the next one would find the canvas gone.
      chart.clear();
      chart.getZr().flush();
    }
    chart.dispose();
  };
}

/** Draws a chart model on a canvas; follows size, skin, language and data. */
export function ChartCanvas({ model, height, group, onPick, onPickNode, onReady }: ChartCanvasProps) {
  const element = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { skin, dark } = useAppearance();
  const language = useLanguage();
  const { kind } = model;

  useEffect(
    () => (element.current ? begin(element.current, kind, group, setOpened) : undefined),
    [kind, group],
  );

  useEffect(() => {
    if (!opened || opened.chart.isDisposed()) return;
    const { chart, whole } = opened;
    const ink = inkOf(skin, dark);
    if (model.kind === 'flow')
      chart.setOption(flowOption(model, ink, chart.getWidth(), chart.getHeight()), { notMerge: true });
    else if (model.kind === 'points') pointEngine?.draw(chart, model, ink);
    else if (model.kind === 'heat') heatEngine?.draw(chart, model, ink);
    else chart.setOption(bucketOption(model, ink, whole), { notMerge: true });
    onReady?.({
      png: () => chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: ink.token('container') }),
    });
  }, [opened, model, skin, dark, language, onReady]);

  useEffect(() => {
    if (!opened || opened.chart.isDisposed() || !onPick) return;
    const { chart } = opened;
    if (model.kind === 'points') return pointEngine?.onPoint(chart, model, onPick);
    if (model.kind === 'heat') return heatEngine?.onCell(chart, model, onPick);
    if (model.kind !== 'buckets') return;
    const onClick = (event: { offsetX: number; offsetY: number }): void => {
      const point = [event.offsetX, event.offsetY];
      if (!chart.containPixel('grid', point)) return;
      const [position] = chart.convertFromPixel('grid', point) as unknown as [number];
      onPick(bucketAt(model.x, position));
    };
    const surface = chart.getZr();
    surface.on('click', onClick);
    return () => {
      if (!chart.isDisposed()) surface.off('click', onClick);
    };
  }, [opened, model, onPick]);

  useEffect(() => {
    if (!opened || opened.chart.isDisposed() || !onPickNode || model.kind !== 'flow') return;
    const { chart } = opened;
    const onClick = (event: { dataType?: string; name: string }): void => {
      if (event.dataType === 'node') onPickNode(event.name);
    };
    chart.on('click', onClick as never);
    return () => {
      if (!chart.isDisposed()) chart.off('click', onClick as never);
    };
  }, [opened, model, onPickNode]);

  return (
    <figure
      ref={element}
      aria-label={`${model.name}, ${unitText(model.scale.unit)}`}
      style={{ width: '100%', height, margin: 0, cursor: onPick ? 'pointer' : undefined }}
    />
  );
}
