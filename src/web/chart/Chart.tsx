import { lazy, Suspense } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { ChartCanvas, type ChartCanvasProps } from './ChartCanvas.tsx';
import styles from './chart.module.css';
import type { ChartModel } from './ChartModel.ts';
import { TariffStrip } from './TariffStrip.tsx';

const ChartTable = lazy(() => import('./ChartTable.tsx'));

export interface ChartProps extends ChartCanvasProps {
  /** Shows the table in place of the picture. */
  readonly asTable?: boolean;
}

/** The one chart: a `ChartModel` as a picture or as its table. Usually inside `<ChartPanel>`. */
export function Chart({ asTable, ...props }: ChartProps) {
  const { model } = props;
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  if (asTable) {
    return (
      <Suspense fallback={<LoadingState height={props.height} />}>
        <ChartTable model={model} height={props.height} onPick={props.onPick} />
      </Suspense>
    );
  }
  return (
    <div className={styles.host} style={{ height: props.height }}>
      <ChartCanvas {...props} height="100%" />
      {model.kind === 'buckets' && <TariffStrip model={model} />}
      {isBlank(model) && <p className={styles.blank}>{t('blank')}</p>}
    </div>
  );
}

/** Whether there is nothing to draw: an empty frame with an axis would look as if all were 0. */
const isBlank = (model: ChartModel): boolean =>
  model.kind === 'buckets'
    ? model.series.every(({ values }) => values.every((value) => value === null))
    : model.kind === 'points'
      ? model.series.every(({ points }) => points.length === 0)
      : model.kind === 'heat' && model.cells.every(({ value }) => value === null);
