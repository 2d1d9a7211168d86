import BarChartOutlined from '@ant-design/icons-svg/es/asn/BarChartOutlined';
import DownloadOutlined from '@ant-design/icons-svg/es/asn/DownloadOutlined';
import TableOutlined from '@ant-design/icons-svg/es/asn/TableOutlined';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { saveAddress } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Chart } from './Chart.tsx';
import type { ChartHandle } from './ChartCanvas.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import styles from './chart.module.css';
import type { ChartModel } from './ChartModel.ts';

export interface ChartPanelProps {
  /** The panel's title; the model's name by default. */
  readonly title?: ReactNode;
  /** Null while data is on its way: the panel keeps its height. */
  readonly model: ChartModel | null;
  /** Height of the plot in pixels, or a CSS length. */
  readonly height: number | string;
  readonly group?: string;
  readonly onPick?: (bucket: number) => void;
  /** A press on a node of a flow. */
  readonly onPickNode?: (id: string) => void;
  /** Below the plot; where it carries the legend itself, `ownLegend` leaves it out of the head. */
  readonly foot?: ReactNode;
  readonly ownLegend?: boolean;
  /** More at the right end of the head. */
  readonly extra?: ReactNode;
  /** In place of the plot: an `EmptyState` or `ErrorState`. */
  readonly instead?: ReactNode;
  readonly style?: CSSProperties;
}

/** A panel with one chart: legend on top, switch to table, PNG. */
export function ChartPanel({
  title,
  model,
  height,
  group,
  onPick,
  onPickNode,
  foot,
  ownLegend,
  extra,
  instead,
  style,
}: ChartPanelProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  const [asTable, setAsTable] = useState(false);
  const [handle, setHandle] = useState<ChartHandle | null>(null);
  const save = (): void => {
    const png = handle?.png();
    if (png) saveAddress(png, `${model?.name ?? 'chart'}.png`);
  };
  return (
    <Panel
      title={title ?? model?.name ?? ''}
      unit={model?.scale.unit}
      {...(style ? { style } : {})}
      extra={
        <>
          {extra}
          {model?.kind === 'buckets' && !instead && !ownLegend && <ChartLegend model={model} />}
          {model && !instead && (
            <span className={styles.tools}>
              <Button
                kind="icon"
                className={styles.tool ?? ''}
                aria-label={asTable ? t('asChart') : t('asTable')}
                title={asTable ? t('asChart') : t('asTable')}
                onClick={() => setAsTable(!asTable)}
              >
                <Icon icon={asTable ? BarChartOutlined : TableOutlined} />
              </Button>
              {!asTable && (
                <Button
                  kind="icon"
                  className={styles.tool ?? ''}
                  aria-label={t('savePng')}
                  title={t('savePng')}
                  onClick={save}
                >
                  <Icon icon={DownloadOutlined} />
                </Button>
              )}
            </span>
          )}
        </>
      }
    >
      {instead ??
        (model ? (
          <Chart
            model={model}
            height={height}
            group={group}
            onPick={onPick}
            onPickNode={onPickNode}
            asTable={asTable}
            onReady={setHandle}
          />
        ) : (
          <LoadingState height={height} />
        ))}
      {foot}
    </Panel>
  );
}
