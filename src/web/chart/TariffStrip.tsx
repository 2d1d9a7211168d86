import { cssColor } from '#web/theme/palette.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { edgesOf } from './bucketOption.ts';
import type { BucketChart } from './ChartModel.ts';
import styles from './chart.module.css';

/** The strip of tariff periods with their letters, in line with the axis above it. */
export function TariffStrip({ model }: { model: BucketChart }) {
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  if (!model.strip || !model.shading) return null;
  const { left, right } = edgesOf(model);
  const span = model.x.span ?? model.x.names.length;
  return (
    <div className={styles.strip} style={{ left, right }}>
      {model.shading.map((part) => (
        <span
          key={part.from}
          style={{ left: `${(part.from / span) * 100}%`, width: `${((part.to - part.from) / span) * 100}%` }}
          title={t(`tariff${part.period}`)}
        >
          <i style={{ background: cssColor({ tariff: part.period }) }} />
          {t(`letter${part.period}`)}
        </span>
      ))}
    </div>
  );
}
