import { formatScaled } from '#domain/figure/number.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { useAppearance } from '#web/theme/appearance.ts';
import { unitText } from '#web/ui/unit.ts';
import styles from './chart.module.css';
import type { HeatChart } from './ChartModel.ts';
import { heatScale } from './heatScale.ts';

/** Which colour is how much, and how a gap looks. */
export function HeatLegend({ model }: { readonly model: HeatChart }) {
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  const { dark } = useAppearance();
  const { low, high, capped, colors } = heatScale(model, dark);
  return (
    <p className={styles.heatLegend}>
      <span>{formatScaled(low, model.scale)}</span>
      <i className={styles.ramp} style={{ background: `linear-gradient(to right, ${colors.join(', ')})` }} />
      <span>
        {capped && '≥ '}
        {formatScaled(high, model.scale)} {unitText(model.scale.unit)}
      </span>
      <i className={styles.gap} />
      <span>{model.gap ?? t('noValue')}</span>
    </p>
  );
}
