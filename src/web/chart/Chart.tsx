import { lazy, Suspense } from 'react';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { ChartCanvas, type ChartCanvasProps } from './ChartCanvas.tsx';
import styles from './chart.module.css';
import { TariffStrip } from './TariffStrip.tsx';

const ChartTable = lazy(() => import('./ChartTable.tsx'));

export interface ChartProps extends ChartCanvasProps {
  /** Shows the table in place of the picture. */
  readonly asTable?: boolean;
}

/** The one chart: a `ChartModel` as a picture or as its table. Usually inside `<ChartPanel>`. */
export function Chart({ asTable, ...props }: ChartProps) {
  const { model } = props;
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
    </div>
  );
}
